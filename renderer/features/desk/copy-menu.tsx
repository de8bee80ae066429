import { Copy } from 'lucide-react';
import { memo, useEffect, useState } from 'react';
import { Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { LeftToRight } from '../../ui/left-to-right.tsx';
import '../../ui/menu.css';

/** How long it is said that something was copied, milliseconds. */
const saidFor = 3000;

/** Puts the person's username or badge number on the clipboard: for a message to a colleague, or another program. */
export const CopyMenu = memo(function CopyMenu(props: { readonly userId: string; readonly username: string }) {
  const { userId, username } = props;
  const { t } = useTranslation();
  const [copied, setCopied] = useState('');
  useEffect(() => {
    if (copied === '') return;
    const timer = setTimeout(() => setCopied(''), saidFor);
    return () => clearTimeout(timer);
  }, [copied]);
  const items = [
    { id: 'username', words: t('copy.username'), text: username },
    { id: 'id', words: t('copy.id'), text: userId },
  ].filter(({ text }) => text !== '');
  const copy = async (words: string, text: string): Promise<void> => {
    // Only a page in front may; then nothing was copied, and nothing says so.
    await navigator.clipboard.writeText(text).then(
      () => setCopied(t('copy.copied', { what: words })),
      () => setCopied(''),
    );
  };
  return (
    <span className="copy-menu">
      <MenuTrigger>
        <Button look="quiet" icon={Copy} label={t('copy.label')} />
        <Popover placement="bottom start" className="menu-popover">
          <Menu className="menu">
            {items.map(({ id, words, text }) => (
              <MenuItem key={id} className="menu__item" textValue={words} onAction={() => void copy(words, text)}>
                {words}
                <LeftToRight className="copy-menu__text">{text}</LeftToRight>
              </MenuItem>
            ))}
          </Menu>
        </Popover>
      </MenuTrigger>
      <span role="status" className="copy-menu__done">
        {copied}
      </span>
    </span>
  );
});
