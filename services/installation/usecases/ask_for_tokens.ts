import type { SecretConnection } from '../domain/connection.ts';
import type { OauthCredentials, TokenAnswer } from '../domain/credentials.ts';
import type { Deps } from './deps.ts';

/**
 * What asks the provider for new tokens, by whatever these credentials are renewed with. All that can fail on our side is
 * done before it is there, so that calling it is asking.
 */
export async function tokenQuestion(
  { stores, connectors, box }: Deps,
  connection: SecretConnection,
  { tokens, grant }: OauthCredentials,
  timeoutMillis: number,
): Promise<() => Promise<TokenAnswer>> {
  const { projectId, provider, providerAppId } = connection;
  const variables = connectors.variablesOf(provider, connection.workspaceRef, connection.metadataJson);
  const request = { provider, variables, timeoutMillis };
  if (grant?.type === 'clientCredentials') {
    return () => connectors.clientCredentials({ ...request, client: grant.client });
  }
  if (grant?.type === 'password') return () => connectors.password({ ...request, ...grant });
  const app = providerAppId
    ? await stores.providerApps.find(projectId, providerAppId)
    : await stores.providerApps.findDefault(projectId, provider);
  const client = app && box.openClient(app);
  return () => connectors.refresh({ ...request, client, refreshToken: tokens.refreshToken ?? '' });
}
