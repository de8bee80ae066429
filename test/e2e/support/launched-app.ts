import childProcess, { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { _electron, type ElectronApplication, expect, type Page } from '@playwright/test';
import { catchBrowserUrls } from './caught-browser.ts';

/** The repository, which is the app's path in development. */
export const ROOT = path.resolve(import.meta.dirname, '..', '..', '..');

export interface LaunchOptions {
  /** Arguments of the app, as behind `npm start --`. */
  readonly args?: readonly string[];
  /** Added to the environment. */
  readonly env?: Readonly<Record<string, string>>;
  /** True: the desktop's real keyring. Default false: no strong store for secrets, as on a desktop without a keyring. */
  readonly keyring?: boolean;
  /** An earlier launch's folder, to find what it kept. Default: a new, empty one. */
  readonly userDataDir?: string;
  /** `caught` (default): URLs meant for the system browser are only written down. `system`: the system's own xdg-open. */
  readonly browser?: 'caught' | 'system';
  /** What Electron is to run instead of the repository. */
  readonly appPath?: string;
  /** An installed program instead of Electron with an app's folder. */
  readonly program?: string;
}

/** A running app under test. */
export interface LaunchedApp {
  readonly electron: ElectronApplication;
  readonly userDataDir: string;
  /** The environment and the arguments it was started with: what a second instance of the same desktop would get. */
  readonly commandLine: {
    readonly executable: string;
    readonly args: readonly string[];
    readonly env: Record<string, string>;
  };
  /** The first window, once its page has loaded. */
  window(): Promise<Page>;
  /** Everything the app printed so far. */
  output(): string;
  /** URLs handed to the system browser so far, oldest first (with `browser: 'caught'`). */
  browserUrls(): Promise<string[]>;
  /** Waits for the next URL handed to the system browser that no earlier call has answered. */
  nextBrowserUrl(): Promise<string>;
  /** Hands a link to the app as the system does: by starting it once more with the link as an argument. Answers with what that second instance printed, when it has ended. */
  openLink(url: string): Promise<string>;
  /** Quits the app as a person would; throws if it hasn't ended after 30 seconds. Does nothing when it is closed. */
  close(): Promise<void>;
  /** Ends it the hard way (SIGKILL), as a power cut would. */
  kill(): Promise<void>;
}

/** True where Chromium's sandbox can't work. */
export const IS_ROOT = process.getuid?.() === 0;

let executable: string | undefined;

/** The Electron of `npm run electron:path`. */
export function electronExecutable(): string {
  executable ??=
    process.env.ROLECALL_ELECTRON_EXECUTABLE ??
    execFileSync(process.execPath, [path.join(ROOT, 'scripts', 'rolecall.mjs'), 'electron-path'], {
      encoding: 'utf8',
    }).trim();
  return executable;
}

/**
 * Starts the app.
 * @param place folder: a new folder for what belongs to this launch; logFile: where its output goes
 */
export async function launchApp(
  options: LaunchOptions,
  place: { folder: string; logFile: string },
): Promise<LaunchedApp> {
  const userDataDir = options.userDataDir ?? path.join(place.folder, 'user-data');
  await mkdir(userDataDir, { recursive: true });
  await mkdir(path.dirname(place.logFile), { recursive: true });
  const caught = options.browser === 'system' ? undefined : await catchBrowserUrls(path.join(place.folder, 'browser'));
  const env = cleanEnvironment({ ...process.env, ...caught?.env(process.env.PATH ?? ''), ...options.env });
  const program = options.program ?? electronExecutable();
  const args = [
    ...(process.platform === 'linux' ? [`--password-store=${options.keyring ? 'gnome-libsecret' : 'basic'}`] : []),
    `--user-data-dir=${userDataDir}`,
    ...(options.program === undefined ? [options.appPath ?? ROOT] : []),
    // What the developer's system speaks is no matter of the tests.
    '--language=en',
    ...(options.args ?? []),
  ];
  const log = createWriteStream(place.logFile);
  let output = '';
  const electron = await observeSpawn(
    (text) => {
      output += text;
      log.write(text);
    },
    () =>
      _electron.launch({
        executablePath: program,
        args,
        env,
        cwd: ROOT,
        // Playwright's own default would be no sandbox on Linux.
        chromiumSandbox: !IS_ROOT,
      }),
  );
  askAgainOnceCollected(electron);
  const child = electron.process();
  const exited =
    child.exitCode !== null || child.signalCode !== null ? Promise.resolve() : once(child, 'exit').then(() => {});
  void exited.then(() => log.end());
  await caught?.attach(electron);

  let urlsAnswered = 0;
  const hasExited = () => child.exitCode !== null || child.signalCode !== null;
  const browserUrls = async () => (caught === undefined ? [] : await caught.urls());

  return {
    electron,
    userDataDir,
    commandLine: { executable: program, args: IS_ROOT ? ['--no-sandbox', ...args] : args, env },
    window: async () => {
      const window = await electron.firstWindow({ timeout: 60_000 });
      await window.waitForLoadState('load');
      return window;
    },
    output: () => output,
    browserUrls,
    nextBrowserUrl: async () => {
      if (caught === undefined)
        throw new Error("This app was launched with browser: 'system'; its URLs are not caught.");
      await expect
        .poll(async () => (await browserUrls()).length, { message: 'a URL for the system browser' })
        .toBeGreaterThan(urlsAnswered);
      const url = (await browserUrls())[urlsAnswered];
      if (url === undefined) throw new Error('The list of caught URLs became shorter.');
      urlsAnswered += 1;
      return url;
    },
    openLink: async (url) => {
      const second = spawn(program, [...(IS_ROOT ? ['--no-sandbox'] : []), ...args, url], {
        cwd: ROOT,
        env,
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      let printed = '';
      for (const stream of [second.stdout, second.stderr])
        stream.setEncoding('utf8').on('data', (text: string) => (printed += text));
      const [code, signal] = await once(second, 'exit');
      if (code !== 0) throw new Error(`The second instance ended with ${signal ?? `code ${code}`}:\n${printed}`);
      return printed;
    },
    close: async () => {
      if (hasExited()) return;
      const inTime = await Promise.race([electron.close().then(() => true), expired(30_000)]);
      if (!inTime) {
        child.kill('SIGKILL');
        throw new Error(`The app did not end within 30 seconds. Its output:\n${output}`);
      }
      await exited;
    },
    kill: async () => {
      if (hasExited()) return;
      child.kill('SIGKILL');
      await exited;
    },
  };
}

/**
 * The inspector holds on to an answer only weakly (microsoft/playwright#33737): a collection of garbage in the main process
 * can take it before it is sent. What is asked through `evaluate` here may be asked twice.
 */
function askAgainOnceCollected(electron: ElectronApplication): void {
  const ask = electron.evaluate.bind(electron) as (...given: unknown[]) => Promise<unknown>;
  const askAgain = (...given: unknown[]): Promise<unknown> =>
    ask(...given).catch((error: unknown) => {
      if (!/promise was garbage collected/i.test(String(error))) throw error;
      return ask(...given);
    });
  Object.assign(electron, { evaluate: askAgain });
}

/**
 * Sees everything a process prints from its first byte on. Playwright hands the process out only once it is attached, and
 * what was printed until then would be lost, so the program start itself is watched for the time of the launch.
 */
async function observeSpawn<T>(onText: (text: string) => void, launch: () => Promise<T>): Promise<T> {
  const original = childProcess.spawn;
  const watched = (...args: Parameters<typeof original>) => {
    const child = original(...args);
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk: Buffer) => onText(chunk.toString('utf8')));
    }
    return child;
  };
  Object.assign(childProcess, { spawn: watched });
  try {
    return await launch();
  } finally {
    Object.assign(childProcess, { spawn: original });
  }
}

/** Answers false after that many milliseconds; holds nobody up. */
function expired(milliseconds: number): Promise<false> {
  return new Promise((resolve) => {
    setTimeout(() => resolve(false), milliseconds).unref();
  });
}

/** Playwright tells its workers to print in colours; the app must print as it does for anybody. */
const NOT_FOR_THE_APP = new Set(['ELECTRON_RUN_AS_NODE', 'NODE_OPTIONS', 'FORCE_COLOR', 'DEBUG_COLORS']);

function cleanEnvironment(env: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const result: Record<string, string> = {};
  for (const [name, value] of Object.entries(env)) {
    if (value !== undefined && !NOT_FOR_THE_APP.has(name)) result[name] = value;
  }
  return result;
}

/**
 * How a process is confined, from Linux's own books: Chromium's sandbox puts a renderer into a process namespace of its own
 * and filters its system calls (seccomp mode 2).
 */
export async function confinementOf(processId: number): Promise<{ seccompMode: number; ownProcessNamespace: boolean }> {
  const status = await readFile(`/proc/${processId}/status`, 'utf8');
  const seccomp = /^Seccomp:\s*(\d+)/m.exec(status)?.[1];
  const namespaceIds = /^NSpid:\s*(.+)$/m.exec(status)?.[1]?.trim().split(/\s+/) ?? [];
  return { seccompMode: Number(seccomp), ownProcessNamespace: namespaceIds.length > 1 };
}
