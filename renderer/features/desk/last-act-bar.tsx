import { CheckCheck, CircleAlert, Clock, LoaderCircle, type LucideIcon, Undo2 } from 'lucide-react';
import { Trans, useTranslation } from 'react-i18next';
import type { ChangeState } from '../../../contract/desk/directory.ts';
import type { LastAct } from '../../../contract/desk/role-changes.ts';
import { useApp, useIsMac, useKnown } from '../../state/use-app.ts';
import { Button } from '../../ui/button.tsx';
import { Kbd } from '../../ui/kbd.tsx';
import { useBuiltInNames } from '../../words/use-built-in-names.ts';
import { useFormat } from '../../words/use-format.ts';
import { isolated, leftToRight } from '../../words/words.ts';

const icons: Record<ChangeState, LucideIcon> = {
  confirmed: CheckCheck,
  waiting: Clock,
  sending: LoaderCircle,
  refused: CircleAlert,
};

/** Milliseconds for which the last act stays in sight; after that it is in the activity list only. */
const inSightFor = 120_000;

/** Whether the last act is still shown, which is also how long its shortcut works. */
export function isInSight(act: LastAct | null, now: number): act is LastAct {
  return act !== null && now - act.time < inSightFor;
}

/** Which words say what was done. The name in them stands between tags. */
export function sentenceOf(act: LastAct) {
  // "Gave … , refused" would say two things at once.
  if (act.state === 'refused') return 'lastAct.recipe';
  switch (act.kind) {
    case 'recipe':
      return act.checkIn ? 'lastAct.checkedIn' : 'lastAct.recipe';
    case 'give':
      return act.checkIn ? 'lastAct.checkedIn' : 'lastAct.give';
    case 'take':
      return 'lastAct.take';
    case 'undo':
      return 'lastAct.undo';
  }
}

/** What was done last, and the way back. */
export function LastActBar({ act }: { readonly act: LastAct }) {
  const { t } = useTranslation();
  const { timeOfDayWithSeconds } = useFormat();
  const app = useApp();
  const mac = useIsMac();
  const names = useBuiltInNames();
  // While nobody gets through, what a try has in its hands is still waiting.
  const offline = useKnown(app.connections)?.reachability.kind === 'offline';
  const state = offline && act.state === 'sending' ? 'waiting' : act.state;
  const Icon = icons[state];
  const key = mac ? t('keys.command') : t('keys.control');
  const stateWords = {
    confirmed: t('lastAct.confirmed'),
    waiting: t('lastAct.waiting'),
    sending: t('lastAct.sending'),
    refused: t('lastAct.refused'),
  };
  return (
    <aside
      className="last-act"
      aria-label={
        act.displayName === null || act.userId === null
          ? t('lastAct.label')
          : t('lastAct.labelNamed', { name: isolated(act.displayName), id: leftToRight(act.userId) })
      }
    >
      <Icon className={state === 'sending' ? 'icon spin' : 'icon'} size={20} aria-hidden="true" />
      <p className="last-act__words">
        <Trans
          t={t}
          i18nKey={sentenceOf(act)}
          values={{
            subject: isolated(names.ofAct(act)),
            name: act.displayName ?? t('lastAct.somebody'),
            time: timeOfDayWithSeconds(act.time),
            state: stateWords[state],
          }}
          components={{ name: <bdi className="last-act__name" /> }}
        />
      </p>
      {act.undoable && (
        <Button look="bar" icon={Undo2} shortcut={<Kbd>{`${key} Z`}</Kbd>} onPress={() => app.desk.undo(act.actId)}>
          {t('lastAct.undoButton')}
        </Button>
      )}
    </aside>
  );
}
