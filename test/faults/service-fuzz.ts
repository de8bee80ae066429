/**
 * 100,000 mutated requests at the built service in a process of its own: no answer of 500 or more, no crash, level memory.
 * `npx tsx test/faults/service-fuzz.ts [COUNT [SEED]]` after `npm run build`; the suite runs the short form.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { requestToken } from '../support/service.ts';
import { fuzzService } from '../support/service-fuzz.ts';
import type { ReadyLine } from '../support/service-process.ts';

const count = Number(process.argv[2] ?? 100_000);
const seed = Number(process.argv[3] ?? 1);
const program = fileURLToPath(new URL('../../dist/service/main.js', import.meta.url));
const service = spawn(process.execPath, [program, '--attendees', '80'], { stdio: ['ignore', 'pipe', 'pipe'] });
// Should this program fail, the service must not stay behind.
process.on('exit', () => service.kill('SIGKILL'));
let faults = 0;
createInterface(service.stderr).on('line', (line) => {
  if (!line.includes('"level":"error"')) return;
  faults++;
  console.error(line);
});
const [line] = await once(createInterface(service.stdout), 'line');
const { url, applications } = JSON.parse(String(line)) as ReadyLine;
const application = applications[0];
if (application === undefined) throw new Error('The service has no demo event.');
const { clientId, clientSecret } = application;
const { body } = await requestToken(
  { url },
  {
    grant_type: 'client_credentials',
    client_id: clientId,
    client_secret: clientSecret,
    scope: 'user:read user:roles:update',
  },
);

const memory: string[] = [];
const marks = [0.1, 0.5, 1].map((share) => Math.round(count * share));
const noteMemory = async (answered: number): Promise<void> => {
  const status = await readFile(`/proc/${service.pid}/status`, 'utf8');
  memory.push(`${answered}: ${Math.round(Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]) / 1_024)} MB`);
};
const started = performance.now();
const notes: Promise<void>[] = [];
const result = await fuzzService(
  { url, token: String(body.access_token), clientId, clientSecret },
  {
    count,
    seed,
    progress(answered) {
      if (marks.includes(answered)) notes.push(noteMemory(answered));
    },
  },
);
await Promise.all(notes);
const alive = service.exitCode === null && (await fetch(`${url}/healthz`)).status === 200;
const statuses = [...result.statuses].sort(([one], [other]) => one - other);
console.log(`${result.sent} requests in ${Math.round((performance.now() - started) / 1_000)} s, seed ${seed}`);
console.log(`Statuses: ${statuses.map(([status, times]) => `${status}: ${times}`).join(', ')}`);
console.log(`Memory: ${memory.join(', ')}`);
console.log(`Lines of level error: ${faults}. Alive: ${alive}.`);
for (const failure of result.failures) console.log(failure);
const ended = once(service, 'exit');
service.kill('SIGTERM');
await ended;
process.exit(alive && faults === 0 && result.failures.length === 0 ? 0 : 1);
