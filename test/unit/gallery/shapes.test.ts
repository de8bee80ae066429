import { describe, expect, it } from 'vitest';
import { addressOf, readLook, usualLook } from '../../gallery/look.ts';
import { isSameShape, shapeDifferences } from '../../gallery/shapes.ts';

const button = 'button.button--primary ×2 | 900,300 160×60 … 900,400 160×60 | on 3b45d6, ink ffffff, text 18px 650';

describe('a shape', () => {
  it('is the same a few pixels away, as another Chromium rounds letters', () => {
    expect(isSameShape(button, button.replace('160×60', '162×60').replace('900,300', '898,301'))).toBe(true);
  });

  it.each([
    ['a place', button.replace('900,300', '908,300')],
    ['a size', button.replace('160×60 …', '160×52 …')],
    ['a colour', button.replace('3b45d6', '3b45d7')],
    ['a weight', button.replace('650', '600')],
    ['a count', button.replace('×2 |', '×3 |')],
    ['what is not measured', button.replace('900,300 160×60', '~,300 ~×60')],
  ])('is another where %s differs', (_what, other) => {
    expect(isSameShape(button, other)).toBe(false);
  });

  it('says what is gone, new and changed', () => {
    const mark = 'mark | 10,10 20×20 | on fff0b3, ink 11161d, text 16.5px 600';
    const chip = 'chip | 40,10 60×26 | on ffffff, ink 4a5563, text 13px 600';
    expect(shapeDifferences([button, mark], [button.replace('3b45d6', '000000'), chip])).toEqual([
      `− ${mark}`,
      `− ${button}`,
      `+ ${button.replace('3b45d6', '000000')}`,
      `+ ${chip}`,
    ]);
    expect(shapeDifferences([button, mark], [button, mark])).toEqual([]);
  });
});

it('a look goes into an address and comes out of it', () => {
  const look = { theme: 'dark', contrast: 'more', direction: 'rtl', language: 'ar' } as const;
  expect(readLook(addressOf('desk-open', look))).toEqual(look);
  expect(readLook(addressOf('desk-open', usualLook))).toEqual(usualLook);
  expect(addressOf('desk-open', usualLook)).toBe('?state=desk-open');
  expect(readLook('?state=x&theme=blue')).toEqual(usualLook);
});
