/**
 * Splits what stands behind a sub-command into the script's own switches and the rest. npm swallows the first `--`, so
 * `npm start -- --practice` arrives as `start --practice`; a second `--` is dropped too, for those who call the script
 * themselves.
 * @param {readonly string[]} given
 * @param {readonly string[]} own the switches that are the script's
 * @returns {{ own: Set<string>, rest: string[] }}
 */
export function splitArguments(given, own = []) {
  /** @type {Set<string>} */
  const found = new Set();
  /** @type {string[]} */
  const rest = [];
  let onlyRest = false;
  for (const argument of given) {
    if (!onlyRest && argument === '--') onlyRest = true;
    else if (!onlyRest && own.includes(argument)) found.add(argument);
    else rest.push(argument);
  }
  return { own: found, rest };
}

/**
 * The arguments Electron gets. Switches of Chromium go first, then the app's folder, then what is the app's.
 * @param {{ root: string, isRoot: boolean, onlyWayland: boolean, forApp: readonly string[] }} situation
 *   isRoot: Chromium's sandbox does not work as root; onlyWayland: Electron picks X11 by itself, which isn't there
 */
export function electronArguments({ root, isRoot, onlyWayland, forApp }) {
  return [
    ...(isRoot && !forApp.includes('--no-sandbox') ? ['--no-sandbox'] : []),
    ...(onlyWayland ? ['--ozone-platform=wayland'] : []),
    root,
    ...forApp,
  ];
}
