import { Check, Copy, Download, KeyRound, LoaderCircle } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RequestOutput } from '../../../contract/desk/channel-map.ts';
import type { DeskError } from '../../../contract/desk/errors.ts';
import { useApp, useKnown } from '../../state/use-app.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { QrCode, type QrPart, qrPath } from '../../ui/qr-code.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { isolated } from '../../words/words.ts';
import { ProblemBanner } from '../shell/problem-banner.tsx';
import { LeftAlone } from './left-alone.tsx';

/**
 * Width of the densest code that is shown, in modules with the quiet zone: version 25. Scanners and cameras read a module of
 * three pixels of a screen; beyond, they begin to fail (docs/stations.md, "How much fits into a code").
 */
const mostModules = 125;

/** The code packs far denser than the rest of the link. */
function partsOf({ link, code }: RequestOutput<'connections:make-desk-link'>): QrPart[] {
  return [
    { text: link.slice(0, link.length - code.length), packed: 'plain' },
    { text: code, packed: 'compact' },
  ];
}

/** A connection sealed for other laptops: its passphrase, a code to scan, and the link. Leaving the page forgets it. */
export function DeskLinkMade({ connectionId }: { readonly connectionId: string }) {
  const { t } = useTranslation();
  const app = useApp();
  const { show } = app.connectionPages;
  const connections = useKnown(app.connections);
  const name = isolated(connections?.all.find(({ id }) => id === connectionId)?.name ?? '');
  const [made, setMade] = useState<RequestOutput<'connections:make-desk-link'> | null>(null);
  const [done, setDone] = useState<'copied' | 'saved' | null>(null);
  const [problem, setProblem] = useState<DeskError | null>(null);
  const [startWith, setStartWith] = useState<string | null>(null);
  const parts = useMemo(() => (made === null ? [] : partsOf(made)), [made]);
  const scansWell = useMemo(() => (qrPath(parts)?.width ?? Number.POSITIVE_INFINITY) <= mostModules, [parts]);

  useEffect(() => {
    let asked = true;
    setMade(null);
    setDone(null);
    const input = { connectionId, ...(startWith === null ? {} : { startWith }) };
    void app.program.ask('connections:make-desk-link', input).then((result) => {
      if (!asked) return;
      if (result.ok) setMade(result.value);
      setProblem(result.ok ? null : result.error);
    });
    return () => {
      asked = false;
      void app.program.ask('connections:forget-desk-link', {});
    };
  }, [app, connectionId, startWith]);

  const stations = made?.stations ?? [];
  const copy = async (): Promise<void> => {
    const result = await app.program.ask('connections:copy-desk-link', {});
    setProblem(result.ok ? null : result.error);
    if (result.ok) setDone('copied');
  };
  const save = async (): Promise<void> => {
    const result = await app.program.ask('connections:save-desk-link', {});
    setProblem(result.ok ? null : result.error);
    if (result.ok && result.value.saved) setDone('saved');
  };

  return (
    <main className="page">
      <PageHead
        back={t('connections.linkDone')}
        onBack={() => show({ kind: 'details', connectionId })}
        title={t('connections.linkTitle', { name })}
      />
      <p className="connections__note">{t('connections.linkExplained')}</p>
      <div role="alert">{problem !== null && <ProblemBanner error={problem} />}</div>
      {made === null && problem === null && (
        <p role="status" className="desk-link__making">
          <LoaderCircle className="icon spin" size={20} aria-hidden="true" />
          {t('connections.linkMaking')}
        </p>
      )}
      {made !== null && (
        <div className="desk-link">
          <section className="panel" aria-labelledby="desk-link-passphrase">
            <h2 id="desk-link-passphrase" className="panel__title">
              {t('connections.linkPassphrase')}
            </h2>
            <p className="desk-link__passphrase">
              <LeftAlone text={made.passphrase} />
            </p>
            <p className="quiet">{t('connections.linkPassphraseOnce')}</p>
            <Banner icon={KeyRound} title={t('connections.linkWarning')} />
            <div className="desk-link__acts">
              <Button icon={done === 'copied' ? Check : Copy} onPress={() => void copy()}>
                {done === 'copied' ? t('connections.linkCopied') : t('connections.linkCopy')}
              </Button>
              <Button icon={done === 'saved' ? Check : Download} onPress={() => void save()}>
                {done === 'saved' ? t('connections.linkSaved') : t('connections.linkSave')}
              </Button>
            </div>
            {stations.length > 0 && (
              <div className="desk-link__start">
                <p className="quiet">{t('stations.linkCarries', { count: stations.length })}</p>
                <SelectField
                  label={t('stations.linkStation')}
                  value={made.startsWith ?? ''}
                  options={stations.map((station) => ({ value: station.id, words: station.name }))}
                  onChange={setStartWith}
                />
                <p className="quiet">{t('stations.linkStationHint')}</p>
              </div>
            )}
          </section>
          <section className="panel desk-link__scan">
            {scansWell ? (
              <>
                <QrCode
                  parts={parts}
                  label={t('connections.linkQr', { name })}
                  tooLong={t('connections.linkTooLong')}
                />
                <p className="quiet">{t('connections.linkQrExplained')}</p>
              </>
            ) : (
              <p>{stations.length > 0 ? t('stations.linkTooDense') : t('connections.linkTooLong')}</p>
            )}
          </section>
        </div>
      )}
    </main>
  );
}
