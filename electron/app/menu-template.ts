import type { MenuItemConstructorOptions } from 'electron';
import type { DeskWords } from '../words/desk-words.ts';
import type { ZoomDirection } from './zoom.ts';

/** What the menu sets off. */
export interface MenuActs {
  zoom(direction: ZoomDirection): void;
  fullScreen(): void;
  /** Shows the rush board in full screen, or takes it away. */
  rushBoard(): void;
}

/**
 * The menu: what text fields, zoom and the window need, and the developer tools where the program is not packaged. Every
 * item says its own words: Electron's are English.
 */
export function menuTemplate(given: {
  readonly platform: string;
  readonly packaged: boolean;
  readonly words: DeskWords;
  readonly acts: MenuActs;
}): MenuItemConstructorOptions[] {
  const { words, packaged, acts } = given;
  const mac = given.platform === 'darwin';
  const zoomItem = (
    label: string,
    accelerator: string,
    direction: ZoomDirection,
    visible = true,
  ): MenuItemConstructorOptions => ({
    label,
    accelerator,
    visible,
    acceleratorWorksWhenHidden: true,
    click: () => acts.zoom(direction),
  });
  const view: MenuItemConstructorOptions[] = [
    zoomItem(words.larger, 'CommandOrControl+Plus', 'in'),
    zoomItem(words.larger, 'CommandOrControl+=', 'in', false),
    zoomItem(words.larger, 'CommandOrControl+numadd', 'in', false),
    zoomItem(words.smaller, 'CommandOrControl+-', 'out'),
    zoomItem(words.smaller, 'CommandOrControl+numsub', 'out', false),
    zoomItem(words.usualSize, 'CommandOrControl+0', 'reset'),
    zoomItem(words.usualSize, 'CommandOrControl+num0', 'reset', false),
    { type: 'separator' },
    { label: words.fullScreen, accelerator: mac ? 'Control+Command+F' : 'F11', click: () => acts.fullScreen() },
    { label: words.rushBoard, click: () => acts.rushBoard() },
  ];
  if (!packaged) {
    view.push(
      { type: 'separator' },
      { role: 'reload', label: words.reload },
      { role: 'toggleDevTools', label: words.developerTools },
    );
  }
  const edit: MenuItemConstructorOptions[] = [
    { role: 'undo', label: words.undo },
    { role: 'redo', label: words.redo },
    { type: 'separator' },
    { role: 'cut', label: words.cut },
    { role: 'copy', label: words.copy },
    { role: 'paste', label: words.paste },
    { role: 'delete', label: words.delete },
    { type: 'separator' },
    { role: 'selectAll', label: words.selectAll },
  ];
  return [
    mac
      ? { role: 'appMenu', submenu: appMenu(words) }
      : { label: words.file, submenu: [{ role: 'quit', label: words.quit }] },
    { role: 'editMenu', label: words.edit, submenu: edit },
    { label: words.view, submenu: view },
    {
      role: 'windowMenu',
      label: words.window,
      submenu: [
        { role: 'minimize', label: words.minimise },
        { role: 'zoom', label: words.zoomWindow },
        mac ? { role: 'front', label: words.allToFront } : { role: 'close', label: words.closeWindow },
      ],
    },
  ];
}

function appMenu(words: DeskWords): MenuItemConstructorOptions[] {
  return [
    { role: 'about', label: words.about },
    { type: 'separator' },
    { role: 'services', label: words.services },
    { type: 'separator' },
    { role: 'hide', label: words.hide },
    { role: 'hideOthers', label: words.hideOthers },
    { role: 'unhide', label: words.showAll },
    { type: 'separator' },
    { role: 'quit', label: words.quitRolecall },
  ];
}
