// thewca/worldcubeassociation.org#15324: the unaccented prefix "Je" did not list accented names.
import { expect, it } from 'vitest';
import { deskWith } from '../support/directory/desk-with.ts';
import { person } from '../support/directory/made-up-people.ts';

it('R05: every beginning, with or without accents, lists the accented and the plain name', async () => {
  const pairs = [
    ['Jérôme', 'Jerome'],
    ['Åsa', 'Asa'],
    ['Łukasz', 'Lukasz'],
    ['Øystein', 'Oystein'],
    ['Nguyễn', 'Nguyen'],
    ['Đorđe', 'Dorde'],
    ['Çağrı', 'Cagri'],
    ['Ťahún', 'Tahun'],
  ] as const;
  for (const [accented, plain] of pairs) {
    const { names } = await deskWith([person({ preferredName: accented }), person({ preferredName: plain })]);
    for (const typed of [accented, plain]) {
      for (let length = 1; length <= typed.length; length += 1) {
        expect((await names(typed.slice(0, length))).sort(), typed.slice(0, length)).toEqual([accented, plain].sort());
      }
    }
  }
});
