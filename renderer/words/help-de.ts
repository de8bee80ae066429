import type { helpEn } from './help-en.ts';
import type { German } from './translation.ts';

export const helpDe: German<typeof helpEn> = {
  title: 'Hilfe',
  contents: 'Inhalt',
  text: 'Die Anleitung',
  open: 'Anleitung öffnen',
  forThis: 'Hilfe zu dieser Seite',
  zoom: 'Text größer, kleiner, wie üblich',
  fullScreen: 'Das Fenster als Vollbild; auf der Seite „Andrang“: die Tafel auf dem anderen Bildschirm',
};
