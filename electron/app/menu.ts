import { Menu } from 'electron';
import { menuTemplate } from './menu-template.ts';

/** Puts the menu up, or another in its place. */
export function setMenu(given: Parameters<typeof menuTemplate>[0]): void {
  Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate(given)));
}
