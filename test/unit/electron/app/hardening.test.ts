/** What tools like Electronegativity look for in an Electron program, looked for in the sources themselves. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const root = new URL('../../../../', import.meta.url).pathname;

/** Sources of a folder by name, comments left out. */
function sourcesOf(folder: string): { readonly name: string; readonly text: string }[] {
  return readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => ({
      name: `${folder}/${name}`,
      text: readFileSync(path.join(root, folder, name), 'utf8').replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, ''),
    }));
}

const electron = sourcesOf('electron');
const renderer = sourcesOf('renderer');
const filesWith = (sources: typeof electron, pattern: RegExp): string[] =>
  sources.filter(({ text }) => pattern.test(text)).map(({ name }) => name);

describe('the main process', () => {
  it.each([
    [
      'switches a protection of pages off',
      /webSecurity: false|sandbox: false|contextIsolation: false|nodeIntegration\w*: true|webviewTag: true/,
    ],
    [
      'lets insecure or experimental content in',
      /allowRunningInsecureContent: true|experimentalFeatures: true|enableBlinkFeatures/,
    ],
    [
      'gives Chromium a switch that weakens it',
      /appendSwitch|disable-web-security|ignore-certificate-errors|remote-debugging/,
    ],
    [
      'believes a certificate that is none',
      /setCertificateVerifyProc|certificate-error|rejectUnauthorized|NODE_TLS_REJECT_UNAUTHORIZED/,
    ],
    ['runs text as code', /\beval\(|new Function\(|executeJavaScript|insertCSS|\bvm\b'/],
    ['hides Electron’s own warnings', /ELECTRON_DISABLE_SECURITY_WARNINGS/],
    ['serves files as they lie', /registerFileProtocol|interceptFileProtocol|loadFile\(|file:\/\/\$/],
    ['makes dumps of its memory, where people and tokens are', /crashReporter/],
    ['puts a module of the main process into a page', /@electron\/remote|enableRemoteModule/],
  ])('never %s', (_what, pattern) => {
    expect(filesWith(electron, pattern)).toEqual([]);
  });

  it.each([
    ['the system’s browser', /shell\.openExternal/, ['electron/ports/electron-system-browser.ts']],
    ['ipcRenderer', /\bipcRenderer\b/, ['electron/preload.ts']],
    ['ipcMain', /\bipcMain\b/, ['electron/main.ts']],
  ])('reaches %s in one place', (_what, pattern, places) => {
    expect(filesWith(electron, pattern)).toEqual(places);
  });
});

describe('the pages', () => {
  it.each([
    ['text as HTML', /dangerouslySetInnerHTML|\.(inner|outer)HTML\b|insertAdjacentHTML|document\.write/],
    ['text as code', /\beval\(|new Function\(|setTimeout\(\s*['"`]/],
    ['the network', /\bfetch\(|XMLHttpRequest|WebSocket|EventSource|sendBeacon/],
    ['dialogs of their own', /\b(window\.)?(alert|confirm|prompt)\(\s*['"`t]/],
  ])('never use %s', (_what, pattern) => {
    expect(filesWith(renderer, pattern)).toEqual([]);
  });

  it('hold no script, style or handler of their own', () => {
    const pages = readdirSync(path.join(root, 'renderer')).filter((name) => name.endsWith('.html'));
    expect(pages).toContain('index.html');
    for (const page of pages) {
      const text = readFileSync(path.join(root, 'renderer', page), 'utf8');
      expect(text.match(/<script(?![^>]*\bsrc=)|<style|\sstyle=|\son\w+=|javascript:/gi), page).toBeNull();
    }
  });
});
