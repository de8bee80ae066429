import {
  Check,
  CircleAlert,
  ClipboardPaste,
  Copy,
  ExternalLink,
  GraduationCap,
  Info,
  Languages,
  LaptopMinimal,
  Link,
  LoaderCircle,
  Plug,
  ShieldCheck,
  X,
} from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RequestName } from '../../../contract/desk/channel-names.ts';
import type { DeskError } from '../../../contract/desk/errors.ts';
import type { SignInState } from '../../../contract/desk/sign-in.ts';
import { useApp, useKnown, useNow } from '../../state/use-app.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Logo } from '../../ui/logo.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useBuiltInNames } from '../../words/use-built-in-names.ts';
import { useErrorWords } from '../../words/use-error-words.ts';
import { useFormat } from '../../words/use-format.ts';
import { isolated } from '../../words/words.ts';
import { SettingsBanner } from '../connections/connection-notices.tsx';
import { LeftAlone } from '../connections/left-alone.tsx';
import { LanguageField } from '../settings/language-field.tsx';
import { SettingsFileBanner } from '../settings/settings-file-banner.tsx';
import { ProblemBanner } from '../shell/problem-banner.tsx';
import { SignedOutNotice } from './signed-out-notice.tsx';
import './sign-in.css';

type SignedOut = Extract<SignInState, { kind: 'signed-out' }>;
type Waiting = Extract<SignInState, { kind: 'waiting' }>;

/** Longest double click systems offer, roughly. */
const doubleClickMs = 700;

/**
 * Tells the second half of a double click on "Sign in" from a press of its own: the card has changed under the pointer by
 * then, and the click would cancel what it has just begun, or open the browser once more.
 */
interface DoubleClick {
  began(): void;
  isSecondHalf(): boolean;
}

function useDoubleClick(): DoubleClick {
  const beganAt = useRef(Number.NEGATIVE_INFINITY);
  return {
    began() {
      beganAt.current = performance.now();
    },
    isSecondHalf: () => performance.now() - beganAt.current < doubleClickMs,
  };
}

/** Asks the program for one step and keeps why it was refused, until the next step. */
function useSteps(): {
  readonly problem: DeskError | null;
  readonly step: (
    name: Extract<
      RequestName,
      | 'sign-in:start'
      | 'sign-in:cancel'
      | 'sign-in:open-browser-again'
      | 'sign-in:copy-link'
      | 'sign-in:copy-request'
      | 'sign-in:take-over-links'
    >,
  ) => Promise<boolean>;
  readonly paste: (address: string) => Promise<boolean>;
  readonly switchTo: (connectionId: string) => Promise<boolean>;
} {
  const { program } = useApp();
  const [problem, setProblem] = useState<DeskError | null>(null);
  return {
    problem,
    async step(name) {
      const result = await program.ask(name, {});
      setProblem(result.ok ? null : result.error);
      return result.ok;
    },
    async paste(address) {
      const result = await program.ask('sign-in:paste-address', { address });
      setProblem(result.ok ? null : result.error);
      return result.ok;
    },
    async switchTo(connectionId) {
      const result = await program.ask('connections:use', { connectionId });
      setProblem(result.ok ? null : result.error);
      return result.ok;
    },
  };
}

function Problem({ error }: { readonly error: DeskError }) {
  const words = useErrorWords()(error.code);
  const { sentences } = useFormat();
  return (
    <div className="sign-in__notice" role="alert">
      <Banner tone="refused" title={words.happened}>
        <p>{sentences([words.safe, words.next])}</p>
      </Banner>
    </div>
  );
}

function Paste(props: {
  readonly paste: (address: string) => Promise<boolean>;
  readonly focusAtStart: boolean;
  /** Pasting is the way in, not one of several. */
  readonly main: boolean;
}) {
  const { paste, focusAtStart, main } = props;
  const { t } = useTranslation();
  const [address, setAddress] = useState('');
  return (
    <form
      className="sign-in__paste"
      onSubmit={(event) => {
        event.preventDefault();
        const pasted = address.trim();
        if (pasted === '') return;
        // The address holds a code: it does not stay on the screen.
        setAddress('');
        void paste(pasted);
      }}
    >
      <TextField
        label={t('signIn.pasteLabel')}
        hint={t('signIn.pasteHint')}
        value={address}
        onChange={setAddress}
        focusAtStart={focusAtStart}
      />
      <Button submit look={main ? 'primary' : 'plain'} icon={ClipboardPaste}>
        {t('signIn.pasteSubmit')}
      </Button>
    </form>
  );
}

function SignedOutCard({ state, doubleClick }: { readonly state: SignedOut; readonly doubleClick: DoubleClick }) {
  const { t } = useTranslation();
  const app = useApp();
  const words = useErrorWords();
  const { sentences } = useFormat();
  const connections = useKnown(app.connections);
  const settings = useKnown(app.settings);
  const station = useKnown(app.station);
  const { problem, step, switchTo } = useSteps();
  const names = useBuiltInNames();
  const current = connections?.all.find((each) => each.current);
  const practice = connections?.all.find((each) => each.practice && !each.current);
  const place = station?.conventionName || (current === undefined ? undefined : names.ofConnection(current));
  const host = current?.host ? isolated(current.host) : t('signIn.yourService');
  return (
    <>
      <h1 className="sign-in__title">
        {place === undefined ? t('signIn.titleWithoutPlace') : t('signIn.title', { place: isolated(place) })}
      </h1>
      <p className="sign-in__words">
        {state.comesBackByItself ? t('signIn.explained', { host }) : t('signIn.explainedWithoutReturn', { host })}
      </p>
      {connections?.settings !== undefined && (
        <div className="sign-in__notice">
          <SettingsBanner />
        </div>
      )}
      {settings?.problem !== undefined && (
        <div className="sign-in__notice">
          <SettingsFileBanner />
        </div>
      )}
      <SignedOutNotice />
      {problem !== null && <Problem error={problem} />}
      {problem === null && state.notice !== null && (
        <div className="sign-in__notice">
          <Banner title={words(state.notice).happened}>
            <p>{sentences([words(state.notice).safe, words(state.notice).next])}</p>
          </Banner>
        </div>
      )}
      {!state.comesBackByItself && (
        <div className="sign-in__notice">
          <Banner
            icon={Link}
            title={state.linksOpenWith === 'another-program' ? t('signIn.anotherProgram') : t('signIn.noProgram')}
          >
            <p>{t('signIn.linksExplained')}</p>
            <div className="sign-in__more">
              <Button onPress={() => void step('sign-in:take-over-links')}>{t('signIn.takeOverLinks')}</Button>
            </div>
          </Banner>
        </div>
      )}
      <div className="sign-in__main">
        <Button
          look="primary"
          icon={ExternalLink}
          describedBy="sign-in-hint"
          autoFocus
          onPress={() => {
            if (doubleClick.isSecondHalf()) return;
            doubleClick.began();
            void step('sign-in:start');
          }}
        >
          {t('signIn.start')}
        </Button>
        <p id="sign-in-hint" className="sign-in__hint">
          {t('signIn.startHint')}
        </p>
        <div className="sign-in__more">
          <Button icon={Plug} onPress={() => app.screen.setState({ page: 'connections' })}>
            {t('signIn.otherConnections')}
          </Button>
          {practice !== undefined && (
            <Button icon={GraduationCap} onPress={() => app.stations.asAdministrator(() => void switchTo(practice.id))}>
              {t('signIn.practiseFirst')}
            </Button>
          )}
          <Button icon={LaptopMinimal} onPress={() => app.screen.setState({ page: 'laptop-lost' })}>
            {t('bar.lost')}
          </Button>
          <Button icon={Info} onPress={() => app.screen.setState({ page: 'about' })}>
            {t('about.title')}
          </Button>
        </div>
      </div>
      <p className="sign-in__kept">
        <ShieldCheck className="icon" size={18} aria-hidden="true" />
        {state.kept === 'keyring' ? t('signIn.keptInKeyring') : t('signIn.keptInMemory')}
      </p>
    </>
  );
}

function WaitingCard(props: {
  readonly state: Waiting;
  readonly comesBackByItself: boolean;
  readonly doubleClick: DoubleClick;
}) {
  const { state, comesBackByItself, doubleClick } = props;
  const { t } = useTranslation();
  const { problem, step, paste } = useSteps();
  const [pasting, setPasting] = useState(false);
  const [copied, setCopied] = useState(false);
  const failed = state.browserFailed;
  const long = useNow(1_000) - state.startedAt >= explainsAfterMs;
  const meant = (press: () => void) => () => {
    if (!doubleClick.isSecondHalf()) press();
  };
  const explained = failed
    ? t('signIn.browserFailedExplained')
    : comesBackByItself
      ? t('signIn.waitingExplained')
      : t('signIn.waitingExplainedWithPaste');
  return (
    <>
      <div className="sign-in__waiting">
        {failed ? (
          <CircleAlert className="icon" size={26} aria-hidden="true" />
        ) : (
          <LoaderCircle className="icon spin" size={26} aria-hidden="true" />
        )}
        <h1 className="sign-in__title">{failed ? t('signIn.browserFailed') : t('signIn.waiting')}</h1>
      </div>
      <p className="sign-in__words">{explained}</p>
      <div role="status">
        {state.earlierAnswered && (
          <div className="sign-in__notice">
            <Banner title={t('signIn.earlierAnswered')}>
              <p>{t('signIn.earlierAnsweredExplained')}</p>
            </Banner>
          </div>
        )}
      </div>
      {problem !== null && <Problem error={problem} />}
      <div className="sign-in__main">
        <div className="sign-in__more">
          <Button icon={ExternalLink} onPress={meant(() => void step('sign-in:open-browser-again'))}>
            {t('signIn.openAgain')}
          </Button>
          <Button icon={copied ? Check : Copy} onPress={meant(() => void step('sign-in:copy-link').then(setCopied))}>
            {copied ? t('signIn.copied') : t('signIn.copyLink')}
          </Button>
          {comesBackByItself && !pasting && (
            <Button icon={ClipboardPaste} onPress={meant(() => setPasting(true))}>
              {t('signIn.pasteInstead')}
            </Button>
          )}
          <Button icon={X} onPress={meant(() => void step('sign-in:cancel'))}>
            {t('common.cancel')}
          </Button>
        </div>
      </div>
      {(pasting || !comesBackByItself) && <Paste paste={paste} focusAtStart={pasting} main={!comesBackByItself} />}
      {long && <BrowserSays asked={state.asked} copy={() => step('sign-in:copy-request')} />}
    </>
  );
}

/** After so long without an answer the browser may show something the program can't know of; milliseconds. */
const explainsAfterMs = 20_000;

/** What the browser may be saying while Rolecall waits, and what to do about each. */
function BrowserSays({ asked, copy }: { readonly asked: Waiting['asked']; readonly copy: () => Promise<boolean> }) {
  const { t } = useTranslation();
  const [copied, setCopied] = useState(false);
  return (
    <section className="sign-in__says" aria-labelledby="sign-in-says">
      <h2 id="sign-in-says" className="sign-in__says-title">
        {t('signIn.browserSays')}
      </h2>
      <h3>{t('signIn.browserInvalid')}</h3>
      <p>{t('signIn.browserInvalidExplained')}</p>
      <dl className="sign-in__asked">
        <dt>{t('signIn.applicationId')}</dt>
        <dd>
          <LeftAlone text={asked.clientId} />
        </dd>
        <dt>{t('signIn.redirectUri')}</dt>
        <dd>
          <LeftAlone text={asked.redirectUri} />
        </dd>
        <dt>{t('signIn.oauthScopes')}</dt>
        <dd>
          {asked.oauthScopes.length === 0 ? t('signIn.noScopes') : <LeftAlone text={asked.oauthScopes.join(' ')} />}
        </dd>
      </dl>
      <div className="sign-in__more">
        <Button icon={copied ? Check : Copy} onPress={() => void copy().then(setCopied)}>
          {copied ? t('signIn.copied') : t('signIn.copyRequest')}
        </Button>
      </div>
      <h3>{t('signIn.browserForbidden')}</h3>
      <p>{t('signIn.browserForbiddenExplained')}</p>
      <h3>{t('signIn.browserDone')}</h3>
      <p>{t('signIn.browserDoneExplained')}</p>
      <h3>{t('signIn.browserNothing')}</h3>
      <p>{t('signIn.browserNothingExplained')}</p>
    </section>
  );
}

function BusyCard({ kind }: { readonly kind: 'opening' | 'exchanging' }) {
  const { t } = useTranslation();
  return (
    <>
      <div className="sign-in__waiting">
        <LoaderCircle className="icon spin" size={26} aria-hidden="true" />
        <h1 className="sign-in__title">{kind === 'opening' ? t('signIn.opening') : t('signIn.exchanging')}</h1>
      </div>
      <p className="sign-in__words">
        {kind === 'opening' ? t('signIn.openingExplained') : t('signIn.exchangingExplained')}
      </p>
    </>
  );
}

/** Signing in, from the first button to the moment before the desk. */
export function SignIn({
  state,
}: {
  readonly state: Exclude<SignInState, { kind: 'starting' | 'signed-in' | 'locked' }>;
}) {
  const { t } = useTranslation();
  // Only `signed-out` tells; the states after it go by what it said last.
  const [comesBackByItself, setComesBackByItself] = useState(true);
  const [languageProblem, setLanguageProblem] = useState<DeskError | null>(null);
  const doubleClick = useDoubleClick();
  if (state.kind === 'signed-out' && state.comesBackByItself !== comesBackByItself) {
    setComesBackByItself(state.comesBackByItself);
  }
  return (
    <main className="sign-in">
      <div className="sign-in__card">
        <Logo name={t('product')} size="large" />
        {state.kind === 'signed-out' && <SignedOutCard state={state} doubleClick={doubleClick} />}
        {state.kind === 'waiting' && (
          <WaitingCard state={state} comesBackByItself={comesBackByItself} doubleClick={doubleClick} />
        )}
        {(state.kind === 'opening' || state.kind === 'exchanging') && <BusyCard kind={state.kind} />}
      </div>
      {state.kind === 'signed-out' && (
        <div className="sign-in__language">
          <Languages className="icon" size={20} aria-hidden="true" />
          <LanguageField onProblem={setLanguageProblem} />
          <div role="alert">{languageProblem !== null && <ProblemBanner error={languageProblem} />}</div>
        </div>
      )}
    </main>
  );
}
