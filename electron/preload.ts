/**
 * Runs in the page's sandbox before the page. It builds `window.rolecall` from the channel names: one named function for
 * each channel, nothing generic, the event object never handed on (checklist B20). Schemas are run by the main process.
 */
import type { EntryType } from 'node:perf_hooks';
import { contextBridge, type IpcRendererEvent, ipcRenderer } from 'electron';
import {
  aheadOf,
  atOnceNames,
  eventNames,
  isAtOnce,
  pagePainted,
  requestNames,
} from '../contract/desk/channel-names.ts';

const requests = Object.fromEntries(
  requestNames
    .filter((name) => !isAtOnce(name))
    .map((name) => [name, (input: unknown): Promise<unknown> => ipcRenderer.invoke(name, input)]),
);

const atOnce = Object.fromEntries(
  atOnceNames.map((name) => [name, (input: unknown): unknown => ipcRenderer.sendSync(name, input)]),
);

const ahead = Object.fromEntries(
  atOnceNames.map((name) => [name, (input: unknown): void => ipcRenderer.send(aheadOf(name), input)]),
);

const events = Object.fromEntries(
  eventNames.map((name) => [
    name,
    (listener: (payload: unknown) => void): (() => void) => {
      // The same closure is added and removed: a listener passed over the bridge is a new proxy each time (report C48).
      const forward = (_event: IpcRendererEvent, payload: unknown): void => listener(payload);
      ipcRenderer.on(name, forward);
      return () => {
        ipcRenderer.off(name, forward);
      };
    },
  ]),
);

contextBridge.exposeInMainWorld(
  'rolecall',
  Object.freeze({
    requests: Object.freeze(requests),
    atOnce: Object.freeze(atOnce),
    ahead: Object.freeze(ahead),
    events: Object.freeze(events),
  }),
);

/** Of a page (Paint Timing); the types are Node's, which has none. */
const paint: string = 'paint';

// The main process waits with its own reading until then (main-window.ts).
new PerformanceObserver((_entries, observer) => {
  observer.disconnect();
  ipcRenderer.send(pagePainted);
}).observe({ type: paint as EntryType, buffered: true });
