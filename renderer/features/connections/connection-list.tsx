import { FilePlus2, GraduationCap, Link2, PencilLine, Plug, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ConnectionSummary } from '../../../contract/desk/connections.ts';
import type { DeskError, Result } from '../../../contract/desk/errors.ts';
import { useApp, useKnown } from '../../state/use-app.ts';
import { Button } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { useBuiltInNames } from '../../words/use-built-in-names.ts';
import { isolated } from '../../words/words.ts';
import { ProblemBanner } from '../shell/problem-banner.tsx';
import { SettingsBanner } from './connection-notices.tsx';
import { RemoveQuestion } from './remove-question.tsx';

/** Use one, add one, look at one, remove one. */
export function ConnectionList() {
  const { t } = useTranslation();
  const app = useApp();
  const { show } = app.connectionPages;
  const names = useBuiltInNames();
  const connections = useKnown(app.connections);
  const [problem, setProblem] = useState<DeskError | null>(null);
  const [removing, setRemoving] = useState<ConnectionSummary | null>(null);

  const settle = async (asked: Promise<Result<unknown>>): Promise<void> => {
    const result = await asked;
    setProblem(result.ok ? null : result.error);
  };

  return (
    <main className="page">
      <PageHead
        back={t('common.back')}
        onBack={() => app.screen.setState({ page: 'desk' })}
        title={t('connections.title')}
      />
      <p className="connections__note">{t('connections.explained')}</p>
      <div role="alert">{problem !== null && <ProblemBanner error={problem} />}</div>
      <SettingsBanner />
      <ul className="connections" aria-label={t('connections.list')}>
        {connections?.all.map((connection) => {
          const Icon = connection.practice ? GraduationCap : Plug;
          const shownName = names.ofConnection(connection);
          const name = isolated(shownName);
          return (
            <li key={connection.id} className="connections__one">
              <Icon className="icon" size={22} aria-hidden="true" />
              <div className="connections__words">
                <p className="connections__name">
                  <bdi>{shownName}</bdi>
                </p>
                <p className="quiet">
                  {connection.practice ? t('connections.practice') : <bdi>{connection.host}</bdi>}
                </p>
              </div>
              <div className="connections__acts">
                {connection.current ? (
                  <Chip tone="done">{t('connections.current')}</Chip>
                ) : (
                  <Button
                    label={t('connections.useNamed', { name })}
                    onPress={() =>
                      app.stations.leave(
                        () => void settle(app.program.ask('connections:use', { connectionId: connection.id })),
                      )
                    }
                  >
                    {t('connections.use')}
                  </Button>
                )}
                {/* The practice service is not there while it is not in use. */}
                {(!connection.practice || connection.current) && (
                  <Button
                    label={t('connections.detailsNamed', { name })}
                    onPress={() => show({ kind: 'details', connectionId: connection.id })}
                  >
                    {t('connections.details')}
                  </Button>
                )}
                {!connection.practice && (
                  <Button
                    icon={Trash2}
                    label={t('connections.removeNamed', { name })}
                    onPress={() => setRemoving(connection)}
                  >
                    {t('connections.remove')}
                  </Button>
                )}
              </div>
            </li>
          );
        })}
      </ul>
      <div className="connections__add">
        <Button icon={Link2} onPress={() => show({ kind: 'paste' })}>
          {t('connections.addLink')}
        </Button>
        <Button
          icon={FilePlus2}
          onPress={() => app.leaveForms(() => void settle(app.program.ask('connections:choose-file', {})))}
        >
          {t('connections.add')}
        </Button>
        <Button icon={PencilLine} onPress={() => show({ kind: 'form', connectionId: null })}>
          {t('connections.setUp')}
        </Button>
      </div>
      {removing !== null && (
        <RemoveQuestion
          connection={removing}
          onClose={() => setRemoving(null)}
          onRemove={() => {
            setRemoving(null);
            void settle(app.program.ask('connections:remove', { connectionId: removing.id }));
          }}
        />
      )}
    </main>
  );
}
