import { Clock, ListChecks, LoaderCircle, type LucideIcon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { PersonRole, PersonView } from '../../../contract/desk/directory.ts';
import type { Recipe } from '../../../contract/desk/stations.ts';
import { useApp } from '../../state/use-app.ts';
import { Button } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import '../stations/stations.css';

function iconOf(progress: PersonRole | undefined): LucideIcon {
  if (progress?.state === 'sending') return LoaderCircle;
  return progress?.state === 'waiting' ? Clock : ListChecks;
}

/** The station's further recipes: buttons under the first step, and a word for each that holds already. */
export function FurtherRecipes(props: {
  readonly view: PersonView;
  readonly recipes: readonly Recipe[];
  readonly mayChangeRoles: boolean;
}) {
  const { t } = useTranslation();
  const { desk } = useApp();
  const { view, recipes, mayChangeRoles } = props;
  if (recipes.length === 0) return null;
  return (
    <ul className="further-recipes" aria-label={t('stations.further')}>
      {recipes.map(({ id, name }) => {
        const progress = view.furtherRecipes?.find(({ recipeId }) => recipeId === id)?.progress;
        const holds = progress?.held === true && progress.state !== 'refused';
        return (
          <li key={id}>
            {holds && <Chip tone={progress.state === 'confirmed' ? 'done' : 'waiting'}>{name}</Chip>}
            {!holds && mayChangeRoles && (
              <Button icon={iconOf(progress)} onPress={() => desk.runRecipe(id)}>
                {name}
              </Button>
            )}
          </li>
        );
      })}
    </ul>
  );
}
