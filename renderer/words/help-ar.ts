import type { helpEn } from './help-en.ts';
import type { Arabic } from './translation.ts';

export const helpAr: Arabic<typeof helpEn> = {
  title: 'المساعدة',
  contents: 'المحتويات',
  text: 'الدليل',
  open: 'فتح الدليل',
  forThis: 'مساعدة حول هذه الشاشة',
  zoom: 'تكبير النص وتصغيره والحجم المعتاد',
  fullScreen: 'النافذة بملء الشاشة؛ وفي صفحة «الازدحام»، اللوحة على الشاشة الأخرى',
};
