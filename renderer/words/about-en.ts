/** Words of the page about the program itself: version, reports, new versions, licences. */
export const aboutEn = {
  title: 'About Rolecall',
  version: 'Version {{version}}',
  report: 'Report for support',
  reportExplained:
    'A file for whoever helps you: versions, settings, counts, times and what happened lately. No person, no secret and no address of a service is in it. You choose where it goes, and send it yourself.',
  reportSave: 'Save a report for support',
  reportSaved: 'The report is saved.',
  updates: 'New versions',
  updatesOff: 'This Rolecall does not look for new versions. Whoever looks after this computer brings them.',
  updatesIdle: 'No newer version is known.',
  updatesChecked: 'Looked {{time}}: this is the newest version.',
  updatesChecking: 'Looking for a new version …',
  updatesAvailable: 'Version {{version}} is there. It is downloaded when you say so.',
  updatesDownloading: 'Version {{version}} is being downloaded: {{percent}}',
  updatesReady: 'Version {{version}} is ready. Rolecall restarts with it when you say so.',
  updatesWaitChanges: 'Version {{version}} waits: some changes are not confirmed yet. Press again when they are.',
  updatesWaitPerson: 'Version {{version}} waits: a person is open. Close the person, then press again.',
  updatesUnreachable: 'The place of new versions could not be reached. Nothing has changed. Try again later.',
  updatesNotVerified:
    'What was downloaded is not what was promised, so it was thrown away. Nothing has changed. Tell whoever looks after this computer.',
  updatesOlder:
    'An older version was offered, and refused. Nothing has changed. Tell whoever looks after this computer.',
  updatesNotUnderstood:
    'The answer about new versions was not understood. Nothing has changed. If it stays, tell whoever looks after this computer.',
  updatesNotInstalled:
    'The new version could not be installed. This one goes on. Try again, or tell whoever looks after this computer.',
  check: 'Look now',
  download: 'Download',
  install: 'Restart and update',
  licences: 'Licences',
  licencesExplained:
    'Rolecall is free software under the MIT licence. It is made of these packages; the notices of Chromium lie beside the program.',
  licenceNone: 'The package names this licence and brings no text of its own.',
} as const;
