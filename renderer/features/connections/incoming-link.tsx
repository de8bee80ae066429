import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Incoming } from '../../../contract/desk/connections.ts';
import type { DeskError } from '../../../contract/desk/errors.ts';
import { useApp, useKnown, useNow } from '../../state/use-app.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useFormat } from '../../words/use-format.ts';
import { useSpanWords } from '../../words/use-span-words.ts';
import { isolated } from '../../words/words.ts';
import { ProblemBanner } from '../shell/problem-banner.tsx';

/** A desk link on its way in: asks for its passphrase, shows what it is, and does nothing without a yes. */
export function IncomingLink() {
  const incoming = useKnown(useApp().connections)?.incoming;
  if (incoming === undefined) return null;
  return incoming.kind === 'sealed' ? <Sealed incoming={incoming} /> : <Opened incoming={incoming} />;
}

function Sealed({ incoming }: { readonly incoming: Extract<Incoming, { kind: 'sealed' }> }) {
  const { t } = useTranslation();
  const app = useApp();
  const span = useSpanWords();
  const now = useNow(1_000);
  const [passphrase, setPassphrase] = useState('');
  const [problem, setProblem] = useState<DeskError | null>(null);
  const waitMs = incoming.nextTryAt === null ? 0 : incoming.nextTryAt - now;

  const open = async (): Promise<void> => {
    if (passphrase.trim() === '' || incoming.opening) return;
    const result = await app.program.ask('connections:unseal', { passphrase });
    setProblem(result.ok ? null : result.error);
  };

  return (
    <Dialog
      question
      title={t('connections.offerTitle')}
      onClose={() => void app.program.ask('connections:decline-offer', {})}
      acts={
        <>
          <Button onPress={() => void app.program.ask('connections:decline-offer', {})}>{t('common.cancel')}</Button>
          <Button onPress={() => void open()}>
            {incoming.opening ? t('connections.offerOpening') : t('connections.offerOpen')}
          </Button>
        </>
      }
    >
      {incoming.from === 'link' && (
        <p>
          <strong>{t('connections.offerFromOutside')}</strong>
        </p>
      )}
      <p>{t('connections.offerExplained')}</p>
      <form
        className="offer"
        onSubmit={(event) => {
          event.preventDefault();
          void open();
        }}
      >
        <TextField
          label={t('connections.offerPassphrase')}
          hint={t('connections.offerPassphraseHint')}
          value={passphrase}
          onChange={setPassphrase}
          focusAtStart
        />
      </form>
      <div role="alert">{problem !== null && !incoming.opening && <ProblemBanner error={problem} />}</div>
      {waitMs > 0 && <p className="quiet">{t('connections.offerWait', { wait: span(waitMs) })}</p>}
    </Dialog>
  );
}

function Opened({ incoming }: { readonly incoming: Extract<Incoming, { kind: 'opened' }> }) {
  const { t } = useTranslation();
  const app = useApp();
  const [problem, setProblem] = useState<DeskError | null>(null);
  const { list } = useFormat();
  const decline = (): void => void app.program.ask('connections:decline-offer', {});
  const accept = async (): Promise<void> => {
    const result = await app.program.ask('connections:accept-offer', {});
    setProblem(result.ok ? null : result.error);
  };
  return (
    <Dialog
      question
      title={t('connections.openedTitle', { name: isolated(incoming.name) })}
      onClose={decline}
      acts={
        <>
          <Button autoFocus onPress={decline}>
            {t('connections.openedDecline')}
          </Button>
          <Button onPress={() => app.stations.asAdministrator(() => app.leaveForms(() => void accept()))}>
            {t('connections.openedAccept')}
          </Button>
        </>
      }
    >
      <p>
        <strong>{t('connections.openedExplained', { host: isolated(incoming.host) })}</strong>
      </p>
      {incoming.replaces !== null && <p>{t('connections.openedReplaces', { name: isolated(incoming.replaces) })}</p>}
      {incoming.stations !== undefined && incoming.stations.length > 0 && (
        <p>
          {t('stations.linkBrings', {
            count: incoming.stations.length,
            stations: list(incoming.stations.map(isolated)),
          })}
        </p>
      )}
      <p>{t('connections.openedChanges')}</p>
      <div role="alert">{problem !== null && <ProblemBanner error={problem} />}</div>
    </Dialog>
  );
}
