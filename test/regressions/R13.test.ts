// magfest/ubersystem#815, #2761, pgeu/pgeu-system#202: ♪ and emoji in badge names turned to "??" or broke exports.
import { expect, it } from 'vitest';
import { deskWith } from '../support/directory/desk-with.ts';
import { person } from '../support/directory/made-up-people.ts';

it('R13: symbols, emoji and right-to-left names come out exactly as they went in, and are found', async () => {
  const badges = ['♪ Melody ♪', '🦊 Fox', '👩‍🚀 Ripley', 'ʕ•ᴥ•ʔ Bear', '𝕮𝖍𝖆𝖗𝖒', 'مريم Mary', 'שרה', 'Z͑ͫ̓ͪ̂ͫ̽a̴̵̞lgo', '🏴‍☠️'];
  const found = ['melody', '🦊', 'ripley', 'bear', 'charm', 'مريم', 'שרה', 'zalgo', '🏴‍☠️'];
  const people = badges.map((preferredName, index) => person({ id: `badge${index}`, preferredName }));
  const { names, search, directory } = await deskWith(people);
  for (const [index, query] of found.entries()) {
    expect(await names(query), query).toContain(badges[index]);
    expect(directory.displayNameOf(`badge${index}`)).toBe(badges[index]);
  }
  // Marks never cut a character in two.
  for (const query of found) {
    for (const { displayName } of (await search(query)).hits) {
      for (const [start, end] of displayName.marks)
        expect(() => encodeURIComponent(displayName.text.slice(start, end))).not.toThrow();
    }
  }
});
