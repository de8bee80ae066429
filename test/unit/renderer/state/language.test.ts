import { expect, it } from 'vitest';
import type { AppInfo } from '../../../../contract/desk/app.ts';
import type { Settings } from '../../../../contract/desk/settings.ts';
import { createFedStore } from '../../../../renderer/state/fed-store.ts';
import { chosenLocale, followLanguage } from '../../../../renderer/state/language.ts';
import { settings } from '../../../gallery/made-up.ts';

const info: AppInfo = { version: '1', platform: 'linux', systemLanguage: 'fr', systemLocales: ['fr-CA', 'de-CH'] };

it('speaks what is chosen, else what the system prefers, in the region of the system', () => {
  expect(chosenLocale('system', info)).toBe('fr-CA');
  expect(chosenLocale('de', info)).toBe('de-CH');
  expect(chosenLocale('ja', info)).toBe('ja-JP');
});

it('follows the settings at once, says nothing before they are known, and nothing twice', async () => {
  let tell: (value: Settings) => void = () => undefined;
  const infoStore = createFedStore<AppInfo>({
    read: async () => ({ ok: true, value: info }),
    subscribe: () => () => undefined,
  });
  const settingsStore = createFedStore<Settings>({
    read: async () => ({ ok: true, value: settings({ language: 'system' }) }),
    subscribe: (listener) => {
      tell = listener;
      return () => undefined;
    },
  });
  const spoken: string[] = [];
  const stop = followLanguage({ info: infoStore, settings: settingsStore }, (locale) => spoken.push(locale));
  expect(spoken).toEqual([]);
  infoStore.start();
  settingsStore.start();
  await expect.poll(() => spoken).toEqual(['fr-CA']);
  tell(settings({ language: 'ar' }));
  tell(settings({ language: 'ar', latestOpened: true }));
  tell(settings({ language: 'system' }));
  expect(spoken).toEqual(['fr-CA', 'ar-EG', 'fr-CA']);
  stop();
  tell(settings({ language: 'ja' }));
  expect(spoken).toHaveLength(3);
});
