import type { copyEn, offlineEn } from './habits-en.ts';
import type { Spanish } from './translation.ts';

export const offlineEs: Spanish<typeof offlineEn> = {
  explain: 'Sin conexión: qué significa',
  title: 'Sin conexión desde las {{time}}',
  kept_one: '{{formatted}} cambio está guardado en este equipo. Se envía solo en cuanto vuelva la red.',
  kept_many: '{{formatted}} de cambios están guardados en este equipo. Se envían solos en cuanto vuelva la red.',
  kept_other: '{{formatted}} cambios están guardados en este equipo. Se envían solos en cuanto vuelva la red.',
  nothingKept:
    'No hay cambios pendientes. Lo que haga ahora se guarda en este equipo y se envía solo en cuanto vuelva la red.',
  showKept: 'Ver lo pendiente',
  details: 'Estado de esta conexión',
  spokenKept: 'guardado en este equipo, se envía cuando vuelva la red',
};

export const copyEs: Spanish<typeof copyEn> = {
  label: 'Copiar',
  username: 'Nombre de usuario',
  id: 'Número de acreditación',
  copied: 'Copiado: {{what}}',
};
