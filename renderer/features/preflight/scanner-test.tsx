import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PreflightAnswer, ScanSuffix } from '../../../contract/desk/preflight.ts';
import { useApp } from '../../state/use-app.ts';
import { QrCode } from '../../ui/qr-code.tsx';
import { diagnoseScan, type HeardKey, testCode, textOf } from './scanner-diagnosis.ts';

/** Milliseconds without a key after which a scan has ended; a slow radio link stutters for less. */
const endsAfter = 500;
const modifiers = new Set(['Shift', 'Control', 'Alt', 'AltGraph', 'Meta', 'CapsLock', 'NumLock']);

export interface TestScan {
  readonly keys: readonly HeardKey[];
  readonly suffix: ScanSuffix;
}

/** What a scan of the test says, as the answer that is kept; null where it was another code. */
export function answerOf({ keys, suffix }: TestScan): PreflightAnswer | null {
  const diagnosis = diagnoseScan(keys);
  switch (diagnosis.kind) {
    case 'other':
      return null;
    case 'right':
      return { row: 'scanner', finding: 'fine', suffix };
    case 'wrong-layout': {
      const [{ scanner, computer }] = diagnosis.pairs;
      return {
        row: 'scanner',
        finding: 'scanner-layout',
        suffix,
        scannerLayout: scanner,
        computerLayout: computer,
      };
    }
    case 'caps-lock':
    case 'extra':
    case 'garbled':
      return { row: 'scanner', finding: `scanner-${diagnosis.kind}`, suffix };
  }
}

/**
 * Hears keys as they come while the test is open, before the desk takes them for a scan of a badge. Tab, Enter and blanks
 * stay the keyboard's own until a code has begun.
 */
function useRawScan(onScan: (scan: TestScan) => void): void {
  const { screen } = useApp();
  useEffect(() => {
    let keys: HeardKey[] = [];
    let suffix: ScanSuffix = 'none';
    let timer: ReturnType<typeof setTimeout> | undefined;
    const finish = (): void => {
      const scan = { keys, suffix };
      keys = [];
      suffix = 'none';
      if (scan.keys.length > 0) onScan(scan);
    };
    const onKeyDown = (event: KeyboardEvent): void => {
      const { key, code, shiftKey } = event;
      if (modifiers.has(key)) return;
      const ends = key === 'Enter' || key === 'Tab';
      const types = [...key].length === 1 || key === 'Dead';
      if (keys.length === 0 && (ends || key === ' ')) return;
      if (!ends && !types) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      clearTimeout(timer);
      timer = setTimeout(finish, endsAfter);
      if (key === 'Enter') suffix = 'enter';
      else if (key === 'Tab') suffix = suffix === 'enter' ? suffix : 'tab';
      // Behind the end only a line feed may follow, which is no part of the code.
      else if (suffix === 'none') keys = [...keys, { key, code, shift: shiftKey }];
    };
    screen.setState({ scannerTest: true });
    window.addEventListener('keydown', onKeyDown, { capture: true });
    return () => {
      clearTimeout(timer);
      window.removeEventListener('keydown', onKeyDown, { capture: true });
      screen.setState({ scannerTest: false });
    };
  }, [screen, onScan]);
}

/** The code to scan, and what came of it. */
export function ScannerTest({ onAnswer }: { readonly onAnswer: (answer: PreflightAnswer) => void }) {
  const { t } = useTranslation();
  const [scan, setScan] = useState<TestScan | null>(null);
  const hear = useMemo(
    () =>
      (heard: TestScan): void => {
        setScan(heard);
        const answer = answerOf(heard);
        if (answer !== null) onAnswer(answer);
      },
    [onAnswer],
  );
  useRawScan(hear);
  const parts = useMemo(() => [{ text: testCode, packed: 'plain' as const }], []);
  return (
    <div className="scanner-test">
      <div className="scanner-test__code">
        <QrCode parts={parts} label={t('preflight.scanner.scanThis')} tooLong={testCode} />
      </div>
      <div className="scanner-test__words">
        <p className="scanner-test__do">{t('preflight.scanner.scanThis')}</p>
        <p className="quiet">{t('preflight.scanner.typed', { code: `\u2066${testCode}\u2069` })}</p>
        <div role="status" className="scanner-test__came">
          {scan === null ? (
            <p>{t('preflight.scanner.listening')}</p>
          ) : (
            <>
              <p>
                {t('preflight.scanner.came')}{' '}
                <bdi className="scanner-test__text" dir="ltr">
                  {textOf(scan.keys)}
                </bdi>
              </p>
              <p>{t(`preflight.suffix.${scan.suffix}`)}</p>
              {answerOf(scan) === null && <p>{t('preflight.scanner.other')}</p>}
            </>
          )}
        </div>
      </div>
    </div>
  );
}
