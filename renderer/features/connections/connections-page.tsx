import { ArrowLeft, Download, FilePlus2, GraduationCap, Plug, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ConnectionSummary } from '../../../contract/desk/connections.ts';
import type { DeskError, Result } from '../../../contract/desk/errors.ts';
import { useApp, useKnown } from '../../state/use-app.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Empty } from '../../ui/empty.tsx';
import { useErrorWords } from '../../words/use-error-words.ts';
import { isolated } from '../../words/words.ts';
import './connections.css';

/** The organisations this computer knows: use one, add one from its file, remove one. */
export function ConnectionsPage() {
  const { t } = useTranslation();
  const words = useErrorWords();
  const app = useApp();
  const connections = useKnown(app.connections);
  const changes = useKnown(app.roleChanges);
  const [problem, setProblem] = useState<DeskError | null>(null);
  const [removing, setRemoving] = useState<ConnectionSummary | null>(null);

  // Only the connection in use has told its changes.
  const unsent = removing?.current === true ? (changes?.waiting ?? 0) + (changes?.sending ?? 0) : 0;

  const settle = async (asked: Promise<Result<unknown>>): Promise<void> => {
    const result = await asked;
    setProblem(result.ok ? null : result.error);
  };

  return (
    <main className="page">
      <div className="page__head">
        <Button icon={ArrowLeft} onPress={() => app.screen.setState({ page: 'desk' })}>
          {t('common.back')}
        </Button>
        <h1 className="page__title">{t('connections.title')}</h1>
        <Button icon={FilePlus2} onPress={() => void settle(app.program.ask('connections:choose-file', {}))}>
          {t('connections.add')}
        </Button>
      </div>
      <p className="connections__note">{t('connections.explained')}</p>
      <div role="alert">
        {problem !== null && (
          <Banner tone="refused" title={words(problem.code).happened}>
            {words(problem.code).safe} {words(problem.code).next}
          </Banner>
        )}
      </div>
      {connections?.settings !== undefined && (
        <Banner
          title={connections.settings === 'newer' ? t('connections.settingsNewer') : t('connections.settingsSetAside')}
        >
          {connections.settings === 'newer'
            ? t('connections.settingsNewerExplained')
            : t('connections.settingsSetAsideExplained')}
        </Banner>
      )}
      {connections?.all.length === 0 && (
        <Empty icon={Plug} title={t('connections.none')}>
          <p className="empty__words">{t('connections.explained')}</p>
        </Empty>
      )}
      <ul className="connections" aria-label={t('connections.list')}>
        {connections?.all.map((connection) => {
          const Icon = connection.practice ? GraduationCap : Plug;
          return (
            <li key={connection.id} className="connections__one">
              <Icon className="icon" size={22} aria-hidden="true" />
              <div className="connections__words">
                <p className="connections__name">
                  <bdi>{connection.name}</bdi>
                </p>
                <p className="quiet">{connection.practice ? t('connections.practice') : connection.host}</p>
              </div>
              <div className="connections__acts">
                {connection.current ? (
                  <Chip tone="done">{t('connections.current')}</Chip>
                ) : (
                  <Button
                    label={t('connections.useNamed', { name: isolated(connection.name) })}
                    onPress={() => void settle(app.program.ask('connections:use', { connectionId: connection.id }))}
                  >
                    {t('connections.use')}
                  </Button>
                )}
                {!connection.practice && (
                  <Button
                    icon={Trash2}
                    label={t('connections.removeNamed', { name: isolated(connection.name) })}
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
      {removing !== null && (
        <Dialog
          question
          title={t('connections.removeTitle', { name: isolated(removing.name) })}
          onClose={() => setRemoving(null)}
          acts={
            <>
              <Button icon={Download} onPress={() => void settle(app.program.ask('role-changes:export', {}))}>
                {t('activity.export')}
              </Button>
              <Button autoFocus onPress={() => setRemoving(null)}>
                {t('connections.keep')}
              </Button>
              <Button
                look="danger"
                onPress={() => {
                  setRemoving(null);
                  void settle(app.program.ask('connections:remove', { connectionId: removing.id }));
                }}
              >
                {t('connections.removeConfirm')}
              </Button>
            </>
          }
        >
          {unsent > 0 && (
            <p>
              <strong>{t('connections.removeLoses', { count: unsent })}</strong>
            </p>
          )}
          <p>{t('connections.removeExplained')}</p>
        </Dialog>
      )}
    </main>
  );
}
