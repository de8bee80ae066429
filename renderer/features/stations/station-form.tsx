import { ArrowDown, ArrowUp, Check, Plus, Undo2, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Column, RecipeDraft, StationDraft } from '../../../contract/desk/stations.ts';
import { emptyRecipe, moved, roleNameIn, withRecipe } from '../../state/station-draft.ts';
import type { StationsState } from '../../state/stations.ts';
import { useApp } from '../../state/use-app.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Choice } from '../../ui/choice.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { isolated } from '../../words/words.ts';
import { AddRole, type NamedRole, RecipeForm } from './recipe-form.tsx';

const columns: readonly Column[] = ['username', 'email', 'phone', 'place', 'roles'];
const lockChoices = [2, 5, 10, 15, 30] as const;

/** One station, to be changed. Nothing holds before it is saved. */
export function StationForm(props: {
  readonly form: NonNullable<StationsState['form']>;
  readonly roles: readonly NamedRole[];
  /** What the roles were called when it was saved. */
  readonly remembered: readonly NamedRole[];
}) {
  const { t } = useTranslation();
  const { stations } = useApp();
  const { form, roles, remembered } = props;
  const { draft, problems, warnings, changed, saved } = form;
  const summary = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Whoever pressed Save far below learns what is wrong, and from there finds the field.
    if (problems.length > 0) summary.current?.focus();
  }, [problems]);
  const change = (changes: Partial<StationDraft>): void => stations.change({ ...draft, ...changes });
  const ofName = problems.find(({ at }) => at === 'name');
  const ofRoles = problems.filter(({ at }) => at === 'roles');
  const recipe = (number: number, each: RecipeDraft, title: string) => (
    <RecipeForm
      // By its place: saving gives it an id, and whoever types in it goes on in the same field.
      key={number}
      recipe={each}
      title={title}
      primary={number === 0}
      roles={roles}
      remembered={remembered}
      problems={problems.filter((problem) => problem.recipe === number)}
      warnings={warnings.filter((warning) => warning.recipe === number)}
      onChange={(next) => stations.change(withRecipe(draft, number, next))}
      onRemove={() => stations.change(withRecipe(draft, number, null))}
    />
  );

  return (
    <form
      className="panel station-form"
      aria-label={draft.id === null ? t('stations.formNew') : draft.name}
      onSubmit={(event) => {
        event.preventDefault();
        void stations.save();
      }}
    >
      <div role="alert" ref={summary} tabIndex={-1}>
        {problems.length > 0 && <Banner tone="refused" title={t('stations.problems', { count: problems.length })} />}
      </div>
      {roles.length === 0 && <Banner title={t('stations.rolesNotKnown')} />}
      <TextField
        label={t('stations.name')}
        hint={t('stations.nameHint')}
        value={draft.name}
        onChange={(name) => change({ name })}
        focusAtStart={draft.id === null}
        {...(ofName === undefined ? {} : { problem: t(`stations.problem.${ofName.what}`, { other: '' }) })}
      />

      <section className="station-form__part" aria-labelledby="station-primary">
        <h2 id="station-primary" className="panel__title">
          {t('stations.primary')}
        </h2>
        <p className="quiet">{draft.primaryRecipe === null ? t('stations.noPrimary') : t('stations.primaryHint')}</p>
        {draft.primaryRecipe === null ? (
          <div>
            <Button icon={Plus} onPress={() => change({ primaryRecipe: emptyRecipe })}>
              {t('stations.addPrimary')}
            </Button>
          </div>
        ) : (
          recipe(0, draft.primaryRecipe, t('stations.primary'))
        )}
      </section>

      <section className="station-form__part" aria-labelledby="station-further">
        <h2 id="station-further" className="panel__title">
          {t('stations.further')}
        </h2>
        <p className="quiet">{t('stations.furtherHint')}</p>
        {draft.furtherRecipes.map((each, index) =>
          recipe(index + 1, each, t('stations.furtherNumber', { number: index + 1 })),
        )}
        <div>
          <Button icon={Plus} onPress={() => change({ furtherRecipes: [...draft.furtherRecipes, emptyRecipe] })}>
            {t('stations.addFurther')}
          </Button>
        </div>
      </section>

      <section className="station-form__part" aria-labelledby="station-roles">
        <h2 id="station-roles" className="panel__title">
          {t('stations.roles')}
        </h2>
        <p className="quiet">{t('stations.rolesHint')}</p>
        {ofRoles.map(({ what }) => (
          <p key={what} className="stations-problem">
            {t(`stations.problem.${what}`, { other: '' })}
          </p>
        ))}
        {draft.roleIds.length === 0 && <p className="quiet">{t('stations.noSwitches')}</p>}
        <ol className="station-roles">
          {draft.roleIds.map((roleId, index) => {
            const { name, isGone } = roleNameIn(roleId, roles, remembered);
            const role = isolated(name);
            return (
              <li key={roleId} className="station-roles__one">
                <span className="station-roles__number">{index + 1}</span>
                <span className="station-roles__name">
                  <bdi>{isGone ? t('stations.roleGoneNamed', { role }) : name}</bdi>
                </span>
                <Button
                  look="quiet"
                  icon={ArrowUp}
                  label={t('stations.up', { name: role })}
                  onPress={() => change({ roleIds: moved(draft.roleIds, index, -1) })}
                />
                <Button
                  look="quiet"
                  icon={ArrowDown}
                  label={t('stations.down', { name: role })}
                  onPress={() => change({ roleIds: moved(draft.roleIds, index, 1) })}
                />
                <Button
                  look="quiet"
                  icon={X}
                  label={t('stations.removeRole', { role })}
                  onPress={() => change({ roleIds: draft.roleIds.toSpliced(index, 1) })}
                />
                {isGone && <p className="recipe-form__gone">{t('stations.roleGone')}</p>}
              </li>
            );
          })}
        </ol>
        {roles.length > 0 && (
          <AddRole
            label={t('stations.addRoleLabel')}
            words={t('stations.addRole')}
            roles={roles.filter(({ roleId }) => !draft.roleIds.includes(roleId))}
            onAdd={(roleId) => change({ roleIds: [...draft.roleIds, roleId] })}
          />
        )}
      </section>

      <fieldset className="station-form__part">
        <legend className="panel__title">{t('stations.columns')}</legend>
        <p className="quiet">{t('stations.columnsHint')}</p>
        <div className="station-columns">
          {columns.map((column) => (
            <label key={column} className="station-column">
              <input
                type="checkbox"
                checked={draft.columns.includes(column)}
                onChange={(event) =>
                  change({
                    columns: columns.filter((each) =>
                      each === column ? event.target.checked : draft.columns.includes(each),
                    ),
                  })
                }
              />
              {t(`stations.column.${column}`)}
            </label>
          ))}
        </div>
      </fieldset>

      <section className="station-form__part">
        <div className="form__choice">
          <p className="form__label">{t('stations.afterAct')}</p>
          <Choice
            label={t('stations.afterAct')}
            value={draft.afterAct}
            options={[
              { value: 'next', words: t('stations.next') },
              { value: 'stay', words: t('stations.stay') },
            ]}
            onChange={(afterAct) => change({ afterAct })}
          />
          <p className="quiet">{t('stations.stayExplained')}</p>
        </div>
        <div className="form__choice">
          <p className="form__label">{t('stations.sounds')}</p>
          <Choice
            label={t('stations.sounds')}
            value={draft.sounds ? 'on' : 'off'}
            options={[
              { value: 'on', words: t('stations.soundsOn') },
              { value: 'off', words: t('stations.soundsOff') },
            ]}
            onChange={(chosen) => change({ sounds: chosen === 'on' })}
          />
        </div>
        <SelectField
          label={t('stations.lock')}
          value={String(draft.lockAfterMinutes)}
          options={[
            { value: 'null', words: t('stations.lockAsSettings') },
            ...[...new Set([...lockChoices, ...(draft.lockAfterMinutes === null ? [] : [draft.lockAfterMinutes])])]
              .sort((one, other) => one - other)
              .map((count) => ({ value: String(count), words: t('settings.minutes', { count }) })),
          ]}
          onChange={(chosen) => change({ lockAfterMinutes: chosen === 'null' ? null : Number(chosen) })}
        />
      </section>

      <div className="station-form__acts">
        <Button submit look="primary" icon={Check}>
          {t('stations.save')}
        </Button>
        {changed && (
          <Button icon={Undo2} onPress={stations.discard}>
            {t('unsaved.discard')}
          </Button>
        )}
        <p role="status">{saved && t('stations.saved')}</p>
      </div>
    </form>
  );
}
