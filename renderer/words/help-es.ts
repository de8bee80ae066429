import type { helpEn } from './help-en.ts';
import type { Spanish } from './translation.ts';

export const helpEs: Spanish<typeof helpEn> = {
  title: 'Ayuda',
  contents: 'Contenido',
  text: 'La guía',
  open: 'Abrir la guía',
  forThis: 'Ayuda sobre esta pantalla',
  zoom: 'Texto más grande, más pequeño, tamaño habitual',
  fullScreen: 'La ventana a pantalla completa; en «Afluencia», el panel en la otra pantalla',
};
