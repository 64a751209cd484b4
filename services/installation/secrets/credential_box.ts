import type { Sealer } from '../../../lib/crypto/sealer.ts';
import type { Credentials, OauthClient } from '../credentials.ts';
import type { RevocableTokens } from '../providers/provider.ts';
import { pinnedHosts } from '../providers/providers.ts';

type RowKey = { projectId: string; id: string };
type AppWithSealedSecret = RowKey & { clientId: string; scopes: string[]; metadataJson: string; sealedSecret: string };

/**
 * Encrypts and decrypts the secrets of this service. The associated data of the encryption names table, row and column,
 * so a ciphertext that was copied to another row cannot be decrypted.
 */
export type CredentialBox = {
  seal(row: RowKey, credentials: Credentials): string;
  open(connection: RowKey & { credentials: string }): Credentials;
  sealClientSecret(row: RowKey, secret: string): string;
  openClient(app: AppWithSealedSecret): OauthClient;
  sealRevocable(row: RowKey, revocable: RevocableTokens): string;
  openRevocable(revocation: RowKey & { sealed: string }): RevocableTokens;
  sealProgress(row: RowKey, progress: object): string;
  /** The progress of a multi-step authorization, as custom_auth encrypted it. */
  openProgress(session: RowKey & { sealed: string }): unknown;
  sealVerifier(row: RowKey, verifier: string): string;
  openVerifier(session: RowKey & { sealedVerifier: string }): string;
  sealPageUrl(row: RowKey, url: string): string;
  openPageUrl(page: RowKey & { sealedUrl: string }): string;
};

export function credentialBox(sealer: Sealer): CredentialBox {
  const context = (table: string, { projectId, id }: RowKey, column: string) => `${table}|${projectId}|${id}|${column}`;
  return {
    seal: (row, credentials) => sealer.seal(JSON.stringify(credentials), context('connections', row, 'credentials')),
    open: (row) => JSON.parse(sealer.open(row.credentials, context('connections', row, 'credentials'))) as Credentials,
    sealClientSecret: (row, secret) => sealer.seal(secret, context('provider_apps', row, 'secret')),
    openClient: (app) => ({
      clientId: app.clientId,
      clientSecret: sealer.open(app.sealedSecret, context('provider_apps', app, 'secret')),
      scopes: app.scopes,
      // Without pinned hosts, refreshes are not limited: an app that an earlier version stored may have none.
      hosts: pinnedHosts(app.metadataJson),
    }),
    sealRevocable: (row, revocable) => sealer.seal(JSON.stringify(revocable), context('revocations', row, 'sealed')),
    openRevocable: (row) =>
      JSON.parse(sealer.open(row.sealed, context('revocations', row, 'sealed'))) as RevocableTokens,
    sealProgress: (row, progress) =>
      sealer.seal(JSON.stringify(progress), context('custom_auth_sessions', row, 'sealed')),
    openProgress: (row) => JSON.parse(sealer.open(row.sealed, context('custom_auth_sessions', row, 'sealed'))),
    sealVerifier: (row, verifier) => sealer.seal(verifier, context('oauth_sessions', row, 'verifier')),
    openVerifier: (session) => sealer.open(session.sealedVerifier, context('oauth_sessions', session, 'verifier')),
    sealPageUrl: (row, url) => sealer.seal(url, context('sign_in_pages', row, 'url')),
    openPageUrl: (page) => sealer.open(page.sealedUrl, context('sign_in_pages', page, 'url')),
  };
}
