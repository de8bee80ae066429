import { Check, ChevronDown, LayoutList } from 'lucide-react';
import { memo } from 'react';
import {
  Button as AriaButton,
  Menu,
  MenuItem,
  MenuSection,
  MenuTrigger,
  Popover,
  Separator,
} from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { useApp, useKnown } from '../../state/use-app.ts';
import { useBuiltInNames } from '../../words/use-built-in-names.ts';
import { isolated } from '../../words/words.ts';
import { useMayAdminister } from './administrator.tsx';
import '../../ui/menu.css';
import './stations.css';

/** Which station this desk works as, in sight on every page, and the way to another one. */
export const StationMenu = memo(function StationMenu() {
  const { t } = useTranslation();
  const app = useApp();
  const station = useKnown(app.station);
  const book = useKnown(app.stations.book);
  const may = useMayAdminister();
  const names = useBuiltInNames();
  if (station === null) return null;
  const name = names.ofStation(station);
  const words = (
    <>
      <bdi>{name}</bdi>
      <ChevronDown className="icon" size={16} aria-hidden="true" />
    </>
  );
  const label = t('stations.menu', { name: isolated(name) });
  const choose = async (stationId: string): Promise<void> => {
    // The page of the stations says by itself what went wrong with them.
    if (app.screen.getState().page === 'stations') return app.stations.choose(stationId);
    const result = await app.program.ask('stations:choose', { stationId });
    if (!result.ok) app.acts.report(result.error);
  };
  const openPage = (): void => app.screen.setState({ page: 'stations' });
  if (!may) {
    return (
      <AriaButton
        className="station-button"
        aria-label={label}
        onPress={() => app.stations.asAdministrator(() => undefined)}
      >
        {words}
      </AriaButton>
    );
  }
  return (
    <MenuTrigger>
      <AriaButton className="station-button" aria-label={label}>
        {words}
      </AriaButton>
      <Popover placement="bottom start" className="menu-popover">
        <Menu className="menu">
          <MenuSection
            aria-label={t('stations.list')}
            selectionMode="single"
            selectedKeys={book === null ? [] : [book.currentId]}
            disallowEmptySelection
            onSelectionChange={(keys) => {
              const chosen = book?.stations.find(({ id }) => keys !== 'all' && keys.has(id));
              if (chosen !== undefined) void choose(chosen.id);
            }}
          >
            {(book?.stations ?? []).map((each) => {
              const eachName = names.ofStation({ stationId: each.id, name: each.name });
              return (
                <MenuItem key={each.id} id={each.id} className="menu__item" textValue={eachName}>
                  <bdi>{eachName}</bdi>
                  {each.id === book?.currentId && <Check className="icon menu__tick" size={18} aria-hidden="true" />}
                </MenuItem>
              );
            })}
          </MenuSection>
          <Separator className="menu__line" />
          <MenuSection aria-label={t('stations.title')}>
            <MenuItem className="menu__item" textValue={t('stations.editAll')} onAction={openPage}>
              <LayoutList className="icon" size={18} aria-hidden="true" />
              {t('stations.editAll')}
            </MenuItem>
          </MenuSection>
        </Menu>
      </Popover>
    </MenuTrigger>
  );
});
