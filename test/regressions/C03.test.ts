/** C03 (electron-userland/electron-builder#5295): the launcher had no %u, so that the link never reached the program. */
import { expect, it } from 'vitest';
import { desktopEntry } from '../../scripts/link-handler.mjs';

it('hands the link to the program, as one argument', () => {
  expect(desktopEntry('Rolecall', ['/opt/Rolecall/rolecall'], ['rolecall'])).toMatch(/^Exec=.* %u$/m);
});
