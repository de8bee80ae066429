import type { i18n } from 'i18next';
import type { ReactNode } from 'react';
import { I18nProvider } from 'react-aria-components';
import { I18nextProvider, useTranslation } from 'react-i18next';

/** Gives the screens their words, and the components of the library theirs, which side is the first one included. */
export function WordsProvider({ words, children }: { readonly words: i18n; readonly children: ReactNode }) {
  return (
    <I18nextProvider i18n={words}>
      <InLocale>{children}</InLocale>
    </I18nextProvider>
  );
}

function InLocale({ children }: { readonly children: ReactNode }) {
  const { i18n } = useTranslation();
  return <I18nProvider locale={i18n.language}>{children}</I18nProvider>;
}
