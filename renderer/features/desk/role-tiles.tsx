import { Calendar, CheckCheck, CircleAlert, Clock, Globe, LoaderCircle, type LucideIcon } from 'lucide-react';
import { memo } from 'react';
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

/** One role. Drawn anew only when it stands otherwise (state/person.ts keeps what did not change). */
const Tile = memo(function Tile(props: {
  readonly role: PersonRole;
  readonly number: number | null;
  readonly locked: boolean;
  readonly onToggle: (role: PersonRole, byPointer: boolean) => void;
}) {
  const { role, number, locked, onToggle } = props;
  const wordsOf = useRoleWords();
  const { look, everywhere, words } = describeRole(role);
  return (
    <SwitchTile
      name={role.roleName}
      checked={role.held}
      look={look}
      everywhere={everywhere}
      state={wordsOf(words)}
      stateIcon={icons[words.kind]}
      spinning={role.state === 'sending'}
      number={number}
      locked={locked}
      onToggle={(byPointer) => onToggle(role, byPointer)}
    />
  );
});

/** The station's roles as switches, in the order of their number keys. `onToggle`: the same function each time. */
export function RoleTiles(props: {
  readonly roles: readonly PersonRole[];
  readonly locked: boolean;
  readonly onToggle: (role: PersonRole, byPointer: boolean) => void;
}) {
  return (
    <ul className="role-tiles">
      {props.roles.map((role, index) => (
        <li key={role.roleId}>
          <Tile role={role} number={index < 9 ? index + 1 : null} locked={props.locked} onToggle={props.onToggle} />
        </li>
      ))}
    </ul>
  );
}
