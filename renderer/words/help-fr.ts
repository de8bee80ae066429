import type { helpEn } from './help-en.ts';
import type { French } from './translation.ts';

export const helpFr: French<typeof helpEn> = {
  title: 'Aide',
  contents: 'Sommaire',
  text: 'Le guide',
  open: 'Ouvrir le guide',
  forThis: 'Aide sur cet écran',
  zoom: 'Texte plus grand, plus petit, taille habituelle',
  fullScreen: 'La fenêtre en plein écran ; sur « Affluence », le tableau sur l’autre écran',
};
