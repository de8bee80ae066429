/**
 * `npm run bench [-- NAME …]`: measures, writes figures.json and prints the table. Without names everything is measured;
 * with names only those of the list below. Run it on a quiet machine: what is compared is compared within one run, what is
 * a time on its own is only as good as the silence around it.
 */
import { type Figure, mergeFigures } from './support/figures.ts';

const benches: Readonly<Record<string, () => Promise<readonly Figure[]>>> = {
  search: async () => (await import('./search.bench.ts')).measureSearch(),
  sync: async () => (await import('./sync.bench.ts')).measureSync(),
  delivery: async () => (await import('./delivery.bench.ts')).measureDelivery(),
  service: async () => (await import('./service.bench.ts')).measureService(),
  desk: async () => (await import('./desk.bench.ts')).measureDesk(),
};

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !Object.hasOwn(benches, name));
if (unknown.length > 0) {
  console.error(`There is no bench ${unknown.join(', ')}. Known: ${Object.keys(benches).join(', ')}.`);
  process.exit(2);
}
for (const [name, measure] of Object.entries(benches)) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  console.log(`\n── ${name}`);
  const figures = await measure();
  await mergeFigures(figures);
  for (const { id, value, unit, note } of figures) {
    console.log(`${id.padEnd(46)} ${String(value).padStart(9)} ${unit.padEnd(8)} ${note}`);
  }
}
