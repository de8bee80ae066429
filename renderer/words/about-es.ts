import type { aboutEn } from './about-en.ts';
import type { Spanish } from './translation.ts';

export const aboutEs: Spanish<typeof aboutEn> = {
  title: 'Acerca de Rolecall',
  version: 'Versión {{version}}',
  report: 'Informe para soporte',
  reportExplained:
    'Un archivo para quien le ayuda: versiones, ajustes, cantidades, tiempos y lo ocurrido últimamente. No contiene personas, secretos ni direcciones de servicios. Usted elige dónde guardarlo y lo envía.',
  reportSave: 'Guardar un informe para soporte',
  reportSaved: 'El informe está guardado.',
  updates: 'Versiones nuevas',
  updatesOff: 'Este Rolecall no busca versiones nuevas. Las trae quien se ocupa de este ordenador.',
  updatesIdle: 'No se conoce ninguna versión más nueva.',
  updatesChecked: 'Comprobado {{time}}: esta es la versión más nueva.',
  updatesChecking: 'Buscando una versión nueva…',
  updatesAvailable: 'La versión {{version}} está disponible. Se descarga cuando tú lo digas.',
  updatesDownloading: 'Descargando la versión {{version}}: {{percent}}',
  updatesReady: 'La versión {{version}} está lista. Rolecall se reinicia con ella cuando tú lo digas.',
  updatesWaitChanges:
    'La versión {{version}} espera: algunos cambios aún no están confirmados. Pulsa otra vez cuando lo estén.',
  updatesWaitPerson: 'La versión {{version}} espera: hay una persona abierta. Cierre la persona y pulse otra vez.',
  updatesUnreachable: 'No se pudo llegar al lugar de las versiones nuevas. Nada ha cambiado. Inténtalo más tarde.',
  updatesNotVerified:
    'Lo descargado no es lo prometido y se ha desechado. Nada ha cambiado. Avise a quien se ocupa de este ordenador.',
  updatesOlder:
    'Se ofreció una versión anterior y se rechazó. Nada ha cambiado. Avise a quien se ocupa de este ordenador.',
  updatesNotUnderstood:
    'No se entendió la respuesta sobre versiones nuevas. Nada ha cambiado. Si sigue así, avisa a quien cuida de este equipo.',
  updatesNotInstalled:
    'No se pudo instalar la versión nueva. Esta sigue funcionando. Inténtalo de nuevo o avisa a quien cuida de este equipo.',
  check: 'Comprobar ahora',
  download: 'Descargar',
  install: 'Reiniciar y actualizar',
  licences: 'Licencias',
  licencesExplained:
    'Rolecall es software libre bajo la licencia MIT. Está hecho con estos paquetes; los avisos de Chromium están junto al programa.',
  licenceNone: 'El paquete nombra esta licencia y no trae texto propio.',
};
