import { History, ListTree } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Reachability } from '../../../contract/desk/connections.ts';
import { useApp, useKnown } from '../../state/use-app.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useErrorWords } from '../../words/use-error-words.ts';
import { useFormat } from '../../words/use-format.ts';
import { isolated } from '../../words/words.ts';
import './offline-explained.css';

/** What being offline means for somebody at the desk, and the two places that tell more. */
export function OfflineExplained(props: {
  readonly reachability: Extract<Reachability, { kind: 'offline' }>;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  const format = useFormat();
  const app = useApp();
  const { since, reason } = props.reachability;
  const why = useErrorWords()(reason);
  const changes = useKnown(app.roleChanges);
  const connectionId = useKnown(app.connections)?.all.find((each) => each.current)?.id;
  const kept = (changes?.waiting ?? 0) + (changes?.sending ?? 0);
  const go = (page: 'activity' | 'connections'): void => {
    if (page === 'connections' && connectionId !== undefined) {
      app.connectionPages.show({ kind: 'details', connectionId });
    }
    if (page === 'activity') void app.activity.show('open');
    props.onClose();
    app.screen.setState({ page });
  };
  return (
    <Dialog
      wide
      title={t('offline.title', { time: isolated(format.timeNear(since, Date.now())) })}
      onClose={props.onClose}
      acts={
        <>
          <Button icon={ListTree} onPress={() => go('connections')}>
            {t('offline.details')}
          </Button>
          {kept > 0 && (
            <Button icon={History} onPress={() => go('activity')}>
              {t('offline.showKept')}
            </Button>
          )}
          <Button autoFocus onPress={props.onClose}>
            {t('common.close')}
          </Button>
        </>
      }
    >
      <div className="offline-explained">
        <p>{format.sentences([why.happened, why.safe])}</p>
        <p>
          {kept === 0 ? t('offline.nothingKept') : t('offline.kept', { count: kept, formatted: format.number(kept) })}
        </p>
        <p>{why.next}</p>
      </div>
    </Dialog>
  );
}
