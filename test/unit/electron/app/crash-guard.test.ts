import { EventEmitter } from 'node:events';
import { expect, it } from 'vitest';
import { followUncaughtErrors } from '../../../../electron/app/crash-guard.ts';
import { type LogFields, silentLog } from '../../../../electron/ports/log.ts';

function guarded() {
  const program = new EventEmitter();
  const written: [string, LogFields | undefined][] = [];
  const questions: (() => void)[] = [];
  const time = { now: 0 };
  followUncaughtErrors({
    log: { ...silentLog, error: (event, fields) => void written.push([event, fields]) },
    now: () => time.now,
    tell: () => new Promise((answer) => questions.push(answer)),
    program: program as unknown as Pick<NodeJS.Process, 'on'>,
  });
  return { program, written, questions, time };
}

it('writes down what nobody caught and asks what to do', () => {
  const { program, written, questions } = guarded();
  program.emit('uncaughtException', new TypeError('broken'));
  expect(written).toEqual([['uncaught-error', { problem: expect.stringMatching(/^TypeError: broken\n/) }]]);
  expect(questions).toHaveLength(1);
});

it('asks once while the question is open, and once a minute, however many errors come', async () => {
  const { program, written, questions, time } = guarded();
  for (let number = 0; number < 50; number += 1) program.emit('uncaughtException', new Error(String(number)));
  expect(questions).toHaveLength(1);
  questions[0]?.();
  await new Promise(setImmediate);
  time.now = 59_999;
  program.emit('uncaughtException', new Error('soon'));
  expect(questions).toHaveLength(1);
  time.now = 60_000;
  program.emit('uncaughtException', new Error('later'));
  expect(questions).toHaveLength(2);
  expect(written).toHaveLength(52);
});

it('stops nobody for a promise that nobody waited for', () => {
  const { program, written, questions } = guarded();
  program.emit('unhandledRejection', 'text');
  expect(written).toEqual([['unhandled-rejection', { problem: 'string' }]]);
  expect(questions).toEqual([]);
});
