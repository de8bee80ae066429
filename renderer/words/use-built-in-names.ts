import { useTranslation } from 'react-i18next';
import type { ConnectionSummary } from '../../contract/desk/connections.ts';
import type { LastAct } from '../../contract/desk/role-changes.ts';
import type { Recipe } from '../../contract/desk/stations.ts';

/**
 * Names that Rolecall itself gave, in the language of the screen: the front desk, its button, the practice connection. What
 * somebody named is shown as it was named.
 */
export function useBuiltInNames(): {
  readonly ofRecipe: (recipe: Pick<Recipe, 'id' | 'name'>) => string;
  readonly ofStation: (station: { readonly stationId: string; readonly name: string }) => string;
  /** Of a station of which only its name was written down. */
  readonly ofStationNamed: (name: string) => string;
  /** What was done: a button of ours is called what it is called on the desk, a role keeps its own name. */
  readonly ofAct: (act: Pick<LastAct, 'kind' | 'subject'>) => string;
  readonly ofConnection: (connection: Pick<ConnectionSummary, 'practice' | 'name'>) => string;
} {
  const { t } = useTranslation();
  const button = (name: string): string => (name === 'Check in' ? t('builtIn.checkIn') : name);
  const desk = (name: string): string => (name === 'Front desk' ? t('builtIn.frontDesk') : name);
  return {
    ofRecipe: ({ id, name }) => (id === 'check-in' ? button(name) : name),
    ofStation: ({ stationId, name }) => (stationId === 'front-desk' ? desk(name) : name),
    ofStationNamed: desk,
    ofAct: ({ kind, subject }) => (kind === 'recipe' || kind === 'undo' ? button(subject) : subject),
    ofConnection: ({ practice, name }) => (practice ? t('builtIn.practice') : name),
  };
}
