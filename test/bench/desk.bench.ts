/**
 * The desk in real Electron: how long a keystroke takes until its list is painted, and a click until *waiting* is, and how
 * long the program takes to its first window, and to the first people found, beside one that shows an empty page.
 *
 * Painted means: the page shows the very people the directory finds for the text, or the switch the other way, and the next
 * animation frame has begun and its task is over. The page itself takes the times, so the test driver's own way to it does
 * not count, and keys come from the main process, so that the driver rests while they are answered. Before 29 November 2026
 * the first change of anything around the list was taken for its answer, which made the times too short.
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import type { Bridge } from '../../contract/desk/channel-map.ts';
import type { SearchResult } from '../../contract/desk/directory.ts';
import type { Result } from '../../contract/desk/errors.ts';
import { type LaunchedApp, type LaunchOptions, launchApp } from '../e2e/support/launched-app.ts';
import { signIn } from '../e2e/support/operator.ts';
import { startOrganisation } from '../e2e/support/organisation.ts';
import type { Figure } from './support/figures.ts';
import { timeToFirstPaint } from './support/first-paint.ts';

const people = 100_000;
const queries = ['mari', 'schmid', 'garcia', 'nguyen', 'kowals', 'tanaka', 'oconn', 'anders', 'ivan', 'mull'];

function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** Times that all queries are typed: the first letters of a shift draw for the first time, and are few among its letters. */
const rounds = 3;
/** Of somebody who types fast. */
const betweenLettersMs = 150;
/** How long a finger rests on a key. */
const pressedMs = 70;
/** Between two queries; long enough for the rows out of sight to come, which the next letter takes away again. */
const pauseMs = 800;
/** Of somebody who clicks fast: the change before has reached the service. */
const betweenClicksMs = 300;
const startRounds = 6;

const median = (values: readonly number[]): number => percentile(values, 0.5);
const rounded = (value: number, digits = 1): number => Number(value.toFixed(digits));

declare global {
  interface Window {
    paintTimes: number[];
    painted?: () => void;
    /** Tasks of the page of more than 50 ms, since times are taken. */
    longTasks: number[];
  }
}

/** Takes a time from each `event` until the first paint after the page shows what it is to show. */
async function recordPaints(
  page: Page,
  given: /** People by the text that finds them, as the directory answers it: the first rows of the list. */
    | { readonly event: 'input'; readonly found: Readonly<Record<string, readonly string[]>> }
    /** A switch, which is to stand the other way. */
    | { readonly event: 'click'; readonly found: null },
): Promise<void> {
  await page.evaluate(({ event, found }) => {
    window.paintTimes = [];
    window.longTasks = [];
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) window.longTasks.push(duration);
    }).observe({ type: 'longtask' });
    let since: number | null = null;
    let wanted: string | null = null;
    let pressed: Element | null = null;
    // A method, as the name of a function would be looked for outside the page (esbuild's keepNames).
    const desk = {
      shows(): string {
        if (found === null) return pressed?.getAttribute('aria-checked') ?? '';
        const rows = [...document.querySelectorAll('[role="option"]')].map(({ id }) => id.replace('person-', ''));
        return rows.slice(0, 9).join(' ');
      },
    };
    document.addEventListener(
      event,
      ({ target }) => {
        if (found !== null) wanted = (found[(target as HTMLInputElement).value] ?? []).join(' ');
        else {
          pressed = (target as Element).closest('[role="switch"]');
          wanted = desk.shows() === 'true' ? 'false' : 'true';
        }
        since = performance.now();
      },
      true,
    );
    new MutationObserver(() => {
      if (since === null || desk.shows() !== wanted) return;
      const began = since;
      since = null;
      requestAnimationFrame(() => {
        // Before what else waits: the frame's own task is over then, and work that came after it doesn't count.
        void scheduler.postTask(
          () => {
            window.paintTimes.push(performance.now() - began);
            window.painted?.();
          },
          { priority: 'user-blocking' },
        );
      });
    }).observe(document.body, { childList: true, subtree: true, characterData: true, attributes: true });
  }, given);
}

/** Every text on the way to a query, and nothing. */
const texts = ['', ...queries.flatMap((query) => Array.from(query, (_letter, at) => query.slice(0, at + 1)))];

/** Whom the directory finds for each text, and the milliseconds it took to be told so, drawing nothing. */
async function answersOf(page: Page): Promise<{ found: Record<string, string[]>; times: number[] }> {
  return page.evaluate(async (wanted) => {
    const { atOnce } = (globalThis as unknown as { rolecall: Bridge }).rolecall;
    const found: Record<string, string[]> = {};
    const times: number[] = [];
    for (const query of wanted) {
      const began = performance.now();
      const answer: Result<SearchResult> = JSON.parse(atOnce['directory:search']({ query, limit: 9 }));
      times.push(performance.now() - began);
      found[query] = answer.ok && query !== '' ? answer.value.hits.map(({ userId }) => userId) : [];
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    return { found, times };
  }, texts);
}

/** Types as a keyboard does, from the main process: the test's own driver would take the processors from what is measured. */
async function typeQueries(app: LaunchedApp): Promise<void> {
  await app.electron.evaluate(
    async ({ BrowserWindow }, { typed, pressed, betweenLetters, atTheEnd }) => {
      const contents = BrowserWindow.getAllWindows()[0]?.webContents;
      for (const query of typed) {
        for (const key of [...query, ...Array.from(query, () => 'Backspace')]) {
          contents?.sendInputEvent({ type: 'keyDown', keyCode: key });
          if (key.length === 1) contents?.sendInputEvent({ type: 'char', keyCode: key });
          await new Promise((resolve) => setTimeout(resolve, pressed));
          contents?.sendInputEvent({ type: 'keyUp', keyCode: key });
          await new Promise((resolve) => setTimeout(resolve, betweenLetters - pressed));
        }
        await new Promise((resolve) => setTimeout(resolve, atTheEnd));
      }
    },
    {
      typed: Array.from({ length: rounds }, () => queries).flat(),
      pressed: pressedMs,
      betweenLetters: betweenLettersMs,
      atTheEnd: pauseMs,
    },
  );
}

/** Waits in the page: asking again and again would take the main process's time from what is measured. */
async function untilPainted(page: Page, count: number): Promise<void> {
  await page.evaluate(
    (wanted) =>
      new Promise<void>((resolve) => {
        window.painted = () => {
          if (window.paintTimes.length >= wanted) resolve();
        };
        window.painted();
      }),
    count,
  );
}

export async function measurePaints(folder: string): Promise<Figure[]> {
  const app = await launchApp(
    { args: ['--practice', `--practice-attendees=${people}`], userDataDir: path.join(folder, 'desk') },
    { folder: path.join(folder, 'desk-launch'), logFile: path.join(folder, 'desk.log') },
  );
  try {
    const page = await app.window();
    await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor({ timeout: 180_000 });
    await signIn(app, page);
    const box = page.getByRole('searchbox', { name: 'Find a person' });
    await box.waitFor();
    await page
      .getByText(new RegExp(`${people.toLocaleString('en')}.*people.*up to date`))
      .waitFor({ timeout: 300_000 });

    const { found, times: answers } = await answersOf(page);
    await recordPaints(page, { event: 'input', found });
    await box.focus();
    await typeQueries(app);
    await untilPainted(page, queries.join('').length * 2 * rounds);
    const paints = await page.evaluate(() => window.paintTimes);
    const longTasks = await page.evaluate(() => window.longTasks);

    await box.fill('mari');
    await box.press('Enter');
    const vendor = page.getByRole('switch', { name: 'Vendor' });
    await vendor.waitFor();
    await recordPaints(page, { event: 'click', found: null });
    for (let click = 1; click <= 40; click += 1) {
      await vendor.click();
      await untilPainted(page, click);
      await page.waitForTimeout(betweenClicksMs);
    }
    const waits = await page.evaluate(() => window.paintTimes);
    return [
      {
        id: 'search.paint_p95_ms',
        value: rounded(percentile(paints, 0.95)),
        unit: 'ms',
        note: `keystroke to painted list, ${people} people, ${paints.length} keystrokes; median ${rounded(median(paints))}`,
      },
      {
        id: 'search.answer_p95_ms',
        value: rounded(percentile(answers, 0.95)),
        unit: 'ms',
        note: `asking the main process for nine rows and having its answer, each text once before anything is typed; median ${rounded(median(answers))}`,
      },
      {
        id: 'search.longest_page_task_ms',
        value: Math.round(Math.max(0, ...longTasks)),
        unit: 'ms',
        note: `while typing; ${longTasks.length} tasks of the page took more than 50 ms`,
      },
      {
        id: 'change.waiting_p95_ms',
        value: rounded(percentile(waits, 0.95)),
        unit: 'ms',
        note: `click to waiting painted, fsync included, ${waits.length} clicks; median ${rounded(median(waits))}`,
      },
    ];
  } finally {
    await app.close();
  }
}

const blankApp = {
  'package.json': JSON.stringify({ name: 'blank', version: '1.0.0', main: 'main.js' }),
  'main.js': `const { app, BrowserWindow } = require('electron');
app.whenReady().then(() => {
  const window = new BrowserWindow({ show: false, webPreferences: { sandbox: true } });
  window.once('ready-to-show', () => window.show());
  window.loadFile('page.html');
});
app.on('window-all-closed', () => app.quit());
`,
  'page.html': '<!doctype html><title>blank</title><p>Nothing.</p>',
};

/** A program that shows an empty page: what Electron itself takes. */
async function makeBlank(folder: string): Promise<string> {
  const blank = path.join(folder, 'blank');
  await mkdir(blank);
  for (const [name, text] of Object.entries(blankApp)) await writeFile(path.join(blank, name), text);
  return blank;
}

/** Milliseconds from nothing until `until` has resolved. */
async function timeOfStart(
  options: LaunchOptions,
  place: { folder: string; logFile: string },
  until: (window: Page) => Promise<void>,
): Promise<number> {
  const began = performance.now();
  const app = await launchApp(options, place);
  await until(await app.window());
  const took = performance.now() - began;
  await app.close();
  return took;
}

/** One after the other in turns; the first round is left out: nothing is in the system's cache then. */
async function besideBlank(
  folder: string,
  name: string,
  own: (place: { folder: string; logFile: string }) => Promise<number>,
): Promise<{ readonly ours: number; readonly blank: number }> {
  const blank = { appPath: path.join(folder, 'blank'), userDataDir: path.join(folder, 'blank-data') };
  const blanks: number[] = [];
  const ours: number[] = [];
  for (let round = 0; round <= startRounds; round += 1) {
    const place = (what: string) => ({
      folder: path.join(folder, `${name}-${what}-${round}`),
      logFile: path.join(folder, `${name}-${what}-${round}.log`),
    });
    blanks.push(await timeToFirstPaint(blank, place('blank')));
    ours.push(await own(place('own')));
  }
  return { ours: median(ours.slice(1)), blank: median(blanks.slice(1)) };
}

export async function measureStart(folder: string): Promise<Figure> {
  const options = { userDataDir: path.join(folder, 'start-data'), args: ['--practice', '--practice-attendees=200'] };
  const { ours, blank } = await besideBlank(folder, 'start', (place) => timeToFirstPaint(options, place));
  return {
    id: 'start.vs_blank',
    value: rounded(ours / blank, 2),
    unit: 'ratio',
    note: `first paint of the window: ${Math.round(ours)} ms beside ${Math.round(blank)} ms, unpackaged, first round left out`,
  };
}

/** From the start of the program to the first people found, out of the encrypted snapshot, its key in a real keyring. */
export async function measureFirstSearch(folder: string): Promise<Figure> {
  const organisation = await startOrganisation(folder, { attendees: people });
  try {
    const userDataDir = path.join(folder, 'first-search-data');
    const place = { folder: path.join(folder, 'first-search'), logFile: path.join(folder, 'first-search.log') };
    const app = await launchApp({ userDataDir, args: organisation.connectionArguments, keyring: true }, place);
    const page = await app.window();
    await signIn(app, page);
    await page
      .getByText(new RegExp(`${people.toLocaleString('en')}.*people.*up to date`))
      .waitFor({ timeout: 300_000 });
    await app.close();
    const { ours, blank } = await besideBlank(folder, 'search', (place) =>
      timeOfStart({ userDataDir, keyring: true }, place, async (window) => {
        await window.getByRole('searchbox', { name: 'Find a person' }).fill('mari');
        await window.getByRole('option').first().waitFor();
      }),
    );
    return {
      id: 'start.first_search_vs_blank',
      value: rounded(ours / blank, 2),
      unit: 'ratio',
      note: `start to first people found, snapshot of ${people}: ${Math.round(ours)} ms beside ${Math.round(blank)} ms for an empty window, unpackaged`,
    };
  } finally {
    await organisation.stop();
  }
}

export async function measureDesk(): Promise<readonly Figure[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'rolecall-bench-'));
  try {
    await makeBlank(folder);
    return [await measureStart(folder), await measureFirstSearch(folder), ...(await measurePaints(folder))];
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
