import { useTranslation } from 'react-i18next';
import type { ConnectionSummary } from '../../contract/desk/connections.ts';
import type { Recipe } from '../../contract/desk/stations.ts';

/**
 * Names that Rolecall itself gave, in the language of the screen: the front desk, its button, the practice connection. What
 * somebody named is shown as it was named.
 */
export function useBuiltInNames(): {
  readonly ofRecipe: (recipe: Pick<Recipe, 'id' | 'name'>) => string;
  readonly ofStation: (station: { readonly stationId: string; readonly name: string }) => string;
  readonly ofConnection: (connection: Pick<ConnectionSummary, 'practice' | 'name'>) => string;
} {
  const { t } = useTranslation();
  return {
    ofRecipe: ({ id, name }) => (id === 'check-in' && name === 'Check in' ? t('builtIn.checkIn') : name),
    ofStation: ({ stationId, name }) =>
      stationId === 'front-desk' && name === 'Front desk' ? t('builtIn.frontDesk') : name,
    ofConnection: ({ practice, name }) => (practice ? t('builtIn.practice') : name),
  };
}
