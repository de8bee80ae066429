import { useTranslation } from 'react-i18next';
import type { DeskError } from '../../../contract/desk/errors.ts';
import type { LanguageChoice } from '../../../contract/desk/language.ts';
import { useApp, useKnown } from '../../state/use-app.ts';
import { SelectField } from '../../ui/select-field.tsx';
import { languageCodes, languages } from '../../words/languages.ts';

/** What Rolecall speaks; it changes at once. Each language is called what its own speakers call it. */
export function LanguageField({ onProblem }: { readonly onProblem: (problem: DeskError | null) => void }) {
  const { t } = useTranslation();
  const app = useApp();
  const settings = useKnown(app.settings);
  const info = useKnown(app.info);
  if (settings === null || info === null) return null;
  const choose = async (language: LanguageChoice): Promise<void> => {
    const result = await app.program.ask('settings:change', { language });
    onProblem(result.ok ? null : result.error);
  };
  return (
    <SelectField<LanguageChoice>
      label={t('settings.language')}
      labelHidden
      value={settings.language}
      options={[
        {
          value: 'system',
          words: t('settings.languageSystem', { language: languages[info.systemLanguage].name }),
        },
        ...languageCodes.map((code) => ({ value: code, words: languages[code].name, lang: code })),
      ]}
      onChange={(language) => void choose(language)}
    />
  );
}
