/**
 * Electron's fuses: switches in its binary that nothing can change once it is signed. All are set on purpose (security
 * checklist B19; docs/security.md, "Packages").
 */

/**
 * By their place in the binary. `builder`: electron-builder's name for it; without one it stays as Electron ships it.
 * @type {readonly { name: string, builder?: string, wanted: (platform: NodeJS.Platform) => boolean }[]}
 */
export const FUSES = [
  // The program is no Node for whoever sets a variable.
  { name: 'RunAsNode', builder: 'runAsNode', wanted: () => false },
  { name: 'EnableCookieEncryption', builder: 'enableCookieEncryption', wanted: () => true },
  {
    name: 'EnableNodeOptionsEnvironmentVariable',
    builder: 'enableNodeOptionsEnvironmentVariable',
    wanted: () => false,
  },
  { name: 'EnableNodeCliInspectArguments', builder: 'enableNodeCliInspectArguments', wanted: () => false },
  {
    name: 'EnableEmbeddedAsarIntegrityValidation',
    builder: 'enableEmbeddedAsarIntegrityValidation',
    // Electron checks the archive on Windows and macOS only.
    wanted: (platform) => platform !== 'linux',
  },
  { name: 'OnlyLoadAppFromAsar', builder: 'onlyLoadAppFromAsar', wanted: () => true },
  {
    name: 'LoadBrowserProcessSpecificV8Snapshot',
    builder: 'loadBrowserProcessSpecificV8Snapshot',
    wanted: () => false,
  },
  { name: 'GrantFileProtocolExtraPrivileges', builder: 'grantFileProtocolExtraPrivileges', wanted: () => false },
  // Since Electron 41, and on there: how WebAssembly notices an access out of bounds.
  { name: 'WasmTrapHandlers', wanted: () => true },
];

const ON = 0x31;
const OFF = 0x30;
/** Electron has given the fuse up. */
const REMOVED = 0x72;

/**
 * electron-builder's `electronFuses`.
 * @param {NodeJS.Platform} platform
 */
export function fusesForBuilder(platform) {
  return Object.fromEntries(
    FUSES.flatMap(({ builder, wanted }) => (builder === undefined ? [] : [[builder, wanted(platform)]])),
  );
}

/**
 * What is not as it should be. A fuse that is not in our table is a problem too: somebody has to decide about it.
 * @param {Readonly<Record<string, unknown>>} wire as `getCurrentFuseWire` of @electron/fuses reads it
 * @param {NodeJS.Platform} platform
 * @returns {string[]}
 */
export function fuseProblems(wire, platform) {
  return Object.entries(wire)
    .filter(([place]) => /^\d+$/.test(place))
    .flatMap(([place, state]) => {
      const fuse = FUSES[Number(place)];
      if (fuse === undefined) return [`fuse ${place} is new: decide about it in scripts/fuses.mjs`];
      if (state === REMOVED) return [];
      const wanted = fuse.wanted(platform) ? ON : OFF;
      return state === wanted ? [] : [`${fuse.name} is ${state === ON ? 'on' : state === OFF ? 'off' : String(state)}`];
    });
}
