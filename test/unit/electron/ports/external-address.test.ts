import { describe, expect, it } from 'vitest';
import { externalAddress } from '../../../../electron/ports/external-address.ts';

const address = (text: string): string | null => {
  try {
    return externalAddress(new URL(text));
  } catch {
    return null;
  }
};

describe('externalAddress (checklist B15)', () => {
  it.each([
    ['https://service.example/oauth/authorize?a=b%20c', 'https://service.example/oauth/authorize?a=b%20c'],
    ['HTTPS://Service.Example', 'https://service.example/'],
    ['  https://service.example/\n', 'https://service.example/'],
    ['https:\\\\service.example\\x', 'https://service.example/x'],
    ['http://127.0.0.1:4711/x', 'http://127.0.0.1:4711/x'],
    ['http://[::1]:4711/x', 'http://[::1]:4711/x'],
    ['https://bücher.example/ä', 'https://xn--bcher-kva.example/%C3%A4'],
  ])('hands on %j as %s', (text, result) => {
    expect(address(text)).toBe(result);
  });

  it.each([
    'http://service.example/',
    'http://localhost:4711/',
    'http://127.0.0.1.evil.example/',
    'http://10.0.0.1/',
    'https://user@service.example/',
    'https://user:password@service.example/',
    'file:///etc/passwd',
    'file://server/share',
    '\\\\server\\share',
    'javascript:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    'ms-msdt:/id',
    'search-ms:query=x',
    'ms-officecmd:x',
    'smb://server/share',
    'mailto:x@example.com',
    'rolecall://oauth/callback',
    'rolecall-app://desk/',
    'blob:https://service.example/1',
    'view-source:https://service.example/',
    `https://service.example/${'x'.repeat(2_081)}`,
    'https://',
    'service.example',
    '--no-sandbox',
    '',
  ])('keeps back %j', (text) => {
    expect(address(text)).toBeNull();
  });
});
