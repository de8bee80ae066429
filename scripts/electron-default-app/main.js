// What a stock Electron's default app does for `electron PATH`, for a runtime that comes without one: finds the app's
// folder, takes its name and version, and loads its entry before `ready` fires. Written from Electron's documented
// behaviour ("process.defaultApp", "-r"); it runs in development and tests only and is no part of a release.
import { existsSync, readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { app } from 'electron';

const commandLine = readCommandLine(process.argv.slice(1));
for (const preloaded of commandLine.modules) {
  // From the working folder, as `node -r` does. A module preloaded so may wait for `ready`, hence: before the app itself.
  createRequire(path.join(process.cwd(), 'preloaded.js'))(preloaded);
}
if (commandLine.appPath === undefined) {
  process.stderr.write(
    'Usage: electron [-r MODULE] PATH [ARGUMENTS]: PATH is a folder with a package.json, or a file.\n',
  );
  app.exit(1);
} else {
  await runApp(path.resolve(commandLine.appPath));
}

/**
 * The app's path is the first argument that is neither a switch nor the module of a `-r`; what follows is the app's own.
 * @param {string[]} argumentList
 */
function readCommandLine(argumentList) {
  /** @type {string[]} */
  const modules = [];
  for (let index = 0; index < argumentList.length; index += 1) {
    const argument = argumentList[index] ?? '';
    if (argument === '-r' || argument === '--require') {
      const wanted = argumentList[index + 1];
      if (wanted === undefined) throw new Error(`${argument} wants a module after it.`);
      modules.push(wanted);
      index += 1;
    } else if (!argument.startsWith('-')) {
      return { modules, appPath: argument };
    }
  }
  return { modules, appPath: undefined };
}

/** @param {string} target */
async function runApp(target) {
  Object.defineProperty(process, 'defaultApp', { configurable: false, enumerable: true, value: true });
  if (!existsSync(target)) {
    process.stderr.write(`Electron found no app at ${target}.\n`);
    app.exit(1);
    return;
  }
  const isFolder = statSync(target).isDirectory();
  const folder = isFolder ? target : path.dirname(target);
  const description = path.join(folder, 'package.json');
  /** @type {{ name?: string, productName?: string, version?: string, main?: string, desktopName?: string }} */
  const manifest = existsSync(description) ? JSON.parse(readFileSync(description, 'utf8')) : {};
  const entry = isFolder ? path.join(folder, manifest.main ?? 'index.js') : target;

  if (manifest.version !== undefined) app.setVersion(manifest.version);
  const name = manifest.productName ?? manifest.name;
  if (name !== undefined) {
    app.setName(name);
    // Electron reads this variable when it tells the desktop who it is (app.setDesktopName is not in its typings).
    process.env.CHROME_DESKTOP = manifest.desktopName ?? `${name}.desktop`;
  }
  app.setAppPath(folder);
  // Electron has derived both paths from this stand-in's own name by now; stock Electron derives them from the app's.
  if (!app.commandLine.hasSwitch('user-data-dir')) {
    const userData = path.join(app.getPath('appData'), app.getName());
    app.setPath('userData', userData);
    app.setPath('sessionData', userData);
  }
  await import(pathToFileURL(entry).href);
}
