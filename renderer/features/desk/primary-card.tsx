import {
  ArrowRight,
  Check,
  CircleAlert,
  CircleDashed,
  Clock,
  LoaderCircle,
  type LucideIcon,
  RotateCcw,
  Undo2,
  UserRoundCheck,
} from 'lucide-react';
import { memo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PersonRole } from '../../../contract/desk/directory.ts';
import type { Recipe } from '../../../contract/desk/stations.ts';
import { type PrimaryStage, primaryIsPossible, primaryStage, wasInBefore } from '../../state/primary.ts';
import { useApp } from '../../state/use-app.ts';
import { Button } from '../../ui/button.tsx';
import { EnterKey } from '../../ui/kbd.tsx';
import { useBuiltInNames } from '../../words/use-built-in-names.ts';
import { useErrorWords } from '../../words/use-error-words.ts';
import { useFormat } from '../../words/use-format.ts';
import { isolated } from '../../words/words.ts';

type Set = Exclude<PrimaryStage, 'not-set-up'>;

const looks: Record<Set, 'dashed' | 'done' | 'waiting' | 'refused'> = {
  open: 'dashed',
  done: 'done',
  'under-way': 'waiting',
  'taking-back': 'waiting',
  refused: 'refused',
  'refused-taking-back': 'refused',
};

function iconOf(stage: Set, primary: PersonRole, before: boolean): LucideIcon {
  switch (stage) {
    case 'open':
      return CircleDashed;
    case 'done':
      return before ? UserRoundCheck : Check;
    case 'under-way':
    case 'taking-back':
      return primary.state === 'sending' ? LoaderCircle : Clock;
    case 'refused':
    case 'refused-taking-back':
      return CircleAlert;
  }
}

function usePrimaryWords(
  displayName: string,
  checkInRoleId: string | null,
  conventionName: string,
  before: boolean,
): (stage: Set, primary: PersonRole) => { title: string; words: string } {
  const { t } = useTranslation();
  const errorWords = useErrorWords();
  const { timeNear, sentences } = useFormat();
  const name = isolated(displayName);
  return (stage, primary) => {
    const checkIn = primary.roleId === checkInRoleId;
    const role = primary.roleName;
    const time = primary.at === null ? null : timeNear(primary.at, Date.now());
    const held =
      time === null
        ? checkIn
          ? before
            ? t('primary.already')
            : t('primary.checkedIn')
          : t('primary.has', { role })
        : checkIn
          ? before
            ? t('primary.alreadyIn', { time })
            : t('primary.checkedInAt', { time })
          : t('primary.at', { role, time });
    const notHeld = checkIn ? t('primary.notCheckedIn') : t('primary.not', { role });
    const onItsWay = primary.state === 'sending' ? t('primary.sending') : t('primary.waiting');
    const refusal = errorWords(primary.refusal?.code ?? 'bug');
    const why = sentences([refusal.happened, refusal.safe, refusal.next]);
    switch (stage) {
      case 'open':
        return {
          title: notHeld,
          words: checkIn
            ? t('primary.nobodyYet', { name, place: isolated(conventionName) })
            : t('primary.nobodyGave', { name }),
        };
      case 'done':
        return {
          title: held,
          words:
            primary.roleScope === 'global'
              ? t('primary.everywhere')
              : primary.by === null
                ? t('primary.elsewhere')
                : t('primary.here', { operator: isolated(primary.by) }),
        };
      case 'under-way':
        return { title: held, words: onItsWay };
      case 'taking-back':
        return { title: t('primary.takingBack'), words: onItsWay };
      case 'refused':
        return { title: checkIn ? t('primary.refusedTitle') : t('primary.refusedTitleOther', { role }), words: why };
      case 'refused-taking-back':
        return { title: t('primary.refusedTakeBack'), words: why };
    }
  };
}

/**
 * How the primary act stands, by shape, word, icon and colour, and the one filled button: what Enter does next.
 * Dashed is not yet, filled is done.
 */
export const PrimaryCard = memo(function PrimaryCard(props: {
  readonly displayName: string;
  readonly primary: PersonRole | null;
  readonly recipe: Recipe | null;
  /** The role that says somebody is in: its words are about arriving rather than about holding a role. */
  readonly checkInRoleId: string | null;
  readonly conventionName: string;
  readonly mayChangeRoles: boolean;
  /** Enter is meant for this person, not for another row of the list. */
  readonly enterIsHere: boolean;
}) {
  const { displayName, primary, recipe, checkInRoleId, conventionName, mayChangeRoles, enterIsHere } = props;
  const { t } = useTranslation();
  const { desk } = useApp();
  const [openedAt] = useState(() => Date.now());
  const before = primary !== null && wasInBefore(primary, openedAt);
  const names = useBuiltInNames();
  const wordsOf = usePrimaryWords(displayName, checkInRoleId, conventionName, before);
  const stage = primaryStage(primary, recipe);
  const possible = primaryIsPossible({ primary }, recipe, mayChangeRoles);
  const enter = enterIsHere && <EnterKey />;

  const next = (look: 'done' | 'primary') => (
    <Button look={look} icon={ArrowRight} shortcut={enter} onPress={() => desk.nextPerson()}>
      {t('person.next')}
    </Button>
  );

  if (stage === 'not-set-up' || primary === null || recipe === null) {
    return (
      <div className="primary-card primary-card--dashed">
        <div className="primary-card__words">
          <p className="primary-card__more">{t('person.noRecipe')}</p>
        </div>
        {next('primary')}
      </div>
    );
  }

  const { title, words } = wordsOf(stage, primary);
  const Icon = iconOf(stage, primary, before);
  const look = stage === 'done' && before ? 'before' : looks[stage];
  const run = (
    <Button look="primary" shortcut={enter} onPress={() => desk.runPrimary()}>
      {names.ofRecipe(recipe)}
    </Button>
  );
  const takeBack = (
    // It is not there any more once it was pressed: the focus goes back to the search in any case.
    <Button icon={Undo2} onPress={() => desk.toggleRole(primary, true)}>
      {t('person.takeBack')}
    </Button>
  );
  const dealtWith = primary.wishId !== null && (
    <Button
      onPress={() => {
        if (primary.wishId !== null) desk.dismiss(primary.wishId);
      }}
    >
      {t('person.dealtWith')}
    </Button>
  );

  return (
    <div className={`primary-card primary-card--${look}`}>
      <span className="primary-card__mark">
        <Icon
          className={stage !== 'open' && primary.state === 'sending' ? 'icon spin' : 'icon'}
          size={26}
          aria-hidden="true"
        />
      </span>
      <div className="primary-card__words">
        <p className="primary-card__title">{title}</p>
        <p className="primary-card__more">{words}</p>
      </div>
      <div className="primary-card__acts">
        {stage === 'open' && (possible ? run : next('primary'))}
        {(stage === 'done' || stage === 'under-way') && (
          <>
            {mayChangeRoles && takeBack}
            {next(stage === 'done' ? 'done' : 'primary')}
          </>
        )}
        {stage === 'taking-back' && next('primary')}
        {stage === 'refused' && (
          <>
            {dealtWith}
            {possible ? (
              <Button look="primary" icon={RotateCcw} shortcut={enter} onPress={() => desk.runPrimary()}>
                {t('common.tryAgain')}
              </Button>
            ) : (
              <>
                {mayChangeRoles && (
                  <Button icon={RotateCcw} onPress={() => desk.runPrimary()}>
                    {t('common.tryAgain')}
                  </Button>
                )}
                {next('primary')}
              </>
            )}
          </>
        )}
        {stage === 'refused-taking-back' && (
          <>
            {dealtWith}
            {next('primary')}
          </>
        )}
      </div>
    </div>
  );
});
