import { Calendar, CheckCheck, CircleAlert, Clock, Globe, LoaderCircle, type LucideIcon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { PersonRole } from '../../../contract/desk/directory.ts';
import { SwitchTile } from '../../ui/switch-tile.tsx';
import { useErrorWords } from '../../words/use-error-words.ts';
import { useFormat } from '../../words/use-format.ts';
import { describeRole, type RoleWords } from './describe-role.ts';

const icons: Record<RoleWords['kind'], LucideIcon> = {
  'not-given': Calendar,
  convention: CheckCheck,
  everywhere: Globe,
  waiting: Clock,
  'taking-waiting': Clock,
  sending: LoaderCircle,
  'taking-sending': LoaderCircle,
  refused: CircleAlert,
};

function useRoleWords(): (words: RoleWords) => string {
  const { t } = useTranslation();
  const errorWords = useErrorWords();
  const { timeNear } = useFormat();
  return (words) => {
    switch (words.kind) {
      case 'not-given':
        return t('tile.notGiven');
      case 'convention':
        return words.confirmedAt === null
          ? t('tile.convention')
          : `${t('tile.convention')} · ${t('tile.confirmedAt', { time: timeNear(words.confirmedAt, Date.now()) })}`;
      case 'everywhere':
        return t('tile.everywhere');
      case 'waiting':
        return t('tile.waiting');
      case 'taking-waiting':
        return t('tile.takingWaiting');
      case 'sending':
        return t('tile.sending');
      case 'taking-sending':
        return t('tile.takingSending');
      case 'refused':
        return t('tile.refused', { why: errorWords(words.code).short });
    }
  };
}

/** The station's roles as switches, in the order of their number keys. */
export function RoleTiles(props: {
  readonly roles: readonly PersonRole[];
  readonly locked: boolean;
  readonly onToggle: (role: PersonRole, byPointer: boolean) => void;
}) {
  const wordsOf = useRoleWords();
  return (
    <ul className="role-tiles">
      {props.roles.map((role, index) => {
        const { look, everywhere, words } = describeRole(role);
        return (
          <li key={role.roleId}>
            <SwitchTile
              name={role.roleName}
              checked={role.held}
              look={look}
              everywhere={everywhere}
              state={wordsOf(words)}
              stateIcon={icons[words.kind]}
              spinning={role.state === 'sending'}
              number={index < 9 ? index + 1 : null}
              locked={props.locked}
              onToggle={(byPointer) => props.onToggle(role, byPointer)}
            />
          </li>
        );
      })}
    </ul>
  );
}
