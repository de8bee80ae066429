import { PencilLine, QrCode } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ConnectionDetails, TokenUse } from '../../../contract/desk/connections.ts';
import type { DeskError } from '../../../contract/desk/errors.ts';
import { useApp, useKnown, useNow } from '../../state/use-app.ts';
import { Button } from '../../ui/button.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { useFormat } from '../../words/use-format.ts';
import { ProblemBanner } from '../shell/problem-banner.tsx';
import { ConnectionTestSection } from './connection-test.tsx';
import { LeftAlone } from './left-alone.tsx';

/** Milliseconds between two looks at when the tokens were last used. */
const lookAgainMs = 5_000;

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="fact">
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Tokens({ tokens, current }: { readonly tokens: readonly TokenUse[]; readonly current: boolean }) {
  const { t } = useTranslation();
  const { timeNear } = useFormat();
  const now = useNow(lookAgainMs);
  const at = (time: number | null): string => (time === null ? t('connections.notYet') : timeNear(time, now));
  const holders = {
    operator: t('connections.holderOperator'),
    application: t('connections.holderApplication'),
    none: t('connections.holderNone'),
  };
  return (
    <section className="panel" aria-labelledby="connection-tokens">
      <h2 id="connection-tokens" className="panel__title">
        {t('connections.tokens')}
      </h2>
      <p className="quiet">
        {current && tokens.length > 0 ? t('connections.tokensExplained') : t('connections.tokensNotCurrent')}
      </p>
      {tokens.length > 0 && (
        <div className="table-frame">
          <table className="token-table">
            <thead>
              <tr>
                <th scope="col">{t('connections.call')}</th>
                <th scope="col">{t('connections.holder')}</th>
                <th scope="col">{t('connections.scopes')}</th>
                <th scope="col">{t('connections.validUntil')}</th>
                <th scope="col">{t('connections.lastUsed')}</th>
              </tr>
            </thead>
            <tbody>
              {tokens.map((use) => (
                <tr key={use.call}>
                  <th scope="row">{use.call === 'read' ? t('connections.callRead') : t('connections.callChange')}</th>
                  <td>{holders[use.holder]}</td>
                  <td>
                    <LeftAlone text={use.oauthScopes.join(' ')} />
                  </td>
                  <td>{at(use.validUntil)}</td>
                  <td>{at(use.lastUsedAt)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}

/** Everything about one connection but its secrets, and its test. */
export function ConnectionDetailsPage({ connectionId }: { readonly connectionId: string }) {
  const { t } = useTranslation();
  const app = useApp();
  const { show } = app.connectionPages;
  const session = useKnown(app.session);
  const [details, setDetails] = useState<ConnectionDetails | null>(null);
  const [problem, setProblem] = useState<DeskError | null>(null);
  const look = useNow(lookAgainMs);
  const signedIn = session?.kind === 'signed-in';

  // biome-ignore lint/correctness/useExhaustiveDependencies: the time and the sign-in are why to look again.
  useEffect(() => {
    let asked = true;
    void app.program.ask('connections:details', { connectionId }).then((result) => {
      if (!asked) return;
      if (result.ok) setDetails(result.value);
      setProblem(result.ok ? null : result.error);
    });
    return () => {
      asked = false;
    };
  }, [app, connectionId, look, signedIn]);

  return (
    <main className="page">
      <PageHead
        back={t('connections.backToList')}
        onBack={() => show({ kind: 'list' })}
        title={<bdi>{details?.name}</bdi>}
      >
        {details !== null && !details.practice && (
          <>
            <Button icon={PencilLine} onPress={() => show({ kind: 'form', connectionId })}>
              {t('connections.edit')}
            </Button>
            <Button icon={QrCode} onPress={() => show({ kind: 'desk-link', connectionId })}>
              {t('connections.makeDeskLink')}
            </Button>
          </>
        )}
      </PageHead>
      <div role="alert">{problem !== null && <ProblemBanner error={problem} />}</div>
      {details !== null && (
        <div className="panels">
          <section className="panel" aria-labelledby="connection-about">
            <h2 id="connection-about" className="panel__title">
              {t('connections.about')}
            </h2>
            <dl className="about-facts">
              <Fact name={t('connections.host')}>
                <LeftAlone text={details.host} />
              </Fact>
              <Fact name={t('connections.clientId')}>
                <LeftAlone text={details.clientId} />
              </Fact>
              <Fact name={t('connections.redirectUri')}>
                <LeftAlone text={details.redirectUri} />
              </Fact>
              <Fact name={t('connections.scopesAsked')}>
                <LeftAlone text={details.oboScopes.join(' ')} />
              </Fact>
              <Fact name={t('connections.dataAccess')}>
                {t(`connections.access.${details.dataAccess}`)}
                <span className="quiet fact__more">{t(`connections.accessExplained.${details.dataAccess}`)}</span>
              </Fact>
              <Fact name={t('connections.secret')}>
                {details.practice ? t('connections.secretPractice') : t(`connections.secretPlace.${details.secret}`)}
              </Fact>
            </dl>
          </section>
          <Tokens tokens={details.tokens} current={details.current} />
          <ConnectionTestSection start={() => void app.connectionPages.startTest(connectionId)} />
        </div>
      )}
    </main>
  );
}
