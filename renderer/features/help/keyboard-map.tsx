import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useIsMac } from '../../state/use-app.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import './keyboard-map.css';

function Key({ children }: { readonly children: string }) {
  return <kbd className="kbd">{children}</kbd>;
}

/** All keys of the desk, on `?` and F1. */
export function KeyboardMap({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const key = useIsMac() ? t('keys.command') : t('keys.control');
  const rows: readonly { readonly id: string; readonly keys: ReactNode; readonly does: string }[] = [
    { id: 'any', keys: t('keyboard.anywhere'), does: t('keyboard.anywhereDoes') },
    {
      id: 'arrows',
      keys: (
        <>
          <Key>↑</Key>
          <Key>↓</Key>
        </>
      ),
      does: t('keyboard.arrows'),
    },
    { id: 'open', keys: <Key>{t('keys.enter')}</Key>, does: t('keyboard.enterOpen') },
    { id: 'act', keys: <Key>{t('keys.enter')}</Key>, does: t('keyboard.enterAct') },
    { id: 'escape', keys: <Key>{t('keys.escape')}</Key>, does: t('keyboard.escape') },
    {
      id: 'numbers',
      keys: (
        <>
          <Key>{key}</Key>
          <Key>1</Key> {t('keyboard.to')} <Key>9</Key>
        </>
      ),
      does: t('keyboard.numbers'),
    },
    {
      id: 'undo',
      keys: (
        <>
          <Key>{key}</Key>
          <Key>Z</Key>
        </>
      ),
      does: t('keyboard.undo'),
    },
    {
      id: 'id',
      keys: (
        <>
          <Key>{key}</Key>
          <Key>I</Key>
        </>
      ),
      does: t('keyboard.id'),
    },
    {
      id: 'lock',
      keys: (
        <>
          <Key>{key}</Key>
          <Key>L</Key>
        </>
      ),
      does: t('keyboard.lock'),
    },
    {
      id: 'help',
      keys: (
        <>
          <Key>?</Key> {t('keyboard.or')} <Key>F1</Key>
        </>
      ),
      does: t('keyboard.help'),
    },
  ];
  return (
    <Dialog
      wide
      title={t('keyboard.title')}
      onClose={onClose}
      acts={
        <Button autoFocus onPress={onClose}>
          {t('common.close')}
        </Button>
      }
    >
      <dl className="keyboard-map">
        {rows.map(({ id, keys, does }) => (
          <div key={id} className="keyboard-map__row">
            <dt className="keyboard-map__keys">{keys}</dt>
            <dd className="keyboard-map__does">{does}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
