import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DeskError } from '../../../contract/desk/errors.ts';
import type { Settings } from '../../../contract/desk/settings.ts';
import { useApp, useKnown } from '../../state/use-app.ts';
import { Choice } from '../../ui/choice.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { DirectoryFacts } from './directory-facts.tsx';
import { LanguageField } from './language-field.tsx';
import { SettingsFileBanner } from './settings-file-banner.tsx';
import './settings.css';
import { ProblemBanner } from '../shell/problem-banner.tsx';

/** What can be chosen. A value written into the file by hand that is none of them is offered too. */
const choices = {
  snapshotDays: [1, 7, 14, 30, 90],
  activityDays: [30, 180, 365, null],
  lockAfterMinutes: [5, 15, 30, 60, null],
} as const;

function Row(props: { readonly title: string; readonly explained: string; readonly children: ReactNode }) {
  return (
    <div className="setting">
      <div className="setting__words">
        <h2 className="setting__title">{props.title}</h2>
        <p className="quiet">{props.explained}</p>
      </div>
      {props.children}
    </div>
  );
}

function YesOrNo(props: {
  readonly title: string;
  readonly explained: string;
  readonly value: boolean;
  readonly onChange: (value: boolean) => void;
}) {
  const { t } = useTranslation();
  const { title, explained, value, onChange } = props;
  return (
    <Row title={title} explained={explained}>
      <Choice
        label={title}
        value={value ? 'yes' : 'no'}
        options={[
          { value: 'no', words: t('settings.no') },
          { value: 'yes', words: t('settings.yes') },
        ]}
        onChange={(chosen) => onChange(chosen === 'yes')}
      />
    </Row>
  );
}

/** A length of time. `without`: what no limit is called, where there may be none. */
function Length<Value extends number | null>(props: {
  readonly title: string;
  readonly explained: string;
  readonly value: Value;
  readonly offered: readonly Value[];
  readonly unit: 'days' | 'minutes';
  readonly without?: string;
  readonly onChange: (value: Value) => void;
}) {
  const { t } = useTranslation();
  const { title, explained, value, offered, unit, without, onChange } = props;
  const all = offered.includes(value) ? offered : [value, ...offered];
  const inWords = (count: number): string =>
    unit === 'days' ? t('settings.days', { count }) : t('settings.minutes', { count });
  return (
    <Row title={title} explained={explained}>
      <Choice
        label={title}
        value={String(value)}
        options={all.map((each) => ({
          value: String(each),
          words: each === null ? (without ?? '') : inWords(each),
        }))}
        onChange={(chosen) => {
          const found = all.find((each) => String(each) === chosen);
          if (found !== undefined) onChange(found);
        }}
      />
    </Row>
  );
}

/** What holds on this computer, whoever is signed in. */
export function SettingsPage() {
  const { t } = useTranslation();
  const app = useApp();
  const settings = useKnown(app.settings);
  const signedIn = useKnown(app.session)?.kind === 'signed-in';
  const [problem, setProblem] = useState<DeskError | null>(null);

  const change = async (changes: Partial<Settings>): Promise<void> => {
    const result = await app.program.ask('settings:change', changes);
    setProblem(result.ok ? null : result.error);
  };

  return (
    <main className="page">
      <PageHead
        back={t('common.back')}
        onBack={() => app.screen.setState({ page: 'desk' })}
        title={t('settings.title')}
      />
      <p className="settings__note">{t('settings.explained')}</p>
      <div role="alert">{problem !== null && <ProblemBanner error={problem} />}</div>
      <SettingsFileBanner />
      {settings !== null && (
        <div className="settings">
          <Row title={t('settings.language')} explained={t('settings.languageExplained')}>
            <LanguageField onProblem={setProblem} />
          </Row>
          <YesOrNo
            title={t('settings.latestOpened')}
            explained={t('settings.latestOpenedExplained')}
            value={settings.latestOpened}
            onChange={(latestOpened) => void change({ latestOpened })}
          />
          <Length
            title={t('settings.snapshotDays')}
            explained={t('settings.snapshotDaysExplained')}
            value={settings.snapshotDays}
            offered={choices.snapshotDays}
            unit="days"
            onChange={(snapshotDays) => void change({ snapshotDays })}
          />
          <Length
            title={t('settings.activityDays')}
            explained={t('settings.activityDaysExplained')}
            value={settings.activityDays}
            offered={choices.activityDays}
            unit="days"
            without={t('settings.always')}
            onChange={(activityDays) => void change({ activityDays })}
          />
          <YesOrNo
            title={t('settings.lateUndo')}
            explained={t('settings.lateUndoExplained')}
            value={settings.lateUndoNeedsUnlock}
            onChange={(lateUndoNeedsUnlock) => void change({ lateUndoNeedsUnlock })}
          />
          <Length
            title={t('settings.lock')}
            explained={t('settings.lockExplained')}
            value={settings.lockAfterMinutes}
            offered={choices.lockAfterMinutes}
            unit="minutes"
            without={t('settings.never')}
            onChange={(lockAfterMinutes) => void change({ lockAfterMinutes })}
          />
          <Row title={t('sounds.volume')} explained={t('sounds.volumeExplained')}>
            <Choice
              label={t('sounds.volume')}
              value={settings.soundVolume}
              options={[
                { value: 'off', words: t('sounds.off') },
                { value: 'quiet', words: t('sounds.quiet') },
                { value: 'normal', words: t('sounds.normal') },
                { value: 'loud', words: t('sounds.loud') },
              ]}
              onChange={(soundVolume) => {
                // Heard as chosen, before it is kept.
                app.sounds.play('done', soundVolume);
                void change({ soundVolume });
              }}
            />
          </Row>
          <YesOrNo
            title={t('sounds.screen')}
            explained={t('sounds.screenExplained')}
            value={settings.keepScreenOn}
            onChange={(keepScreenOn) => void change({ keepScreenOn })}
          />
        </div>
      )}
      {signedIn && <DirectoryFacts />}
    </main>
  );
}
