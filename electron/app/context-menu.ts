import type { MenuItemConstructorOptions } from 'electron';
import type { DeskWords } from '../words/desk-words.ts';

/** What is used of Electron's ContextMenuParams. */
export interface ContextFacts {
  readonly isEditable: boolean;
  readonly selectionText: string;
  readonly editFlags: {
    readonly canCut: boolean;
    readonly canCopy: boolean;
    readonly canPaste: boolean;
    readonly canSelectAll: boolean;
  };
}

/** The menu of the right button: what can be done with text, and nothing where there is no text. */
export function contextMenuTemplate(
  { isEditable, selectionText, editFlags }: ContextFacts,
  words: DeskWords,
): MenuItemConstructorOptions[] {
  if (isEditable) {
    return [
      { role: 'cut', label: words.cut, enabled: editFlags.canCut },
      { role: 'copy', label: words.copy, enabled: editFlags.canCopy },
      { role: 'paste', label: words.paste, enabled: editFlags.canPaste },
      { type: 'separator' },
      { role: 'selectAll', label: words.selectAll, enabled: editFlags.canSelectAll },
    ];
  }
  return selectionText.trim() === '' ? [] : [{ role: 'copy', label: words.copy, enabled: editFlags.canCopy }];
}
