import { Plus, Trash2, X } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RecipeDraft, StationProblem } from '../../../contract/desk/stations.ts';
import { roleNameIn } from '../../state/station-draft.ts';
import { Button } from '../../ui/button.tsx';
import { Choice } from '../../ui/choice.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { isolated } from '../../words/words.ts';

export interface NamedRole {
  readonly roleId: string;
  readonly roleName: string;
}

/** Chooses one of the roles that are not there yet. It takes a press of its own: arrows in a list only look. */
export function AddRole(props: {
  readonly label: string;
  readonly words: string;
  readonly roles: readonly NamedRole[];
  readonly onAdd: (roleId: string) => void;
}) {
  const { t } = useTranslation();
  const { label, words, roles, onAdd } = props;
  const [chosen, setChosen] = useState('');
  const value = roles.some(({ roleId }) => roleId === chosen) ? chosen : (roles[0]?.roleId ?? '');
  if (roles.length === 0) return <p className="quiet">{t('stations.allRolesUsed')}</p>;
  return (
    <div className="stations-add">
      <SelectField
        label={label}
        value={value}
        options={roles.map(({ roleId, roleName }) => ({ value: roleId, words: roleName }))}
        onChange={setChosen}
      />
      <Button icon={Plus} onPress={() => onAdd(value)}>
        {words}
      </Button>
    </div>
  );
}

/** One button of a station: its words, and the roles it gives and takes. */
export function RecipeForm(props: {
  readonly recipe: RecipeDraft;
  readonly title: string;
  /** Of the primary one: what a scan does. */
  readonly primary: boolean;
  readonly roles: readonly NamedRole[];
  readonly remembered: readonly NamedRole[];
  readonly problems: readonly StationProblem[];
  readonly warnings: readonly StationProblem[];
  readonly onChange: (recipe: RecipeDraft) => void;
  readonly onRemove: () => void;
}) {
  const { t } = useTranslation();
  const id = useId();
  const { recipe, title, primary, roles, remembered, problems, warnings, onChange, onRemove } = props;
  const wordsOf = ({ what, other }: StationProblem): string =>
    t(`stations.problem.${what}`, { other: isolated(other ?? '') });
  const ofName = problems.find(({ what }) => what === 'missing' || what === 'too-long' || what === 'unseen-signs');
  const others = problems.filter((problem) => problem !== ofName);
  const changeAt = (index: number, change: Partial<RecipeDraft['changes'][number]>): void =>
    onChange({ ...recipe, changes: recipe.changes.map((each, at) => (at === index ? { ...each, ...change } : each)) });
  const free = roles.filter(({ roleId }) => !recipe.changes.some((change) => change.roleId === roleId));

  return (
    <fieldset className="recipe-form" aria-describedby={others.length > 0 ? `${id}-problems` : undefined}>
      <legend className={primary ? 'only-spoken' : 'recipe-form__title'}>{title}</legend>
      <TextField
        label={t('stations.recipeName')}
        hint={t('stations.recipeNameHint')}
        value={recipe.name}
        onChange={(name) => onChange({ ...recipe, name })}
        {...(ofName === undefined ? {} : { problem: wordsOf(ofName) })}
      />
      <p className="form__label">{t('stations.changes')}</p>
      {recipe.changes.length === 0 && <p className="quiet">{t('stations.noChanges')}</p>}
      <ul className="recipe-form__changes">
        {recipe.changes.map((change, index) => {
          const { name, isGone } = roleNameIn(change.roleId, roles, remembered);
          const role = isolated(name);
          return (
            <li key={change.roleId} className="recipe-form__change">
              <span className="recipe-form__role">
                <bdi>{isGone ? t('stations.roleGoneNamed', { role }) : name}</bdi>
              </span>
              <SelectField
                label={t('stations.wanted', { role })}
                labelHidden
                value={change.wanted}
                options={[
                  { value: 'held', words: t('stations.held') },
                  { value: 'absent', words: t('stations.absent') },
                ]}
                onChange={(wanted) => changeAt(index, { wanted })}
              />
              {change.wanted === 'held' && (
                <SelectField
                  label={t('stations.scope', { role })}
                  labelHidden
                  value={change.roleScope}
                  options={[
                    { value: 'convention', words: t('stations.convention') },
                    { value: 'global', words: t('stations.global') },
                  ]}
                  onChange={(roleScope) => changeAt(index, { roleScope })}
                />
              )}
              <Button
                look="quiet"
                icon={X}
                label={t('stations.removeChange', { role })}
                onPress={() => onChange({ ...recipe, changes: recipe.changes.toSpliced(index, 1) })}
              />
              {isGone && <p className="recipe-form__gone">{t('stations.roleGone')}</p>}
            </li>
          );
        })}
      </ul>
      {roles.length > 0 && (
        <AddRole
          label={t('stations.addChangeLabel')}
          words={t('stations.addChange')}
          roles={free}
          onAdd={(roleId) =>
            onChange({
              ...recipe,
              changes: [...recipe.changes, { roleId, wanted: 'held', roleScope: 'convention' }],
            })
          }
        />
      )}
      {primary && (
        <div className="form__choice">
          <p className="form__label">{t('stations.scan')}</p>
          <Choice
            label={t('stations.scan')}
            value={recipe.scanRunsIt ? 'runs' : 'asks'}
            options={[
              { value: 'asks', words: t('stations.scanAsks') },
              { value: 'runs', words: t('stations.scanRuns') },
            ]}
            onChange={(chosen) => onChange({ ...recipe, scanRunsIt: chosen === 'runs' })}
          />
          <p className="quiet">{t('stations.scanRunsExplained')}</p>
        </div>
      )}
      <div id={`${id}-problems`}>
        {others.map((problem) => (
          <p key={problem.what} className="stations-problem">
            {wordsOf(problem)}
          </p>
        ))}
      </div>
      {warnings.map((warning) => (
        <p key={`${warning.what} ${warning.other}`} className="stations-warning">
          {wordsOf(warning)}
        </p>
      ))}
      <div>
        <Button look="quiet" icon={Trash2} onPress={onRemove}>
          {primary ? t('stations.removePrimary') : t('stations.removeRecipe')}
        </Button>
      </div>
    </fieldset>
  );
}
