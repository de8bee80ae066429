import type { Session } from 'electron';
import { isOwnPage } from './page-files.ts';

/** The only thing a page may do: put text on the clipboard after a click. */
const allowed: ReadonlySet<string> = new Set(['clipboard-sanitized-write']);

/** Whether a page gets a permission. Electron grants everything unless told otherwise (checklist B05). */
export function mayUse(permission: string, address: string): boolean {
  return allowed.has(permission) && isOwnPage(address);
}

/** Sets every permission handler a session has: requests, checks and devices. */
export function denyPermissions(session: Session): void {
  session.setPermissionRequestHandler((_contents, permission, answer, details) => {
    answer(mayUse(permission, details.requestingUrl));
  });
  session.setPermissionCheckHandler((_contents, permission, requestingOrigin) => mayUse(permission, requestingOrigin));
  session.setDevicePermissionHandler(() => false);
  session.setUSBProtectedClassesHandler(() => []);
  session.setBluetoothPairingHandler((_details, answer) => answer({ confirmed: false }));
  session.setDisplayMediaRequestHandler((_request, answer) => answer({}));
}
