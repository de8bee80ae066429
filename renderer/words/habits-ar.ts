import type { copyEn, offlineEn } from './habits-en.ts';
import type { Arabic } from './translation.ts';

export const offlineAr: Arabic<typeof offlineEn> = {
  explain: 'بلا اتصال: ماذا يعني ذلك',
  title: 'بلا اتصال منذ {{time}}',
  kept_zero: 'لا تغييرات محفوظة.',
  kept_one: 'تغيير واحد ({{formatted}}) محفوظ على هذا الحاسوب، ويُرسل تلقائيًا حين تعود الشبكة.',
  kept_two: 'تغييران ({{formatted}}) محفوظان على هذا الحاسوب، ويُرسلان تلقائيًا حين تعود الشبكة.',
  kept_few: '{{formatted}} تغييرات محفوظة على هذا الحاسوب، وتُرسل تلقائيًا حين تعود الشبكة.',
  kept_many: '{{formatted}} تغييرًا محفوظًا على هذا الحاسوب، وتُرسل تلقائيًا حين تعود الشبكة.',
  kept_other: '{{formatted}} تغيير محفوظ على هذا الحاسوب، وتُرسل تلقائيًا حين تعود الشبكة.',
  nothingKept: 'لا تغييرات تنتظر. ما تفعله الآن يُحفظ على هذا الحاسوب ويُرسل تلقائيًا حين تعود الشبكة.',
  showKept: 'إظهار ما ينتظر',
  details: 'حالة هذا الاتصال',
  spokenKept: 'محفوظ على هذا الحاسوب، ويُرسل حين تعود الشبكة',
};

export const copyAr: Arabic<typeof copyEn> = {
  label: 'نسخ',
  username: 'اسم المستخدم',
  id: 'رقم الشارة',
  copied: 'نُسخ: {{what}}',
};
