import { Lock, LockOpen, LogOut } from 'lucide-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SignInState } from '../../../contract/desk/sign-in.ts';
import { gather, isScan, nothingGathered } from '../../keyboard/scanner.ts';
import { useApp, useKnown, useNow } from '../../state/use-app.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Logo } from '../../ui/logo.tsx';
import { useErrorWords } from '../../words/use-error-words.ts';
import { useFormat } from '../../words/use-format.ts';
import { useSpanWords } from '../../words/use-span-words.ts';
import { isolated } from '../../words/words.ts';
import { PinField } from './pin-field.tsx';
import { SignOutQuestion } from './sign-out-question.tsx';
import { usePin } from './use-pin.ts';
import './sign-in.css';

type Locked = Extract<SignInState, { kind: 'locked' }>;

/** From here on the screen says how many tries are left. */
const countTriesBelow = 8;

/** What stands in place of the desk while it is locked: who is signed in, and the way back. Nothing about anybody else. */
export function LockScreen({ state }: { readonly state: Locked }) {
  const { t } = useTranslation();
  const words = useErrorWords();
  const { sentences } = useFormat();
  const span = useSpanWords();
  const app = useApp();
  const changes = useKnown(app.roleChanges);
  const now = useNow(1_000);
  const [asking, setAsking] = useState(false);
  const [scanned, setScanned] = useState(false);
  const gathered = useRef(nothingGathered);
  const { pinSet, triesLeft, nextTryAt } = state;
  const wait = nextTryAt === null ? 0 : Math.max(0, nextTryAt - now);
  const hint = wait > 0 ? t('lock.wait', { wait: span(wait) }) : scanned ? t('lock.scanned') : undefined;
  const unsent = (changes?.waiting ?? 0) + (changes?.sending ?? 0);

  const { field, failure, fail, give } = usePin(async (pin) => {
    setScanned(false);
    const result = await app.program.ask('sign-in:unlock', { pin: pinSet ? pin : null });
    return result.ok ? null : result.error;
  });

  /** A badge scanned at a locked desk is no PIN: it must not use up a try. */
  const dropScans = (event: KeyboardEvent): void => {
    const character = [...event.key].length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey;
    if (!character && event.key !== 'Enter' && event.key !== 'Tab') return;
    const key = character ? { kind: 'character' as const, text: event.key } : { kind: 'control' as const };
    const before = gathered.current;
    gathered.current = gather(before, key, event.timeStamp);
    // What only its line end would make a scan is as long as a PIN, and is taken for one.
    if (!isScan(character ? gathered.current : before)) return;
    event.preventDefault();
    field.onChange('');
    setScanned(true);
  };

  const signOut = async (): Promise<void> => {
    setAsking(false);
    const result = await app.program.ask('sign-in:sign-out', {});
    if (!result.ok) fail(result.error);
  };

  return (
    <main className="sign-in">
      {asking && <SignOutQuestion onSignOut={() => void signOut()} onClose={() => setAsking(false)} />}
      <div className="sign-in__card">
        <Logo name={t('product')} size="large" />
        <div className="sign-in__waiting">
          <Lock className="icon" size={26} aria-hidden="true" />
          <h1 className="sign-in__title">{pinSet ? t('lock.title') : t('lock.putAway')}</h1>
        </div>
        <p className="sign-in__words">
          {sentences([
            t('lock.signedIn', { name: isolated(state.operator.label) }),
            pinSet ? t('lock.enterPin') : t('lock.withoutPin'),
          ])}
        </p>
        <div className="sign-in__notice" role="alert">
          {failure !== null && (
            <Banner tone="refused" title={words(failure.code).happened}>
              <p>
                {sentences([
                  wait === 0 ? words(failure.code).next : '',
                  triesLeft < countTriesBelow ? t('lock.triesLeft', { count: triesLeft }) : '',
                ])}
              </p>
            </Banner>
          )}
        </div>
        <form
          className="sign-in__main"
          onKeyDown={dropScans}
          onSubmit={(event) => {
            event.preventDefault();
            if (!pinSet || wait === 0) void give();
          }}
        >
          {pinSet && <PinField {...field} label={t('lock.pin')} {...(hint === undefined ? {} : { hint })} />}
          <Button submit look="primary" icon={LockOpen} autoFocus={!pinSet}>
            {pinSet ? t('lock.unlock') : t('lock.goOn')}
          </Button>
        </form>
        <div className="sign-in__after">
          {changes !== null && <p>{unsent > 0 ? t('lock.sendingGoesOn', { count: unsent }) : t('lock.allSent')}</p>}
          <Button icon={LogOut} onPress={() => (unsent > 0 ? setAsking(true) : void signOut())}>
            {pinSet ? t('lock.forgotten') : t('bar.signOut')}
          </Button>
        </div>
      </div>
    </main>
  );
}
