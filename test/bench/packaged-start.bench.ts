/**
 * `npm run package:test -- --start`: how long the installed package takes to a window with something in it, beside an empty
 * program in the same Electron, packaged alike. Both are the copies that Playwright may drive (scripts/package-test.mjs).
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Figure, mergeFigures } from './support/figures.ts';
import { timeToFirstPaint } from './support/first-paint.ts';

const rounds = 9;

const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
};

/** Milliseconds from the start of `program` until something is painted. */
function timeOfStart(program: string, args: readonly string[], place: string): Promise<number> {
  return timeToFirstPaint(
    { program, args, userDataDir: path.join(path.dirname(place), path.basename(path.dirname(program))) },
    { folder: place, logFile: `${place}.log` },
  );
}

async function measurePackagedStart(folder: string): Promise<Figure> {
  const { ROLECALL_INSPECTABLE: program = '', ROLECALL_BLANK: blank = '' } = process.env;
  const blanks: number[] = [];
  const ours: number[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    blanks.push(await timeOfStart(blank, [], path.join(folder, `blank-${round}`)));
    ours.push(
      await timeOfStart(program, ['--practice', '--practice-attendees=200'], path.join(folder, `own-${round}`)),
    );
  }
  const [own, other] = [median(ours.slice(1)), median(blanks.slice(1))];
  return {
    id: 'start.packaged_vs_blank',
    value: Number((own / other).toFixed(2)),
    unit: 'ratio',
    note: `installed .deb, first paint of the window: ${Math.round(own)} ms beside ${Math.round(other)} ms, ${rounds} rounds, one before them left out`,
  };
}

const folder = await mkdtemp(path.join(tmpdir(), 'rolecall-bench-'));
try {
  const figure = await measurePackagedStart(folder);
  await mergeFigures([figure]);
  console.log(`${figure.id} ${figure.value} ${figure.unit}: ${figure.note}`);
} finally {
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
}
