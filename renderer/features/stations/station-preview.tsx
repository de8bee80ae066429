import { Calendar, CircleDashed, Mail, MapPin, Phone } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { StationDraft } from '../../../contract/desk/stations.ts';
import { Button } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { EnterKey } from '../../ui/kbd.tsx';
import { LeftToRight, Username } from '../../ui/left-to-right.tsx';
import { SwitchTile } from '../../ui/switch-tile.tsx';
import { useBuiltInNames } from '../../words/use-built-in-names.ts';
import '../desk/desk.css';

/** The card of a made-up person as this station would show it. For eyes only: the form says all of it in words. */
export function StationPreview(props: { readonly draft: StationDraft; readonly nameOf: (roleId: string) => string }) {
  const { t } = useTranslation();
  const { draft, nameOf } = props;
  const names = useBuiltInNames();
  const details = [
    { column: 'username', icon: null, shown: <Username name={t('stations.previewUsername')} /> },
    { column: 'email', icon: Mail, shown: <LeftToRight>{t('stations.previewEmail')}</LeftToRight> },
    { column: 'phone', icon: Phone, shown: <LeftToRight>{t('stations.previewPhone')}</LeftToRight> },
    { column: 'place', icon: MapPin, shown: t('stations.previewPlace') },
  ] as const;
  return (
    <aside className="panel station-preview" inert aria-hidden="true">
      <p className="panel__title">{t('stations.preview')}</p>
      <p className="station-preview__name">{t('stations.previewName')}</p>
      <ul className="person__details">
        {details
          .filter(({ column }) => draft.columns.includes(column))
          .map(({ column, icon: Icon, shown }) => (
            <li key={column}>
              {Icon !== null && <Icon className="icon" size={16} aria-hidden="true" />}
              <span>{shown}</span>
            </li>
          ))}
      </ul>
      {draft.primaryRecipe !== null && (
        <div className="primary-card primary-card--dashed">
          <span className="primary-card__mark">
            <CircleDashed className="icon" size={26} aria-hidden="true" />
          </span>
          <div className="primary-card__acts">
            <Button look="primary" shortcut={<EnterKey />}>
              {names.ofRecipe({ id: draft.primaryRecipe.id ?? '', name: draft.primaryRecipe.name })}
            </Button>
          </div>
        </div>
      )}
      {draft.furtherRecipes.length > 0 && (
        <div className="stations-acts">
          {draft.furtherRecipes.map(({ name }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: they have no other name until they are saved
            <Button key={index}>{name}</Button>
          ))}
        </div>
      )}
      <ul className="role-tiles">
        {draft.roleIds.map((roleId, index) => (
          <li key={roleId}>
            <SwitchTile
              name={nameOf(roleId)}
              checked={false}
              look="plain"
              everywhere={false}
              state={t('tile.notGiven')}
              stateIcon={Calendar}
              spinning={false}
              number={index + 1}
              locked={false}
              onToggle={() => undefined}
            />
          </li>
        ))}
      </ul>
      {draft.columns.includes('roles') && <Chip>{t('stations.previewRole')}</Chip>}
    </aside>
  );
}
