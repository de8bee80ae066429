import { oauthScopes } from '../../contract/registration-api/endpoints.ts';
import { linkScheme } from '../app/launch-links.ts';
import { type Connection, checkAddresses, practiceId } from '../connections/connection.ts';
import { RolecallError } from '../errors.ts';
import type { PracticeReady } from './practice-service.ts';

/** What the made-up convention is called (service/database/demo-event.ts says the same on its pages). */
export const practiceConventionName = 'Aurora Con 2026';

const redirectUri = `${linkScheme}://oauth/callback`;

/**
 * The connection to the embedded service: its demo application that signs people in and reads with tokens of its own.
 * Throws `practice-not-started` where the service brought none that fits.
 */
export function practiceConnection(ready: PracticeReady): {
  readonly connection: Connection;
  readonly clientSecret: string;
} {
  const application = ready.applications.find(
    ({ redirectUris, integrationScopes }) =>
      redirectUris.includes(redirectUri) && integrationScopes.includes(oauthScopes.readUsers),
  );
  if (application === undefined) {
    throw new RolecallError('practice-not-started', 'The practice service has no application for the desk.');
  }
  return {
    clientSecret: application.clientSecret,
    connection: {
      id: practiceId,
      practice: true,
      name: practiceConventionName,
      ...checkAddresses({ baseUrl: ready.url, redirectUri }),
      clientId: application.clientId,
      oboScopes: application.oboScopes,
      dataAccess: 'automatic',
      pkce: true,
    },
  };
}
