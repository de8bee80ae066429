import type { copyEn, offlineEn } from './habits-en.ts';
import type { French } from './translation.ts';

export const offlineFr: French<typeof offlineEn> = {
  explain: 'Hors ligne : ce que cela signifie',
  title: 'Hors ligne depuis {{time}}',
  kept_one:
    '{{formatted}} modification est gardée sur cet ordinateur. Elle partira d’elle-même dès que le réseau sera revenu.',
  kept_many:
    '{{formatted}} de modifications sont gardées sur cet ordinateur. Elles partiront d’elles-mêmes dès que le réseau sera revenu.',
  kept_other:
    '{{formatted}} modifications sont gardées sur cet ordinateur. Elles partiront d’elles-mêmes dès que le réseau sera revenu.',
  nothingKept:
    'Aucune modification n’attend. Ce que vous faites maintenant est gardé sur cet ordinateur et partira de soi-même dès que le réseau sera revenu.',
  showKept: 'Voir ce qui attend',
  details: 'État de cette connexion',
  spokenKept: 'gardé sur cet ordinateur, envoyé dès que le réseau sera revenu',
};

export const copyFr: French<typeof copyEn> = {
  label: 'Copier',
  username: 'Nom d’utilisateur',
  id: 'Numéro de badge',
  copied: 'Copié : {{what}}',
};
