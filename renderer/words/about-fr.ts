import type { aboutEn } from './about-en.ts';
import type { French } from './translation.ts';

export const aboutFr: French<typeof aboutEn> = {
  title: 'À propos de Rolecall',
  version: 'Version {{version}}',
  report: 'Rapport pour l’assistance',
  reportExplained:
    'Un fichier pour la personne qui vous aide : versions, réglages, nombres, durées et derniers événements. Il ne contient ni personne, ni secret, ni adresse de service. Vous choisissez où l’enregistrer et vous l’envoyez vous-même.',
  reportSave: 'Enregistrer un rapport pour l’assistance',
  reportSaved: 'Le rapport est enregistré.',
  updates: 'Nouvelles versions',
  updatesOff:
    'Ce Rolecall ne cherche pas de nouvelles versions. La personne qui s’occupe de cet ordinateur les apporte.',
  updatesIdle: 'Aucune version plus récente n’est connue.',
  updatesChecked: 'Vérifié {{time}} : cette version est la plus récente.',
  updatesChecking: 'Recherche d’une nouvelle version…',
  updatesAvailable: 'La version {{version}} est disponible. Elle est téléchargée quand vous le demandez.',
  updatesDownloading: 'Téléchargement de la version {{version}} : {{percent}}',
  updatesReady: 'La version {{version}} est prête. Rolecall redémarre avec elle quand vous le demandez.',
  updatesWaitChanges:
    'La version {{version}} attend : des modifications ne sont pas encore confirmées. Appuyez de nouveau quand elles le seront.',
  updatesWaitPerson: 'La version {{version}} attend : une personne est ouverte. Fermez-la, puis appuyez de nouveau.',
  updatesUnreachable: 'L’emplacement des nouvelles versions est injoignable. Rien n’a changé. Réessayez plus tard.',
  updatesNotVerified:
    'Le fichier téléchargé n’est pas celui qui était annoncé ; il a été supprimé. Rien n’a changé. Prévenez la personne qui s’occupe de cet ordinateur.',
  updatesOlder:
    'Une version plus ancienne a été proposée et refusée. Rien n’a changé. Prévenez la personne qui s’occupe de cet ordinateur.',
  updatesNotUnderstood:
    'La réponse sur les nouvelles versions n’a pas été comprise. Rien n’a changé. Si cela persiste, prévenez la personne qui s’occupe de cet ordinateur.',
  updatesNotInstalled:
    'La nouvelle version n’a pas pu être installée. Celle-ci continue. Réessayez, ou prévenez la personne qui s’occupe de cet ordinateur.',
  check: 'Vérifier maintenant',
  download: 'Télécharger',
  install: 'Redémarrer et mettre à jour',
  licences: 'Licences',
  licencesExplained:
    'Rolecall est un logiciel libre sous licence MIT. Il est fait de ces paquets ; les notices de Chromium se trouvent à côté du programme.',
  licenceNone: 'Le paquet indique cette licence et n’apporte pas de texte.',
};
