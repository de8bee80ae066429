/**
 * What the scripts tell the person. Always on standard error: standard output belongs to the answer of a command
 * (`electron:path`, `service`), and nothing else may appear there.
 */

/** A problem the person can act on: its message says what to do, so no stack is shown. */
export class Problem extends Error {
  /**
   * @param {string} message what is wrong and the exact command that helps
   * @param {{ exitCode?: number, cause?: unknown }} [options]
   */
  constructor(message, options = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'Problem';
    this.exitCode = options.exitCode ?? 1;
  }
}

/** @param {string} text */
export function say(text) {
  process.stderr.write(`${text}\n`);
}

/**
 * Whole megabytes, as download pages write them.
 * @param {number} bytes
 */
export function megabytes(bytes) {
  return `${Math.round(bytes / 1_000_000)} MB`;
}

/**
 * One line of a progress bar.
 * @param {string} label
 * @param {number} doneBytes
 * @param {number} totalBytes
 */
export function progressLine(label, doneBytes, totalBytes) {
  const share = totalBytes > 0 ? Math.min(1, Math.max(0, doneBytes / totalBytes)) : 0;
  const width = 28;
  const filled = Math.round(share * width);
  const bar = `${'█'.repeat(filled)}${'░'.repeat(width - filled)}`;
  const percent = String(Math.round(share * 100)).padStart(3);
  return `${label} ${bar} ${percent} % of ${megabytes(totalBytes)}`;
}

/**
 * A progress bar that redraws itself on a terminal and prints a line per quarter into a log.
 * @param {string} label
 * @param {number} totalBytes
 * @returns {{ update(doneBytes: number): void, end(): void }}
 */
export function progressBar(label, totalBytes) {
  const stream = process.stderr;
  let lastQuarter = -1;
  let drawn = false;
  return {
    update(doneBytes) {
      if (stream.isTTY) {
        stream.write(`\r${progressLine(label, doneBytes, totalBytes)}`);
        drawn = true;
        return;
      }
      const quarter = Math.floor((4 * doneBytes) / totalBytes);
      if (quarter > lastQuarter && doneBytes > 0) {
        lastQuarter = quarter;
        say(progressLine(label, doneBytes, totalBytes));
      }
    },
    end() {
      if (drawn) stream.write('\n');
    },
  };
}
