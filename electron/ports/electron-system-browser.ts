import { shell } from 'electron';
import { RolecallError } from '../errors.ts';
import { externalAddress } from './external-address.ts';
import type { SystemBrowser } from './system-browser.ts';

/** The only place that calls shell.openExternal. */
export const electronSystemBrowser: SystemBrowser = {
  open: async (url) => {
    const address = externalAddress(url);
    if (address === null) throw new RolecallError('sign-in-browser-not-opened', 'This address is not for a browser.');
    try {
      await shell.openExternal(address, { activate: true });
    } catch (error) {
      throw new RolecallError('sign-in-browser-not-opened', 'The system opened no browser.', { cause: error });
    }
  },
};
