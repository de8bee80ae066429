import type { aboutEn } from './about-en.ts';
import type { Arabic } from './translation.ts';

export const aboutAr: Arabic<typeof aboutEn> = {
  title: 'حول Rolecall',
  version: 'الإصدار {{version}}',
  report: 'تقرير للدعم',
  reportExplained:
    'ملف لمن يساعدك: الإصدارات والإعدادات والأعداد والأوقات وما حدث مؤخرًا. لا يحتوي على أي شخص أو سر أو عنوان خدمة. أنت تختار مكانه وترسله بنفسك.',
  reportSave: 'حفظ تقرير للدعم',
  reportSaved: 'حُفظ التقرير.',
  updates: 'الإصدارات الجديدة',
  updatesOff: 'لا يبحث Rolecall هذا عن إصدارات جديدة. من يعتني بهذا الحاسوب يجلبها.',
  updatesIdle: 'لا يُعرف إصدار أحدث.',
  updatesChecked: 'تم التحقق {{time}}: هذا أحدث إصدار.',
  updatesChecking: 'جارٍ البحث عن إصدار جديد…',
  updatesAvailable: 'الإصدار {{version}} متاح. يُنزَّل عندما تطلب ذلك.',
  updatesDownloading: 'جارٍ تنزيل الإصدار {{version}}: {{percent}}',
  updatesReady: 'الإصدار {{version}} جاهز. يعيد Rolecall التشغيل به عندما تطلب ذلك.',
  updatesWaitChanges: 'الإصدار {{version}} ينتظر: بعض التغييرات لم تُؤكَّد بعد. اضغط مرة أخرى عندما تُؤكَّد.',
  updatesWaitPerson: 'الإصدار {{version}} ينتظر: هناك شخص مفتوح. أغلق الشخص ثم اضغط مرة أخرى.',
  updatesUnreachable: 'تعذّر الوصول إلى مكان الإصدارات الجديدة. لم يتغير شيء. حاول لاحقًا.',
  updatesNotVerified: 'ما نُزِّل ليس ما وُعِد به، لذا حُذف. لم يتغير شيء. أخبر من يعتني بهذا الحاسوب.',
  updatesOlder: 'عُرض إصدار أقدم ورُفض. لم يتغير شيء. أخبر من يعتني بهذا الحاسوب.',
  updatesNotUnderstood: 'لم يُفهم الرد عن الإصدارات الجديدة. لم يتغير شيء. إن استمر ذلك فأخبر من يعتني بهذا الحاسوب.',
  updatesNotInstalled: 'تعذّر تثبيت الإصدار الجديد. يستمر هذا الإصدار. حاول مرة أخرى، أو أخبر من يعتني بهذا الحاسوب.',
  check: 'تحقق الآن',
  download: 'تنزيل',
  install: 'إعادة التشغيل والتحديث',
  licences: 'التراخيص',
  licencesExplained: 'Rolecall برنامج حر بترخيص MIT. وهو مكوَّن من هذه الحزم؛ وإشعارات Chromium موجودة بجانب البرنامج.',
  licenceNone: 'تذكر الحزمة هذا الترخيص ولا تحمل نصًا خاصًا بها.',
};
