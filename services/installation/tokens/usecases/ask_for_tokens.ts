import type { ProviderAppStore } from '../../provider_apps/domain/provider_app.ts';
import type { Connectors } from '../../providers/domain/provider.ts';
import type { CredentialBox } from '../../secrets/usecases/credential_box.ts';
import type { SecretConnection } from '../../connections/domain/connection.ts';
import { secretsOf, type OauthCredentials, type TokenAnswer } from '../../domain/credentials.ts';

type Deps = { stores: { providerApps: ProviderAppStore }; connectors: Connectors; box: CredentialBox };

/**
 * Prepares the token request for these credentials: client credentials, password or refresh token. Everything that can
 * fail on our side happens here, so that calling the returned function only sends the request.
 */
export async function tokenQuestion(
  { stores, connectors, box }: Deps,
  connection: SecretConnection,
  credentials: OauthCredentials,
  timeoutMs: number,
): Promise<() => Promise<TokenAnswer>> {
  const { projectId, provider, providerAppId, id: account } = connection;
  const { tokens, grant } = credentials;
  const variables = connectors.variablesOf(provider, connection.workspaceRef, connection.metadataJson);
  const owner = { projectId, providerAppId, account };
  const request = { owner, provider, variables, timeoutMs, secrets: secretsOf(credentials) };
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
