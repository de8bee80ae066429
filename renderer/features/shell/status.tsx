import { Check, CircleAlert, Clock, KeyRound, LoaderCircle, WifiOff } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useApp, useKnown, useNow } from '../../state/use-app.ts';
import { StatusPill } from '../../ui/status-pill.tsx';
import { useSpanWords } from '../../words/use-span-words.ts';
import { stageOf } from '../lists/runs.tsx';
import { describeStatus } from './describe-status.ts';

/** Queue and connection in one pill. */
export function Status() {
  const { t } = useTranslation();
  const span = useSpanWords();
  const now = useNow(1000);
  const app = useApp();
  const changes = useKnown(app.roleChanges);
  const connections = useKnown(app.connections);
  const session = useKnown(app.session);
  const lists = useKnown(app.lists.fed);
  const status = describeStatus(
    changes,
    connections?.reachability ?? { kind: 'unknown' },
    session?.kind === 'signed-in' && session.notice !== null,
    lists?.runs.some((run) => stageOf(run) === 'paused') === true,
  );

  const ticking = (oldestAt: number | null, nextTryAt: number | null): string[] => [
    ...(oldestAt === null ? [] : [t('status.oldest', { age: span(now - oldestAt) })]),
    ...(nextTryAt === null ? [] : [t('status.nextTry', { wait: span(nextTryAt - now) })]),
  ];

  switch (status.kind) {
    case 'refused':
      return (
        <StatusPill
          tone="refused"
          icon={CircleAlert}
          words={t('status.refused', { count: status.count })}
          ticking={[]}
        />
      );
    case 'sign-in-needed':
      return <StatusPill tone="waiting" icon={KeyRound} words={t('status.signInEnded')} ticking={[]} />;
    case 'offline':
      return (
        <StatusPill
          tone="waiting"
          icon={WifiOff}
          words={
            status.kept === 0
              ? t(status.portal ? 'status.portal' : 'status.offline')
              : [
                  t('status.offlineKept', { count: status.kept }),
                  ...(status.portal ? [t('status.wifiAsks')] : []),
                ].join(' · ')
          }
          ticking={ticking(status.kept === 0 ? null : status.oldestAt, status.nextTryAt)}
        />
      );
    case 'waiting':
      return (
        <StatusPill
          tone="waiting"
          icon={Clock}
          words={[
            t('status.waiting', { count: status.count }),
            ...(status.listPaused ? [t('status.listPaused')] : []),
          ].join(' · ')}
          ticking={ticking(status.oldestAt, status.nextTryAt)}
        />
      );
    case 'sending':
      return (
        <StatusPill
          tone="plain"
          icon={LoaderCircle}
          spinning
          words={t('status.sending', { count: status.count })}
          ticking={[]}
        />
      );
    case 'connecting':
      return <StatusPill tone="plain" icon={LoaderCircle} spinning words={t('status.connecting')} ticking={[]} />;
    case 'all-confirmed':
      return <StatusPill tone="done" icon={Check} words={t('status.allConfirmed')} ticking={[]} />;
  }
}
