/**
 * The workflows for GitHub, which run there and nowhere else: that GitHub would understand them, that what they call is there,
 * and that they can do no more than they have to.
 */
import { accessSync, constants, readdirSync, readFileSync } from 'node:fs';
import { NoOperationTraceWriter, parseWorkflow } from '@actions/workflow-parser';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';

const root = new URL('../../../', import.meta.url);
const folder = new URL('.github/workflows/', root);
const names = readdirSync(folder);
const textOf = (name: string): string => readFileSync(new URL(name, folder), 'utf8');

const stepSchema = z.object({
  name: z.string().optional(),
  if: z.string().optional(),
  uses: z.string().optional(),
  run: z.string().optional(),
  shell: z.string().optional(),
  with: z.record(z.string(), z.unknown()).optional(),
  env: z.record(z.string(), z.string()).optional(),
});
const workflowSchema = z.object({
  on: z.record(z.string(), z.unknown()),
  permissions: z.record(z.string(), z.string()),
  jobs: z.record(
    z.string(),
    z.object({
      'timeout-minutes': z.number(),
      'runs-on': z.string(),
      environment: z.string().optional(),
      // None widens what the workflow may.
      permissions: z.undefined().optional(),
      env: z.record(z.string(), z.string()).optional(),
      strategy: z.object({ matrix: z.object({ os: z.array(z.string()) }) }).optional(),
      steps: z.array(stepSchema),
    }),
  ),
});

const read = (name: string) => workflowSchema.parse(parse(textOf(name)));
const jobsOf = (name: string) => Object.values(read(name).jobs);
const stepsOf = (name: string) => jobsOf(name).flatMap(({ steps }) => steps);
const scripts = (JSON.parse(readFileSync(new URL('package.json', root), 'utf8')) as { scripts: Record<string, string> })
  .scripts;

/** What GitHub's own parser has against a workflow. */
function problemsOf(content: string): string[] {
  const { context } = parseWorkflow({ name: 'workflow.yml', content }, new NoOperationTraceWriter());
  return context.errors.getErrors().map(({ message }) => message);
}

/** Programs that are on every runner of GitHub, and what they are called with. */
const known = [/^npm (ci|audit|view)\b/, /^node -p /, /^cut /, /^echo /, /^test /, /^sudo apt-get (update|install)\b/];

/** Commands of a script that are neither known nor ours. */
function unknownCommands(script: string): string[] {
  const commands = script
    // A value that is taken from a command is that command.
    .replaceAll(/^\w+=\$\((.+)\)$/gm, '$1')
    .split(/\n|&&|\|/)
    .map((command) => command.trim())
    .filter((command) => command !== '');
  return commands.filter((command) => {
    const script = /^npm (?:run )?([\w:-]+)/.exec(command)?.[1];
    if (script !== undefined && Object.hasOwn(scripts, script)) return false;
    if (command.startsWith('.ci/')) {
      accessSync(new URL(command, root), constants.X_OK);
      return false;
    }
    return !known.some((pattern) => pattern.test(command));
  });
}

it('are two', () => {
  expect(names.sort()).toEqual(['ci.yml', 'release.yml']);
});

it('a wrong one would be noticed', () => {
  expect(problemsOf(textOf('ci.yml').replaceAll('matrix.os', 'matricks.os'))).not.toEqual([]);
  expect(problemsOf(textOf('ci.yml').replace('timeout-minutes:', 'time-out:'))).not.toEqual([]);
  expect(unknownCommands('npm run nothing-of-ours && curl example.org')).toEqual([
    'npm run nothing-of-ours',
    'curl example.org',
  ]);
});

describe.each(names)('%s', (name) => {
  it('is understood by GitHub’s own parser', () => {
    expect(problemsOf(textOf(name))).toEqual([]);
  });

  it('calls nothing that is not there', () => {
    const scripts = stepsOf(name).flatMap(({ run }) => run ?? []);
    expect(scripts.length).toBeGreaterThan(0);
    expect(scripts.flatMap(unknownCommands)).toEqual([]);
  });

  it('may read, and nothing else; no job may more', () => {
    expect(read(name).permissions).toEqual({ contents: 'read' });
    for (const { uses, with: given } of stepsOf(name)) {
      if (uses?.startsWith('actions/checkout@') === true) expect(given?.['persist-credentials']).toBe(false);
    }
  });

  it('takes each action by its commit, GitHub’s own only', () => {
    const lines = textOf(name).match(/^.*\buses:.*$/gm) ?? [];
    expect(lines.length).toBeGreaterThan(0);
    for (const line of lines) expect(line).toMatch(/uses: actions\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  });

  it('ends by itself', () => {
    for (const job of jobsOf(name)) expect(job['timeout-minutes']).toBeLessThanOrEqual(90);
  });

  it('puts no text of others into a command line', () => {
    for (const { run } of stepsOf(name)) expect(run ?? '').not.toContain('${{');
  });

  it('runs on Windows what its shell understands', () => {
    for (const { strategy, steps } of jobsOf(name)) {
      if (strategy === undefined) continue;
      for (const { run = '', shell, if: only } of steps) {
        if (shell === 'bash' || only === "runner.os == 'Linux'") continue;
        expect(run).toMatch(/^[\w :=-]*$/);
      }
    }
  });

  it('sets no variable of ours that nobody reads', () => {
    const all = readdirSync(new URL('scripts/', root))
      .filter((file) => file.endsWith('.mjs'))
      .map((file) => readFileSync(new URL(`scripts/${file}`, root), 'utf8'))
      .concat(stepsOf(name).map(({ run = '' }) => run))
      .join('\n');
    for (const { env = {} } of jobsOf(name)) for (const variable of Object.keys(env)) expect(all).toContain(variable);
  });
});

it('secrets are for the release, which somebody starts by hand in an environment of its own', () => {
  expect(textOf('ci.yml')).not.toContain('secrets.');
  expect(Object.keys(read('release.yml').on)).toEqual(['workflow_dispatch']);
  for (const { environment } of jobsOf('release.yml')) expect(environment).toBe('release');
});
