import type { guideEn, practiceEn, preflightEn, soundsEn } from './preflight-en.ts';
import type { French } from './translation.ts';

export const practiceFr: French<typeof practiceEn> = {
  name: 'Mode entraînement',
  explained: 'Personnes inventées ; rien ne quitte cet ordinateur.',
  guide: 'Première arrivée guidée',
  startOver: 'Recommencer l’entraînement',
  startOverTitle: 'Recommencer l’entraînement ?',
  startOverExplained:
    'Tout ce qui a été fait à l’entraînement est supprimé, et les personnes inventées redeviennent comme au premier jour. Rien d’un vrai événement n’est touché. Vous vous connecterez de nouveau.',
  keep: 'Continuer l’entraînement',
  down: 'Le service d’entraînement s’est arrêté et ne redémarre plus de lui-même',
  downExplained:
    'Ce que vous avez fait est gardé. Rien ne peut être confirmé avant que le service ne tourne de nouveau.',
  startService: 'Le redémarrer',
};

export const guideFr: French<typeof guideEn> = {
  label: 'Première arrivée guidée',
  offer: 'C’est votre première fois ?',
  offerExplained: 'Enregistrez l’arrivée d’une personne inventée, en une minute. Vous pouvez arrêter à tout moment.',
  begin: 'Montrez-moi',
  notNow: 'Pas maintenant',
  step: 'Étape {{step}} sur {{steps}}',
  find: 'Tapez trois lettres d’un nom',
  findHow: 'Essayez « mar » ou « lin ». La recherche vous entend où que vous soyez.',
  open: 'Appuyez sur Entrée pour ouvrir la première personne',
  openHow: 'Les flèches en choisissent une autre. Un clic convient aussi.',
  checkIn: 'Appuyez encore sur Entrée : {{act}}',
  checkInHow: 'C’est noté aussitôt, et confirmé dès que le service l’a reçu.',
  checkInWord: 'Enregistrer l’arrivée',
  another: 'L’arrivée de cette personne est déjà enregistrée',
  anotherHow: 'Appuyez sur Échap et cherchez quelqu’un d’autre.',
  undo: 'Revenez en arrière : appuyez sur Défaire',
  undoHow: 'Le bouton reste deux minutes dans la barre qui dit ce qui vient d’être fait.',
  scan: 'Scannez ce code',
  scanHow: 'C’est le badge de cette personne. Le scan marche sur chaque page, quoi que vous fassiez.',
  code: 'Code du badge de la personne inventée',
  noScanner: 'Je n’ai pas de scanner',
  leave: 'Quitter le guide',
  finished: 'C’est tout',
  finishedExplained:
    'Chercher, ouvrir, enregistrer, défaire, scanner. Continuez à vous entraîner ; rien ici n’est réel.',
  close: 'Terminé',
};

export const soundsFr: French<typeof soundsEn> = {
  volume: 'Sons',
  volumeExplained:
    'Fait, déjà fait, gardé pour plus tard et problème ont chacun le leur. L’écran dit toujours la même chose.',
  off: 'Aucun',
  quiet: 'Faible',
  normal: 'Moyen',
  loud: 'Fort',
  done: 'Fait',
  already: 'Déjà fait',
  kept: 'Gardé pour plus tard',
  problem: 'Problème',
  screen: 'Garder l’écran allumé',
  screenExplained: 'Il ne s’éteint pas tant que Rolecall est ouvert. La batterie dure moins longtemps.',
};

export const preflightFr: French<typeof preflightEn> = {
  title: 'Prêt pour l’ouverture ?',
  menu: 'Prêt pour l’ouverture ?',
  explained: 'Passez tout en revue une fois avant l’ouverture. Il faut environ une minute, et rien n’est modifié.',
  run: 'Tout vérifier',
  stop: 'Arrêter',
  save: 'Enregistrer en texte',
  saved: 'Enregistré.',
  again: 'Vérifier de nouveau',
  check: 'Vérifier',
  list: 'Ce qui est vérifié',
  never: 'Rien n’a encore été vérifié.',
  running: 'Vérification : {{row}}',
  allFine: 'Tout est prêt. Vérifié à {{time}} sur cet ordinateur portable.',
  toDo_one: '{{count}} point à regarder.',
  toDo_many: '{{count}} points à regarder.',
  toDo_other: '{{count}} points à regarder.',
  open_one: '{{count}} pas encore vérifié.',
  open_many: '{{count}} pas encore vérifiés.',
  open_other: '{{count}} pas encore vérifiés.',
  checkedAt: 'vérifié à {{time}}',
  rows: {
    keyring: 'Trousseau',
    links: 'Retour du navigateur',
    connection: 'Connexion au service',
    people: 'Liste des personnes',
    clock: 'Horloge',
    disk: 'Disque',
    power: 'Alimentation',
    drill: 'Exercice hors ligne',
    scanner: 'Lecteur de codes',
    sound: 'Son',
  },
  states: {
    none: 'pas encore vérifié',
    waiting: 'ensuite',
    running: 'en cours',
    fine: 'prêt',
    warning: 'à regarder',
    failed: 'pas prêt',
    skipped: 'inutile',
  },
  fine: {
    keyring: 'Les secrets sont gardés par {{keyring}}, qui s’ouvre.',
    links: 'La connexion revient d’elle-même à Rolecall.',
    connection: 'Tout ce dont le guichet a besoin a été essayé et fonctionne.',
    people: '{{people}} personnes, liste complète il y a {{age}}.',
    power: 'Sur secteur.',
    disk: '{{free}} Go libres, et le dossier accepte l’écriture.',
    drill:
      'Trois changements ont été gardés sans réseau, ont survécu à un redémarrage et sont arrivés une fois chacun.',
    scanner: 'Les codes arrivent tels quels.',
    sound: 'Vous les avez entendus.',
  },
  clock: {
    same: 'L’horloge de cet ordinateur concorde avec celle du service, à {{margin}} s près.',
    ahead: 'L’horloge de cet ordinateur avance de {{seconds}} s sur celle du service, à {{margin}} s près.',
    behind: 'L’horloge de cet ordinateur retarde de {{seconds}} s sur celle du service, à {{margin}} s près.',
  },
  suffix: {
    enter: 'Il envoie Entrée après chaque code.',
    tab: 'Il envoie Tab après chaque code.',
    none: 'Il n’envoie rien après un code, ce qui convient aussi.',
  },
  layouts: {
    us: 'anglais (États-Unis)',
    uk: 'anglais (Royaume-Uni)',
    de: 'allemand',
    fr: 'français',
    es: 'espagnol',
    jp: 'japonais',
  },
  connectionRow: '{{step}} : {{what}}',
  findings: {
    stopped: { what: 'La vérification a été arrêtée.', next: 'Vérifiez de nouveau.' },
    broken: {
      what: 'Impossible de vérifier.',
      next: 'Vérifiez de nouveau. Si cela persiste, prévenez votre administrateur ; le journal dit pourquoi.',
    },
    'not-signed-in': { what: 'Aucune connexion n’est ouverte.', next: 'Connectez-vous, puis vérifiez de nouveau.' },
    'keyring-none': {
      what: 'Aucun trousseau sûr n’est ouvert sur cet ordinateur : la connexion est oubliée à la fermeture de Rolecall.',
      next: 'Laissez Rolecall ouvert toute la journée. Ou déverrouillez le trousseau, ou installez-en un (GNOME Keyring ou KWallet), et relancez Rolecall.',
    },
    'keyring-broken': {
      what: 'Le trousseau est là et ne s’ouvre pas.',
      next: 'Déverrouillez-le, ou fermez la session de cet ordinateur et rouvrez-la. Vérifiez ensuite de nouveau.',
    },
    'links-elsewhere': {
      what: 'Un autre programme ouvre les liens qui ramènent une connexion.',
      next: 'Laissez Rolecall les ouvrir. Sinon, collez l’adresse après la connexion.',
    },
    'links-nothing': {
      what: 'Cet ordinateur ne sait pas que Rolecall ouvre les liens qui ramènent une connexion.',
      next: 'Laissez Rolecall les ouvrir. Sinon, collez l’adresse après la connexion.',
    },
    'links-not-needed': {
      what: 'Cette connexion revient par un autre chemin, qui ne demande aucun réglage.',
      next: '',
    },
    'connection-failed': {
      what: 'Quelque chose dont le guichet a besoin ne fonctionne pas.',
      next: 'Occupez-vous-en, puis vérifiez de nouveau.',
    },
    'connection-warning': {
      what: 'Le guichet fonctionne, avec une limite.',
      next: 'Lisez-le, et prévenez votre administrateur si cela vous surprend.',
    },
    'people-none': {
      what: 'Cet ordinateur portable n’a pas de liste de personnes.',
      next: 'Vérifiez d’abord la connexion, attendez une minute et vérifiez de nouveau.',
    },
    'people-fetching': {
      what: 'La liste se charge : {{people}} pour l’instant.',
      next: 'Attendez qu’elle soit complète, puis vérifiez de nouveau.',
    },
    'people-old': {
      what: '{{people}} personnes, mais la liste date d’il y a {{age}} : qui s’est inscrit depuis peut manquer.',
      next: 'Vérifiez la connexion ; la liste se charge d’elle-même dès que le service répond.',
    },
    'people-undated': {
      what: '{{people}} personnes, mais l’horloge de cet ordinateur a été reculée depuis que la liste est complète : personne ne sait de quand elle date.',
      next: 'Vérifiez la connexion ; la liste se charge d’elle-même dès que le service répond.',
    },
    'clock-off': {
      what: '',
      next: 'Réglez la date et l’heure de cet ordinateur sur automatique. D’ici là, les heures diffèrent de celles des autres guichets.',
    },
    'clock-unknown': {
      what: 'Le service n’a pas dit l’heure.',
      next: 'Comparez l’horloge de cet ordinateur avec un téléphone.',
    },
    'disk-low': {
      what: 'Le disque est presque plein : {{free}} Go libres.',
      next: 'Videz la corbeille et supprimez des téléchargements jusqu’à avoir 1 Go libre.',
    },
    'disk-unwritable': {
      what: 'Rolecall ne peut pas écrire dans son dossier : rien ne serait gardé.',
      next: 'Lancez Rolecall avec le compte qui l’a installé, ou prévenez votre administrateur.',
    },
    'disk-unknown': {
      what: 'Le système ne dit pas combien il reste de place.',
      next: 'Regardez la place libre dans les réglages du système.',
    },
    'on-battery': {
      what: 'Cet ordinateur portable est sur batterie.',
      next: 'Branchez-le. Dans les réglages, vous pouvez garder l’écran allumé.',
    },
    'drill-not-kept': {
      what: 'Un changement n’a pas été gardé pendant la coupure du réseau.',
      next: 'N’utilisez pas cet ordinateur à l’entrée avant que votre administrateur ait examiné son disque.',
    },
    'drill-not-sent': {
      what: 'Au retour du réseau, les changements ne sont pas tous arrivés une seule fois.',
      next: 'Vérifiez de nouveau. Si cela persiste, n’utilisez pas cet ordinateur à l’entrée et prévenez votre administrateur.',
    },
    'scanner-layout': {
      what: 'Clavier du lecteur : {{scanner}}. Clavier de cet ordinateur : {{computer}}.',
      next: 'Réglez le lecteur sur {{computer}} : son manuel contient un code à scanner, sous « clavier » ou « pays ».',
    },
    'scanner-caps-lock': {
      what: 'Le verrouillage des majuscules est actif : majuscules et minuscules sont inversées.',
      next: 'Appuyez sur Verr. Maj. et scannez de nouveau.',
    },
    'scanner-extra': {
      what: 'Le lecteur ajoute quelque chose avant ou après chaque code.',
      next: 'Les badges sont trouvés quand même. Son manuel dit comment supprimer préfixe et suffixe.',
    },
    'scanner-garbled': {
      what: 'Ce qui est arrivé n’est pas le code à l’écran.',
      next: 'Scannez de nouveau. Si cela persiste, remettez le lecteur à ses réglages d’usine avec son manuel.',
    },
    'sound-not-heard': {
      what: 'Vous n’avez rien entendu.',
      next: 'Montez le volume de l’ordinateur, cherchez un casque branché ou une sortie muette, puis réessayez.',
    },
    'sound-off': { what: 'Les sons sont désactivés dans les réglages.', next: '' },
  },
  repairLinks: 'Les ouvrir avec Rolecall',
  drill: {
    label: 'Exercice hors ligne',
    steps: {
      'network-off': 'Le réseau inventé est coupé. L’arrivée de trois personnes inventées est enregistrée.',
      kept: 'Les trois sont gardées sur cet ordinateur portable.',
      restarted: 'Arrêté puis relancé, comme après une panne : les trois sont toujours là.',
      'network-back': 'Le réseau inventé est revenu. Elles sont envoyées.',
      proved: 'Les trois sont arrivées, une fois chacune.',
    },
    states: { notYet: 'pas encore', waiting: 'en attente', confirmed: 'confirmé' },
  },
  scanner: {
    none: 'Scannez le code affiché, ou n’importe quel badge, pour voir ce qui arrive.',
    start: 'Essayer le lecteur',
    stop: 'Fermer l’essai',
    scanThis: 'Scannez ce code',
    typed: 'Le code en texte : {{code}}',
    listening: 'En attente d’un scan',
    came: 'Reçu',
    other: 'C’est un autre code. Il est arrivé ; scannez celui qui est affiché pour voir si chaque signe arrive.',
  },
  sound: {
    none: 'Joue les sons du guichet.',
    play: 'Jouer les sons',
    heard: 'Je les ai entendus',
    notHeard: 'Je n’ai rien entendu',
    question: 'Les avez-vous entendus ?',
  },
};
