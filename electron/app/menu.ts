import { type BaseWindow, BrowserWindow, Menu, type MenuItemConstructorOptions } from 'electron';
import { nextZoom } from './zoom.ts';

/** The menu: what text fields, zoom and the window need, and the developer tools where the program is not packaged. */
export function menuTemplate(given: {
  readonly platform: string;
  readonly packaged: boolean;
}): MenuItemConstructorOptions[] {
  const mac = given.platform === 'darwin';
  const view: MenuItemConstructorOptions[] = [
    zoomItem('Larger', 'CommandOrControl+Plus', 'in'),
    zoomItem('Larger', 'CommandOrControl+=', 'in', false),
    zoomItem('Larger', 'CommandOrControl+numadd', 'in', false),
    zoomItem('Smaller', 'CommandOrControl+-', 'out'),
    zoomItem('Smaller', 'CommandOrControl+numsub', 'out', false),
    zoomItem('Usual size', 'CommandOrControl+0', 'reset'),
    { type: 'separator' },
    { role: 'togglefullscreen' },
  ];
  if (!given.packaged) view.push({ type: 'separator' }, { role: 'reload' }, { role: 'toggleDevTools' });
  return [
    ...(mac ? [{ role: 'appMenu' } satisfies MenuItemConstructorOptions] : []),
    ...(mac ? [] : [{ label: '&File', submenu: [{ role: 'quit' }] } satisfies MenuItemConstructorOptions]),
    { role: 'editMenu' },
    { label: '&View', submenu: view },
    { role: 'windowMenu' },
  ];
}

function zoomItem(
  label: string,
  accelerator: string,
  direction: 'in' | 'out' | 'reset',
  visible = true,
): MenuItemConstructorOptions {
  return {
    label,
    accelerator,
    visible,
    acceleratorWorksWhenHidden: true,
    click: (_item, window: BaseWindow | undefined) => {
      if (!(window instanceof BrowserWindow)) return;
      window.webContents.setZoomFactor(nextZoom(window.webContents.getZoomFactor(), direction));
    },
  };
}

export function setMenu(platform: string, packaged: boolean): void {
  Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate({ platform, packaged })));
}
