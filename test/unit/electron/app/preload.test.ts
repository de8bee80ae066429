import { describe, expect, it, vi } from 'vitest';
import type { Bridge } from '../../../../contract/desk/channel-map.ts';
import {
  aheadOf,
  atOnceNames,
  eventNames,
  isAtOnce,
  pagePainted,
  requestNames,
} from '../../../../contract/desk/channel-names.ts';

type Listener = (event: unknown, payload: unknown) => void;
const fake = vi.hoisted(() => ({
  exposed: new Map<string, unknown>(),
  invoked: [] as unknown[][],
  waitedFor: [] as unknown[][],
  listeners: new Map<string, Set<unknown>>(),
  sent: [] as unknown[][],
  painted: [] as (() => void)[],
}));
vi.stubGlobal(
  'PerformanceObserver',
  class {
    readonly told: (entries: unknown, observer: unknown) => void;
    constructor(told: (entries: unknown, observer: unknown) => void) {
      this.told = told;
    }
    observe({ type }: { type: string }): void {
      if (type === 'paint') fake.painted.push(() => this.told([], this));
    }
    disconnect(): void {
      fake.painted.length = 0;
    }
  },
);
vi.mock('electron', () => ({
  contextBridge: { exposeInMainWorld: (name: string, value: unknown) => fake.exposed.set(name, value) },
  ipcRenderer: {
    invoke: (...args: unknown[]) => {
      fake.invoked.push(args);
      return Promise.resolve('answer');
    },
    sendSync: (...args: unknown[]) => {
      fake.waitedFor.push(args);
      return '{"ok":true}';
    },
    send: (...args: unknown[]) => void fake.sent.push(args),
    on: (name: string, listener: unknown) => {
      fake.listeners.set(name, (fake.listeners.get(name) ?? new Set()).add(listener));
    },
    off: (name: string, listener: unknown) => fake.listeners.get(name)?.delete(listener),
  },
}));
await import('../../../../electron/preload.ts');
const bridge = fake.exposed.get('rolecall') as Bridge;

describe('the preload', () => {
  it('exposes one frozen bridge with a named function for each channel and nothing else', () => {
    expect([...fake.exposed.keys()]).toEqual(['rolecall']);
    expect(Object.keys(bridge)).toEqual(['requests', 'atOnce', 'ahead', 'events']);
    expect(Object.keys(bridge.requests)).toEqual(requestNames.filter((name) => !isAtOnce(name)));
    expect(Object.keys(bridge.atOnce)).toEqual([...atOnceNames]);
    expect(Object.keys(bridge.ahead)).toEqual([...atOnceNames]);
    expect(Object.keys(bridge.events)).toEqual([...eventNames]);
    for (const part of [bridge, bridge.requests, bridge.atOnce, bridge.ahead, bridge.events])
      expect(Object.isFrozen(part)).toBe(true);
  });

  it('sends one argument on its own channel, whatever else is passed', async () => {
    await (bridge.requests['app:read'] as (...args: unknown[]) => Promise<unknown>)({}, 'surplus');
    expect(fake.invoked).toEqual([['app:read', {}]]);
  });

  it('waits for the text of an answer that is given at once', () => {
    const input = { query: 'mik' };
    expect((bridge.atOnce['directory:search'] as (...args: unknown[]) => unknown)(input, 'surplus')).toBe(
      '{"ok":true}',
    );
    expect(fake.waitedFor).toEqual([['directory:search', input]]);
    expect(fake.invoked.flat()).not.toContain('directory:search');
  });

  it('says what is about to be asked, on a channel of its own, and waits for nothing', () => {
    const input = { query: 'mik' };
    fake.sent.length = 0;
    expect((bridge.ahead['directory:search'] as (...args: unknown[]) => unknown)(input, 'surplus')).toBeUndefined();
    expect(fake.sent.splice(0)).toEqual([[aheadOf('directory:search'), input]]);
  });

  it('hands on the payload without the event, and takes away every listener it added (report C48)', () => {
    const received: unknown[][] = [];
    const listener = (...args: unknown[]) => void received.push(args);
    const unsubscribes = Array.from({ length: 1_000 }, () => bridge.events['sign-in:changed'](listener));
    const set = fake.listeners.get('sign-in:changed');
    expect(set?.size).toBe(1_000);
    for (const unsubscribe of unsubscribes.slice(1)) unsubscribe();
    for (const one of set ?? []) (one as Listener)({ sender: 'main' }, 'payload');
    expect(received).toEqual([['payload']]);
    unsubscribes[0]?.();
    expect(set?.size).toBe(0);
  });

  it('says once, with nothing in it, that the first frame is painted', () => {
    expect(fake.sent).toEqual([]);
    for (const paint of [...fake.painted]) paint();
    for (const paint of [...fake.painted]) paint();
    expect(fake.sent).toEqual([[pagePainted]]);
  });
});
