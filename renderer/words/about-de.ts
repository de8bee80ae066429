import type { aboutEn } from './about-en.ts';
import type { German } from './translation.ts';

export const aboutDe: German<typeof aboutEn> = {
  title: 'Über Rolecall',
  version: 'Version {{version}}',
  report: 'Bericht für den Support',
  reportExplained:
    'Eine Datei für die Person, die Ihnen hilft: Versionen, Einstellungen, Anzahlen, Zeiten und was zuletzt geschah. Darin steht keine Person, kein Geheimnis und keine Adresse eines Dienstes. Sie bestimmen, wohin sie kommt, und senden sie selbst.',
  reportSave: 'Bericht für den Support speichern',
  reportSaved: 'Der Bericht ist gespeichert.',
  updates: 'Neue Versionen',
  updatesOff: 'Dieses Rolecall sucht nicht nach neuen Versionen. Wer diesen Computer betreut, bringt sie.',
  updatesIdle: 'Keine neuere Version ist bekannt.',
  updatesChecked: 'Nachgesehen {{time}}: Das ist die neueste Version.',
  updatesChecking: 'Es wird nach einer neuen Version gesehen …',
  updatesAvailable: 'Version {{version}} ist da. Sie wird geladen, sobald Sie es sagen.',
  updatesDownloading: 'Version {{version}} wird geladen: {{percent}}',
  updatesReady: 'Version {{version}} ist bereit. Rolecall startet damit neu, sobald Sie es sagen.',
  updatesWaitChanges:
    'Version {{version}} wartet: Einige Änderungen sind noch nicht bestätigt. Drücken Sie noch einmal, wenn sie es sind.',
  updatesWaitPerson:
    'Version {{version}} wartet: Eine Person ist geöffnet. Schließen Sie die Person und drücken Sie noch einmal.',
  updatesUnreachable:
    'Der Ort der neuen Versionen war nicht zu erreichen. Nichts hat sich geändert. Versuchen Sie es später noch einmal.',
  updatesNotVerified:
    'Was geladen wurde, ist nicht das Versprochene und wurde verworfen. Nichts hat sich geändert. Sagen Sie es der Person, die diesen Computer betreut.',
  updatesOlder:
    'Eine ältere Version wurde angeboten und abgelehnt. Nichts hat sich geändert. Sagen Sie es der Person, die diesen Computer betreut.',
  updatesNotUnderstood:
    'Die Antwort über neue Versionen war nicht zu verstehen. Nichts hat sich geändert. Wenn es so bleibt, sagen Sie der Person Bescheid, die diesen Computer betreut.',
  updatesNotInstalled:
    'Die neue Version ließ sich nicht installieren. Diese läuft weiter. Versuchen Sie es noch einmal oder sagen Sie der Person Bescheid, die diesen Computer betreut.',
  check: 'Jetzt nachsehen',
  download: 'Herunterladen',
  install: 'Neu starten und aktualisieren',
  licences: 'Lizenzen',
  licencesExplained:
    'Rolecall ist freie Software unter der MIT-Lizenz. Es besteht aus diesen Paketen; die Hinweise von Chromium liegen neben dem Programm.',
  licenceNone: 'Das Paket nennt diese Lizenz und bringt keinen eigenen Text mit.',
};
