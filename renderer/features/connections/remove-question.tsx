import { Check, Download } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RequestOutput } from '../../../contract/desk/channel-map.ts';
import type { ConnectionSummary } from '../../../contract/desk/connections.ts';
import type { DeskError } from '../../../contract/desk/errors.ts';
import { useApp } from '../../state/use-app.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useFormat } from '../../words/use-format.ts';
import { isolated } from '../../words/words.ts';
import { ProblemBanner } from '../shell/problem-banner.tsx';

type Unsent = RequestOutput<'connections:unsent'>;

/** Names what goes with a connection before it goes, whether it is the one in use or not. */
export function RemoveQuestion(props: {
  readonly connection: ConnectionSummary;
  readonly onClose: () => void;
  readonly onRemove: () => void;
}) {
  const { connection, onClose, onRemove } = props;
  const { t } = useTranslation();
  const app = useApp();
  const [unsent, setUnsent] = useState<Unsent | 'unknown' | null>(null);
  const [saved, setSaved] = useState(false);
  const [problem, setProblem] = useState<DeskError | null>(null);
  const { id: connectionId } = connection;

  useEffect(() => {
    let asked = true;
    void app.program.ask('connections:unsent', { connectionId }).then((result) => {
      if (asked) setUnsent(result.ok ? result.value : 'unknown');
    });
    return () => {
      asked = false;
    };
  }, [app, connectionId]);

  const save = async (): Promise<void> => {
    const result = await app.program.ask('connections:export-journal', { connectionId });
    setProblem(result.ok ? null : result.error);
    if (result.ok) setSaved(result.value.saved);
  };

  return (
    <Dialog
      question
      wide
      title={t('connections.removeTitle', { name: isolated(connection.name) })}
      onClose={onClose}
      acts={
        <>
          <Button icon={saved ? Check : Download} onPress={() => void save()}>
            {saved ? t('connections.saved') : t('activity.export')}
          </Button>
          <Button autoFocus onPress={onClose}>
            {t('connections.keep')}
          </Button>
          {/* Not before it is known what goes with it. */}
          {unsent !== null && (
            <Button look="danger" onPress={onRemove}>
              {t('connections.removeConfirm')}
            </Button>
          )}
        </>
      }
    >
      <div role="status">
        {unsent === 'unknown' && (
          <p>
            <strong>{t('connections.removeUnknown')}</strong>
          </p>
        )}
        {unsent !== null && unsent !== 'unknown' && <Loss unsent={unsent} />}
      </div>
      <p>{t('connections.removeExplained')}</p>
      <div role="alert">{problem !== null && <ProblemBanner error={problem} />}</div>
    </Dialog>
  );
}

function Loss({ unsent }: { readonly unsent: Unsent }) {
  const { t } = useTranslation();
  const { timeNear } = useFormat();
  const { waiting, refused, first } = unsent;
  const more = waiting + refused - first.length;
  const now = Date.now();
  return (
    <>
      {waiting > 0 && (
        <p>
          <strong>{t('connections.removeLoses', { count: waiting })}</strong>
        </p>
      )}
      {refused > 0 && (
        <p>
          <strong>{t('connections.removeRefused', { count: refused })}</strong>
        </p>
      )}
      {first.length > 0 && (
        <ul className="unsent">
          {first.map((change) => {
            const name = isolated(change.displayName ?? t('connections.personNumber', { id: change.userId }));
            const role = isolated(change.roleName);
            return (
              <li key={`${change.time} ${change.userId} ${change.roleName}`}>
                {change.wanted === 'held'
                  ? t('connections.unsentGiven', { role, name })
                  : t('connections.unsentTaken', { role, name })}{' '}
                <span className="quiet">
                  {t('connections.unsentBy', { operator: isolated(change.operator), time: timeNear(change.time, now) })}
                </span>
              </li>
            );
          })}
          {more > 0 && <li>{t('connections.removeMore', { count: more })}</li>}
        </ul>
      )}
    </>
  );
}
