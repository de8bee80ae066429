import { ArrowDown, ArrowUp, Check, Copy, Plus, Trash2, Undo2 } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { StationBook, StationDefinition } from '../../../contract/desk/stations.ts';
import { roleNameIn } from '../../state/station-draft.ts';
import { useApp, useKnown } from '../../state/use-app.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { useBuiltInNames } from '../../words/use-built-in-names.ts';
import { isolated } from '../../words/words.ts';
import { ProblemBanner } from '../shell/problem-banner.tsx';
import { AdministratorPin } from './administrator-pin.tsx';
import { StationForm } from './station-form.tsx';
import { StationPreview } from './station-preview.tsx';
import './stations.css';
import '../connections/connections.css';

function StationList(props: { readonly book: StationBook; readonly openId: string | null }) {
  const { t } = useTranslation();
  const { stations } = useApp();
  const { book, openId } = props;
  const names = useBuiltInNames();
  const shown = book.stations.map(({ id, name }) => ({ id, name: names.ofStation({ stationId: id, name }) }));
  return (
    <ul className="station-list" aria-label={t('stations.list')}>
      {shown.map(({ id, name }, index) => (
        <li key={id} className={id === openId ? 'station-list__one station-list__one--open' : 'station-list__one'}>
          <button
            type="button"
            className="station-list__name"
            aria-current={id === openId}
            onClick={() => stations.edit(id)}
          >
            <bdi>{name}</bdi>
          </button>
          {id === book.currentId && <Chip tone="done">{t('stations.current')}</Chip>}
          {book.stations.length > 1 && (
            <span className="station-list__order">
              <Button
                look="quiet"
                icon={ArrowUp}
                label={t('stations.up', { name: isolated(name) })}
                onPress={() => void stations.move(id, Math.max(0, index - 1))}
              />
              <Button
                look="quiet"
                icon={ArrowDown}
                label={t('stations.down', { name: isolated(name) })}
                onPress={() => void stations.move(id, index + 1)}
              />
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}

/** What can be done with the station that is open. */
function StationActs({ station, book }: { readonly station: StationDefinition; readonly book: StationBook }) {
  const { t } = useTranslation();
  const { stations } = useApp();
  const names = useBuiltInNames();
  return (
    <div className="stations-acts">
      {station.id !== book.currentId && (
        <Button
          icon={Check}
          label={t('stations.useNamed', {
            name: isolated(names.ofStation({ stationId: station.id, name: station.name })),
          })}
          onPress={() => void stations.choose(station.id)}
        >
          {t('stations.use')}
        </Button>
      )}
      <Button icon={Copy} onPress={() => stations.duplicate(station.id)}>
        {t('stations.duplicate')}
      </Button>
      {!book.builtIn && (
        <Button icon={Trash2} onPress={() => stations.remove(station.id)}>
          {t('stations.remove')}
        </Button>
      )}
    </div>
  );
}

/** What this desk may be for. The list, the form of one, and beside it how the desk will look. */
export function StationsPage() {
  const { t } = useTranslation();
  const app = useApp();
  const { stations } = app;
  const names = useBuiltInNames();
  const book = useKnown(stations.book);
  const { form, failure } = useStore(stations.store);
  const known = book?.stations.length ?? 0;
  useEffect(() => {
    // The one in use is what most come for.
    if (book !== null && known > 0 && stations.store.getState().form === null) stations.edit(book.currentId);
  }, [book, known, stations]);
  if (book === null) return null;
  const open = book.stations.find(({ id }) => id === form?.draft.id) ?? null;
  const remembered = open?.roleNames ?? [];

  return (
    <main className="page stations-page">
      <PageHead
        back={t('common.back')}
        onBack={() => app.screen.setState({ page: 'desk' })}
        title={t('stations.title')}
      />
      <p className="connections__note">{t('stations.explained')}</p>
      <div role="alert">
        {failure !== null && <ProblemBanner error={failure} />}
        {book.problem !== null && (
          <Banner tone="refused" title={book.problem === 'newer' ? t('stations.newer') : t('stations.setAside')} />
        )}
      </div>
      <div role="status">
        {book.removed !== null && (
          <Banner
            title={t('stations.removed', { name: isolated(names.ofStationNamed(book.removed)) })}
            acts={
              <Button icon={Undo2} onPress={() => void stations.restore()}>
                {t('stations.restore')}
              </Button>
            }
          />
        )}
      </div>
      <div className="stations">
        <div className="stations__side">
          <StationList book={book} openId={form?.draft.id ?? null} />
          {book.builtIn && <p className="quiet">{t('stations.builtIn')}</p>}
          <Button icon={Plus} onPress={stations.startNew}>
            {t('stations.add')}
          </Button>
        </div>
        <div className="stations__form">
          {open !== null && <StationActs station={open} book={book} />}
          {form === null ? (
            <p className="quiet">{t('stations.chooseOne')}</p>
          ) : (
            <StationForm key={form.opening} form={form} roles={book.roles} remembered={remembered} />
          )}
        </div>
        {form !== null && (
          <StationPreview draft={form.draft} nameOf={(roleId) => roleNameIn(roleId, book.roles, remembered).name} />
        )}
      </div>
      <AdministratorPin access={book.access} />
    </main>
  );
}
