import type { en } from './en.ts';

/** What the program itself says outside its page: menus, dialogs and notifications of the system. */
export type DeskWords = { readonly [Key in keyof typeof en]: string };
