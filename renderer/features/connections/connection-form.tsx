import { Check } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ConnectionForm, FormField, FormProblem } from '../../../contract/desk/connections.ts';
import type { DeskError } from '../../../contract/desk/errors.ts';
import type { FilledIn } from '../../state/connections.ts';
import { useApp } from '../../state/use-app.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Choice } from '../../ui/choice.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { isolated } from '../../words/words.ts';
import { ProblemBanner } from '../shell/problem-banner.tsx';
import { ConnectionTestSection } from './connection-test.tsx';

const empty: ConnectionForm = {
  name: '',
  baseUrl: '',
  clientId: '',
  redirectUri: 'rolecall://oauth/callback',
  oboScopes: 'pii:basic',
  dataAccess: 'automatic',
  pkce: true,
};

/** Sets up a connection, or changes one. The secret goes in and never comes back. */
export function ConnectionFormPage(props: { readonly connectionId: string | null; readonly unsaved: FilledIn | null }) {
  const { connectionId, unsaved } = props;
  const { t } = useTranslation();
  const app = useApp();
  const { show, fillIn, saved, startFormTest, forgetTest } = app.connectionPages;
  /** As it is kept. */
  const [kept, setKept] = useState<ConnectionForm | null>(connectionId === null ? empty : null);
  const [name, setName] = useState('');
  const [problems, setProblems] = useState<readonly FormProblem[]>([]);
  const [error, setError] = useState<DeskError | null>(null);
  const saving = useRef(false);
  const form = unsaved?.form ?? kept;
  const clientSecret = unsaved?.clientSecret ?? '';

  useEffect(() => {
    if (connectionId === null) return undefined;
    let asked = true;
    void app.program.ask('connections:form', { connectionId }).then((result) => {
      if (!asked) return;
      if (result.ok) {
        setKept(result.value);
        setName(result.value.name);
      } else setError(result.error);
    });
    return () => {
      asked = false;
    };
  }, [app, connectionId]);

  const fill = (filledIn: FilledIn): void => {
    // What a scan typed into a field is taken out of it again: nobody changed anything.
    const asKept = filledIn.clientSecret === '' && JSON.stringify(filledIn.form) === JSON.stringify(kept);
    fillIn(asKept ? null : filledIn);
  };
  const leave = (): void => show(connectionId === null ? { kind: 'list' } : { kind: 'details', connectionId });
  const save = async (filledIn: ConnectionForm): Promise<void> => {
    // Enter held down: a new connection would be there already at its second saving.
    if (saving.current) return;
    saving.current = true;
    const result = await app.program.ask('connections:save', { connectionId, form: filledIn, clientSecret });
    saving.current = false;
    setError(result.ok ? null : result.error);
    if (!result.ok) return;
    if (result.value.kind === 'problems') {
      setProblems(result.value.problems);
      return;
    }
    saved(result.value.connectionId);
  };
  const test = async (filledIn: ConnectionForm): Promise<void> =>
    setProblems((await startFormTest({ connectionId, form: filledIn, clientSecret })) ?? []);

  const fields = (filledIn: ConnectionForm) => {
    const problemOf = (field: FormField): { readonly problem?: string } => {
      const found = problems.find((each) => each.field === field);
      return found === undefined ? {} : { problem: t(`connections.formProblem.${found.what}`) };
    };
    const change = (changes: Partial<ConnectionForm>): void =>
      fill({ form: { ...filledIn, ...changes }, clientSecret });
    const fixed = connectionId !== null;
    return (
      <>
        <TextField
          label={t('connections.formName')}
          hint={t('connections.formNameHint')}
          value={filledIn.name}
          onChange={(value) => change({ name: value })}
          focusAtStart
          {...problemOf('name')}
        />
        <TextField
          label={t('connections.formAddress')}
          hint={fixed ? t('connections.formAddressFixed') : t('connections.formAddressHint')}
          value={filledIn.baseUrl}
          onChange={(value) => {
            forgetTest();
            change({ baseUrl: value });
          }}
          fixed={fixed}
          {...problemOf('baseUrl')}
        />
        <TextField
          label={t('connections.formClientId')}
          hint={fixed ? t('connections.formAddressFixed') : t('connections.formClientIdHint')}
          value={filledIn.clientId}
          onChange={(value) => change({ clientId: value })}
          fixed={fixed}
          {...problemOf('clientId')}
        />
        <TextField
          secret
          label={t('connections.formSecret')}
          hint={fixed ? t('connections.formSecretKept') : t('connections.formSecretHint')}
          value={clientSecret}
          onChange={(secret) => fill({ form: filledIn, clientSecret: secret })}
          {...problemOf('clientSecret')}
        />
        <TextField
          label={t('connections.formRedirect')}
          hint={t('connections.formRedirectHint')}
          value={filledIn.redirectUri}
          onChange={(value) => change({ redirectUri: value })}
          {...problemOf('redirectUri')}
        />
        <TextField
          label={t('connections.formScopes')}
          hint={t('connections.formScopesHint')}
          value={filledIn.oboScopes}
          onChange={(value) => change({ oboScopes: value })}
          {...problemOf('oboScopes')}
        />
        <div className="form__choice">
          <p className="form__label">{t('connections.dataAccess')}</p>
          <Choice
            label={t('connections.dataAccess')}
            value={filledIn.dataAccess}
            options={(['automatic', 'service-integration', 'operator'] as const).map((value) => ({
              value,
              words: t(`connections.access.${value}`),
            }))}
            onChange={(dataAccess) => change({ dataAccess })}
          />
          <p className="quiet">{t(`connections.accessExplained.${filledIn.dataAccess}`)}</p>
        </div>
        <div className="form__choice">
          <p className="form__label">{t('connections.formPkce')}</p>
          <Choice
            label={t('connections.formPkce')}
            value={filledIn.pkce ? 'on' : 'off'}
            options={[
              { value: 'on', words: t('connections.formPkceOn') },
              { value: 'off', words: t('connections.formPkceOff') },
            ]}
            onChange={(chosen) => change({ pkce: chosen === 'on' })}
          />
          <p className="quiet">{t('connections.formPkceExplained')}</p>
        </div>
      </>
    );
  };

  return (
    <main className="page">
      <PageHead
        back={t('common.cancel')}
        onBack={leave}
        title={connectionId === null ? t('connections.formNew') : t('connections.formEdit', { name: isolated(name) })}
      />
      <p className="connections__note">{t('connections.formExplained')}</p>
      <div role="alert">
        {error !== null && <ProblemBanner error={error} />}
        {problems.length > 0 && (
          <Banner tone="refused" title={t('connections.formProblems', { count: problems.length })} />
        )}
      </div>
      {form !== null && (
        <div className="panels">
          <form
            className="panel form"
            onSubmit={(event) => {
              event.preventDefault();
              void save(form);
            }}
          >
            {fields(form)}
            <div className="form__acts">
              <Button submit look="primary" icon={Check}>
                {connectionId === null ? t('connections.formSaveAndUse') : t('connections.formSave')}
              </Button>
            </div>
          </form>
          <ConnectionTestSection start={() => void test(form)} />
        </div>
      )}
    </main>
  );
}
