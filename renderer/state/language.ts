import type { AppInfo } from '../../contract/desk/app.ts';
import type { LanguageChoice } from '../../contract/desk/language.ts';
import type { Settings } from '../../contract/desk/settings.ts';
import { localeOf } from '../words/languages.ts';
import { type FedStore, known } from './fed-store.ts';

/** The locale to speak. Pure. */
export function chosenLocale(choice: LanguageChoice, info: AppInfo): string {
  return localeOf(choice === 'system' ? info.systemLanguage : choice, info.systemLocales);
}

/** Speaks what the settings say, from the moment they and the system's languages are known. Answers with the function that stops. */
export function followLanguage(
  app: { readonly info: FedStore<AppInfo>; readonly settings: FedStore<Settings> },
  speak: (locale: string) => void,
): () => void {
  let spoken: string | null = null;
  const follow = (): void => {
    const info = known(app.info.store.getState());
    const settings = known(app.settings.store.getState());
    if (info === null || settings === null) return;
    const locale = chosenLocale(settings.language, info);
    if (locale === spoken) return;
    spoken = locale;
    speak(locale);
  };
  follow();
  const stops = [app.info.store.subscribe(follow), app.settings.store.subscribe(follow)];
  return () => {
    for (const stop of stops) stop();
  };
}
