import { appendFileSync, chmodSync, existsSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Log, LogFields } from '../ports/log.ts';
import { redactFields, redactText } from './redact.ts';

/** The current file and this many older ones are kept. */
const olderFiles = 3;
const largestFileBytes = 1024 * 1024;

/**
 * The one sink of the log: a line of JSON for each event in `folder`/rolecall.log, redacted here and nowhere else.
 * Written at once, since the interesting lines are those before a crash; events are few. A log that can't be written
 * never stops the desk.
 */
export function createFileLog(folder: string, now: () => number = Date.now): Log {
  const file = path.join(folder, 'rolecall.log');
  let size = -1;

  const write = (level: 'info' | 'warn' | 'error', event: string, fields: LogFields = {}): void => {
    const line = `${JSON.stringify({ time: new Date(now()).toISOString(), level, event: redactText(event), ...redactFields(fields) })}\n`;
    try {
      if (size < 0) {
        mkdirSync(folder, { recursive: true, mode: 0o700 });
        size = existsSync(file) ? statSync(file).size : 0;
      }
      if (size + line.length > largestFileBytes) {
        rotate(file);
        size = 0;
      }
      appendFileSync(file, line, { mode: 0o600 });
      if (size === 0) chmodSync(file, 0o600);
      size += Buffer.byteLength(line);
    } catch {
      // A full disk must not take the desk with it; there is nowhere left to say so.
    }
  };
  return {
    info: (event, fields) => write('info', event, fields),
    warn: (event, fields) => write('warn', event, fields),
    error: (event, fields) => write('error', event, fields),
  };
}

function rotate(file: string): void {
  rmSync(`${file}.${olderFiles}`, { force: true });
  for (let index = olderFiles - 1; index >= 1; index -= 1) {
    if (existsSync(`${file}.${index}`)) renameSync(`${file}.${index}`, `${file}.${index + 1}`);
  }
  if (existsSync(file)) renameSync(file, `${file}.1`);
}
