import type { helpEn } from './help-en.ts';
import type { Japanese } from './translation.ts';

export const helpJa: Japanese<typeof helpEn> = {
  title: 'ヘルプ',
  contents: '目次',
  text: 'ガイド',
  open: 'ガイドを開く',
  forThis: 'この画面のヘルプ',
  zoom: '文字を大きく、小さく、元の大きさに',
  fullScreen: 'ウィンドウを全画面に。混雑状況では、もう一つの画面に表示',
};
