import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { languages } from '../../../../contract/desk/language.ts';
import { readGuide } from '../../../../renderer/features/help/read-guide.ts';
import { helpTopics } from '../../../../renderer/state/help-topics.ts';
import { languages as spoken } from '../../../../renderer/words/languages.ts';

const docs = path.resolve(import.meta.dirname, '../../../../docs');
const fileOf = (language: string): string =>
  path.join(docs, language === 'en' ? 'operator-guide.md' : `operator-guide.${language}.md`);
const guideIn = (language: string) => readGuide(readFileSync(fileOf(language), 'utf8'));

describe('the guide', () => {
  it.each(languages)('in %s has a chapter for every place help is opened at, in one order', (language) => {
    expect(guideIn(language).map(({ topic }) => topic)).toEqual(helpTopics);
  });

  it.each(languages)('in %s says as much as in English: the same blocks, steps and keys', (language) => {
    const shape = (of: string) =>
      guideIn(of).map(({ topic, blocks }) => ({
        topic,
        blocks: blocks.map((block) => (block.kind === 'steps' ? block.items.length : 'paragraph')),
        keys: blocks
          .flatMap((block) => (block.kind === 'steps' ? block.items.flat() : block.pieces))
          .flatMap(({ kind, text }) => (kind === 'key' ? [text] : []))
          .sort(),
      }));
    expect(shape(language)).toEqual(shape('en'));
  });

  it.each(languages)('in %s calls what is pressed as the screen does', async (language) => {
    const words = JSON.stringify(await spoken[language].load());
    const pressed = [...readFileSync(fileOf(language), 'utf8').matchAll(/\*\*([^*]+)\*\*/g)].flatMap(([, text]) =>
      (text ?? '').split('→').map((part) => part.trim()),
    );
    // The button of the service's own page.
    const unknown = pressed.filter((text) => text !== 'Authorize' && !words.includes(`"${text}"`));
    expect(pressed.length).toBeGreaterThan(10);
    expect(unknown).toEqual([]);
  });

  it.each(languages)('in %s leads through the menu by what stands there', async (language) => {
    const { bar, help, rushBoard } = await spoken[language].load();
    const entries: readonly string[] = [...Object.values(bar), help.title, rushBoard.title];
    const paths = [...readFileSync(fileOf(language), 'utf8').matchAll(/\*\*([^*→]+)→([^*]+)\*\*/g)].map(
      ([, menu, entry]) => [menu?.trim(), entry?.trim()],
    );
    expect(paths.length).toBeGreaterThan(4);
    for (const [menu, entry] of paths) {
      expect(menu).toBe(bar.menu);
      expect(entries).toContain(entry);
    }
  });

  it('has its pictures, none above 150 KB', () => {
    const pictures = [...readFileSync(fileOf('en'), 'utf8').matchAll(/\]\((pictures\/[\w-]+\.png)\)/g)].map(
      ([, name]) => name ?? '',
    );
    expect(pictures.length).toBeGreaterThan(3);
    const there = readdirSync(path.join(docs, 'pictures')).map((name) => `pictures/${name}`);
    expect(pictures.filter((name) => !there.includes(name))).toEqual([]);
    for (const name of pictures) expect(readFileSync(path.join(docs, name)).length, name).toBeLessThan(150_000);
  });
});

describe('reading', () => {
  const chapter = (body: string) => readGuide(`# Guide\n\n<!-- help: find -->\n## Find\n${body}`)[0];

  it('tells words of the screen and keys from the rest', () => {
    expect(chapter('Press **Undo**, or `Ctrl` `Z`.\n')?.blocks).toEqual([
      {
        kind: 'paragraph',
        pieces: [
          { kind: 'plain', text: 'Press ' },
          { kind: 'strong', text: 'Undo' },
          { kind: 'plain', text: ', or ' },
          { kind: 'key', text: 'Ctrl' },
          { kind: 'plain', text: ' ' },
          { kind: 'key', text: 'Z' },
          { kind: 'plain', text: '.' },
        ],
      },
    ]);
  });

  it('joins the lines of a step, leaves pictures out and ends at the line below the last chapter', () => {
    const read = chapter('1. One\n   goes on.\n2. Two.\n\n![A picture](x.png)\n\nThe end.\n\n---\nFor others.\n');
    expect(read?.blocks).toEqual([
      { kind: 'steps', items: [[{ kind: 'plain', text: 'One goes on.' }], [{ kind: 'plain', text: 'Two.' }]] },
      { kind: 'paragraph', pieces: [{ kind: 'plain', text: 'The end.' }] },
    ]);
  });

  it('refuses a chapter nobody can open', () => {
    expect(() => readGuide('<!-- help: fnid -->\n## Find\nText.\n')).toThrow(/fnid/);
  });
});
