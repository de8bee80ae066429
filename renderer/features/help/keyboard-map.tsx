import { BookOpen } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { type ExplainedKey, keyMap, type ShownKey } from '../../keyboard/keys.ts';
import { useIsMac } from '../../state/use-app.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import './keyboard-map.css';

function Shown({ shown }: { readonly shown: ShownKey }) {
  const { t } = useTranslation();
  const mac = useIsMac();
  const accelerator = mac ? t('keys.command') : t('keys.control');
  switch (shown.kind) {
    case 'key':
      return <kbd className="kbd">{shown.name}</kbd>;
    case 'word':
      return shown.name === 'to' ? t('keyboard.to') : t('keyboard.or');
    case 'named': {
      const names = { enter: t('keys.enter'), escape: t('keys.escape'), accelerator, alt: mac ? '⌥' : 'Alt' };
      return <kbd className="kbd">{names[shown.name]}</kbd>;
    }
  }
}

const nameOf = ({ kind, name }: ShownKey): string => `${kind} ${name}`;

/** All keys of the desk, on `?` and F1, as keyboard/keys.ts has them. */
export function KeyboardMap({ onClose, onGuide }: { readonly onClose: () => void; readonly onGuide: () => void }) {
  const { t } = useTranslation();
  const does: Record<ExplainedKey['id'], string> = {
    anywhereDoes: t('keyboard.anywhereDoes'),
    arrows: t('keyboard.arrows'),
    rows: t('keyboard.rows'),
    enterOpen: t('keyboard.enterOpen'),
    enterAct: t('keyboard.enterAct'),
    escape: t('keyboard.escape'),
    numbers: t('keyboard.numbers'),
    undo: t('keyboard.undo'),
    id: t('keyboard.id'),
    lock: t('keyboard.lock'),
    zoom: t('help.zoom'),
    fullScreen: t('help.fullScreen'),
    help: t('keyboard.help'),
  };
  return (
    <Dialog
      wide
      title={t('keyboard.title')}
      onClose={onClose}
      acts={
        <>
          <Button icon={BookOpen} onPress={onGuide}>
            {t('help.open')}
          </Button>
          <Button autoFocus onPress={onClose}>
            {t('common.close')}
          </Button>
        </>
      }
    >
      <dl className="keyboard-map">
        {keyMap.map(({ id, shown }) => (
          <div key={id} className="keyboard-map__row">
            <dt className="keyboard-map__keys">
              {shown.length === 0
                ? t('keyboard.anywhere')
                : shown.map((each) => <Shown key={nameOf(each)} shown={each} />)}
            </dt>
            <dd className="keyboard-map__does">{does[id]}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
