import type { en } from './en.ts';

/** What the program itself says outside its page: menus, dialogs and notifications of the system, and the browser's last page. */
export type DeskWords = { readonly [Key in Exclude<keyof typeof en, 'direction'>]: string } & {
  readonly direction: 'ltr' | 'rtl';
};
