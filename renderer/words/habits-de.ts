import type { copyEn, offlineEn } from './habits-en.ts';
import type { German } from './translation.ts';

export const offlineDe: German<typeof offlineEn> = {
  explain: 'Offline: was das bedeutet',
  title: 'Offline seit {{time}}',
  kept_one:
    '{{formatted}} Änderung ist auf diesem Computer gesichert. Sie geht von selbst hinaus, sobald das Netz wieder da ist.',
  kept_other:
    '{{formatted}} Änderungen sind auf diesem Computer gesichert. Sie gehen von selbst hinaus, sobald das Netz wieder da ist.',
  nothingKept:
    'Keine Änderung wartet. Was Sie jetzt tun, wird auf diesem Computer gesichert und geht von selbst hinaus, sobald das Netz wieder da ist.',
  showKept: 'Zeigen, was wartet',
  details: 'Zustand dieser Verbindung',
  spokenKept: 'auf diesem Computer gesichert, geht hinaus, sobald das Netz wieder da ist',
};

export const copyDe: German<typeof copyEn> = {
  label: 'Kopieren',
  username: 'Benutzername',
  id: 'Badge-Nummer',
  copied: 'Kopiert: {{what}}',
};
