import { z } from 'zod';
import type { PracticeState } from '../../contract/desk/practice.ts';
import { RolecallError } from '../errors.ts';
import type { Clock } from '../ports/clock.ts';
import type { Log } from '../ports/log.ts';

/** The running service of practice mode, as far as the desk needs it. */
export interface PracticeProcess {
  /** What the service says: its ready message, or why it could not start. */
  onMessage(listener: (message: unknown) => void): void;
  /** Told once, with the exit code. */
  onExit(listener: (code: number) => void): void;
  /** Asks it to end in order. */
  stop(): void;
  kill(): void;
}

/** How the embedded service is started: port, and where its data is. */
export interface PracticeArguments {
  readonly port: number;
  readonly dataFolder: string;
  readonly attendees: number;
  readonly seed: number;
}

export const readyMessageSchema = z.object({
  url: z.string(),
  applications: z.array(
    z.object({
      clientId: z.union([z.string(), z.number()]).transform(String),
      clientSecret: z.string(),
      redirectUris: z.array(z.string()),
      oboScopes: z.array(z.string()),
      integrationScopes: z.array(z.string()),
    }),
  ),
});
export type PracticeReady = z.infer<typeof readyMessageSchema>;
const refusalSchema = z.object({ startUpError: z.object({ code: z.string() }) });

/** Milliseconds until a start counts as failed: making the database of a large event takes a while. */
const readyWithinMs = 180_000;
/** Milliseconds an orderly end may take. */
const stopWithinMs = 8_000;
/** How often, and how many milliseconds apart, a folder that is in use is asked for again. */
const mostFolderTries = 10;
const folderTryEveryMs = 1_000;
const restartAfterMs = [250, 1_000, 4_000] as const;
/** Crashes further apart than this don't belong together. */
const forgetCrashesAfterMs = 120_000;

/** How long to wait before the next start after a crash; null when it crashed too often to go on. */
export function restartDelayMs(crashes: readonly number[], now: number): number | null {
  const recent = crashes.filter((at) => now - at < forgetCrashesAfterMs).length;
  return restartAfterMs[recent - 1] ?? null;
}

/**
 * Keeps the embedded service running: starts it, starts it again on the same port when it dies, and ends it in order.
 * Its credentials stay in memory.
 */
export class PracticeService {
  readonly #fork: (args: PracticeArguments) => PracticeProcess;
  readonly #arguments: Omit<PracticeArguments, 'port'>;
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #changed: (service: PracticeState['service']) => void;
  #service: PracticeState['service'] = 'off';
  #process: PracticeProcess | null = null;
  #port = 0;
  #crashes: number[] = [];
  #stopping = false;
  #cancelRestart: (() => void) | null = null;

  constructor(given: {
    readonly fork: (args: PracticeArguments) => PracticeProcess;
    readonly arguments: Omit<PracticeArguments, 'port'>;
    readonly clock: Clock;
    readonly log: Log;
    /** Told whenever {@link service} is another. */
    readonly changed?: (service: PracticeState['service']) => void;
  }) {
    this.#fork = given.fork;
    this.#arguments = given.arguments;
    this.#clock = given.clock;
    this.#log = given.log;
    this.#changed = given.changed ?? (() => undefined);
  }

  /** How it is doing. */
  get service(): PracticeState['service'] {
    return this.#service;
  }

  /** Resolves when the service answers. Throws `practice-not-started`. */
  async start(): Promise<PracticeReady> {
    this.#stopping = false;
    this.#crashes = [];
    this.#become('starting');
    const startedAt = this.#clock.monotonic();
    const ready = await this.#startOnceFree().catch((error: unknown) => {
      this.#become('off');
      throw error;
    });
    this.#become('running');
    this.#port = Number(new URL(ready.url).port);
    this.#log.info('practice-service-ready', { ms: Math.round(this.#clock.monotonic() - startedAt) });
    return ready;
  }

  /** Somebody wants it back after it died too often: its crashes so far no longer count. Does nothing otherwise. */
  startAgain(): void {
    if (this.#service !== 'down') return;
    this.#crashes = [];
    this.#restart();
  }

  /** Ends it in order; after a while, the hard way. */
  async stop(): Promise<void> {
    this.#stopping = true;
    this.#cancelRestart?.();
    this.#become('off');
    const running = this.#process;
    if (running === null) return;
    await new Promise<void>((resolve) => {
      const cancel = this.#clock.after(stopWithinMs, () => {
        this.#log.warn('practice-service-killed');
        running.kill();
        resolve();
      });
      running.onExit(() => {
        cancel();
        resolve();
      });
      running.stop();
    });
  }

  /** A killed program's service lives on for a moment and holds the folder: it is waited for. */
  async #startOnceFree(): Promise<PracticeReady> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await this.#startOnce();
      } catch (error) {
        const isHeld = error instanceof RolecallError && error.message.includes('data-folder-in-use');
        if (!isHeld || tries >= mostFolderTries || this.#stopping) throw error;
        await new Promise<void>((resolve) => {
          this.#clock.after(folderTryEveryMs, resolve);
        });
        if (this.#stopping) throw error;
      }
    }
  }

  #startOnce(): Promise<PracticeReady> {
    return new Promise((resolve, reject) => {
      const running = this.#fork({ ...this.#arguments, port: this.#port });
      this.#process = running;
      let ready = false;
      const fail = (why: string): void => {
        cancel();
        reject(new RolecallError('practice-not-started', `The practice service did not start: ${why}.`));
      };
      const cancel = this.#clock.after(readyWithinMs, () => {
        running.kill();
        fail('it took too long');
      });
      running.onMessage((message) => {
        const refusal = refusalSchema.safeParse(message);
        if (refusal.success) fail(refusal.data.startUpError.code);
        const parsed = readyMessageSchema.safeParse(message);
        if (!parsed.success) return;
        ready = true;
        cancel();
        resolve(parsed.data);
      });
      running.onExit((code) => {
        const isCurrent = this.#process === running;
        if (isCurrent) this.#process = null;
        if (!ready) fail(`it ended with ${code}`);
        // One that was killed may end only when the next one is there already.
        else if (isCurrent && !this.#stopping) this.#restartSoon(code);
      });
    });
  }

  #restartSoon(code: number): void {
    const now = this.#clock.now();
    this.#crashes = [...this.#crashes.filter((at) => now - at < forgetCrashesAfterMs), now];
    const delay = restartDelayMs(this.#crashes, now);
    this.#log.error('practice-service-died', { exitCode: code, restartInMs: delay });
    if (delay === null) {
      this.#become('down');
      return;
    }
    this.#become('coming-back');
    this.#cancelRestart = this.#clock.after(delay, () => this.#restart());
  }

  #restart(): void {
    if (this.#stopping) return;
    this.#become('coming-back');
    this.#startOnceFree().then(
      () => {
        this.#log.info('practice-service-restarted');
        if (!this.#stopping) this.#become('running');
      },
      () => {
        if (!this.#stopping) this.#restartSoon(-1);
      },
    );
  }

  #become(service: PracticeState['service']): void {
    if (this.#service === service) return;
    this.#service = service;
    this.#changed(service);
  }
}
