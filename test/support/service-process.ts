/** The service as its own process, started as from the command line. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { databaseTemplate } from './service.ts';

const repository = fileURLToPath(new URL('../../', import.meta.url));

export interface ServiceProcess {
  readonly child: ChildProcess;
  /** Lines on standard output so far. */
  readonly output: () => string;
  readonly errorOutput: () => string;
  /** The JSON line printed when ready; rejects when the process ends before. */
  readonly ready: Promise<ReadyLine>;
  /** Exit code, or the signal that ended it. */
  readonly ended: Promise<number | NodeJS.Signals | null>;
}

export interface ReadyLine {
  url: string;
  applications: {
    clientId: string;
    clientSecret: string;
    redirectUris: string[];
    oboScopes: string[];
    integrationScopes: string[];
  }[];
  operators: { email: string; password: string; admin: boolean }[];
}

/** @param imports modules to load before the service's own. */
export async function startServiceProcess(argumentList: readonly string[], imports: readonly string[] = []) {
  const template = await databaseTemplate();
  const preloads = ['tsx', ...imports].flatMap((specifier) => ['--import', specifier]);
  const child = spawn(
    process.execPath,
    [...preloads, 'service/main.ts', ...argumentList, '--database-template', template],
    {
      cwd: repository,
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let output = '';
  let errorOutput = '';
  child.stderr.on('data', (chunk: Buffer) => {
    errorOutput += chunk.toString();
  });
  const ended = once(child, 'close').then(([code, signal]) => (code ?? signal) as number | NodeJS.Signals | null);
  const ready = new Promise<ReadyLine>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      const end = output.indexOf('\n');
      if (end === -1) return;
      try {
        resolve(JSON.parse(output.slice(0, end)) as ReadyLine);
      } catch (error) {
        // An administrator's command prints text.
        reject(error as Error);
      }
    });
    void ended.then((code) => reject(new Error(`The service ended with ${code}: ${errorOutput}`)));
  });
  // Whoever expects a start-up error looks at `ended` only.
  ready.catch(() => {});
  return { child, output: () => output, errorOutput: () => errorOutput, ready, ended } satisfies ServiceProcess;
}
