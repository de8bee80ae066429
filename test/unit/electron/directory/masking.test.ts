import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { maskEmail, maskPhone } from '../../../../electron/directory/masking.ts';

describe('masking', () => {
  it('leaves the first letter and the domain of an e-mail, and what was typed', () => {
    expect(maskEmail('maria.n@example.org')).toBe('m•••@example.org');
    expect(maskEmail('maria.n@example.org', 5)).toBe('maria•••@example.org');
    expect(maskEmail('maria.n@example.org', 7)).toBe('maria.n@example.org');
    expect(maskEmail('no-address')).toBe('n•••');
    expect(maskEmail('')).toBe('');
    expect(maskEmail('🦊fox@example.org')).toBe('🦊•••@example.org');
  });

  it('never shows more of an e-mail than was typed', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z.]{2,12}$/u), fc.nat(12), (local, shown) => {
        const masked = maskEmail(`${local}@example.org`, shown);
        const visible = Math.max(1, Math.min(shown, local.length));
        expect(masked.split('@')[0]).toBe(local.slice(0, visible) + (visible < local.length ? '•••' : ''));
      }),
    );
  });

  it('leaves the last four digits of a phone, and none of a number that has no more', () => {
    expect(maskPhone('+34600123456')).toBe('+•••••••3456');
    expect(maskPhone('+34600123456', [[3, 7]])).toBe('+••6001•3456');
    expect(maskPhone('1234')).toBe('••••');
    expect(maskPhone('+٩٦٦ ٥٠ ١٢٣ ٤٥٦٧')).toBe('+••• •• ••• ٤٥٦٧');
    expect(maskPhone('０９０-１２３４５', [[0, 3]])).toBe('０９０-•２３４５');
  });
});
