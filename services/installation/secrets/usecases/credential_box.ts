import type { Sealer } from '../../../../lib/crypto/sealer.ts';
import type { SecretConnection } from '../../connections/domain/connection.ts';
import type { Credentials, OauthClient } from '../../domain/credentials.ts';
import type { CustomAuthProgress, CustomAuthSession } from '../../custom_auth/domain/custom_auth_session.ts';
import type { OauthSession } from '../../oauth/domain/oauth_session.ts';
import type { Revocable } from '../../providers/domain/provider.ts';
import { pinnedHosts } from '../../providers/domain/pinned_hosts.ts';
import type { SignInPage } from '../../sign_in_pages/domain/sign_in_page.ts';
import type { ProviderApp } from '../../provider_apps/domain/provider_app.ts';
import type { Revocation } from '../../tokens/domain/revocation.ts';

type Row = { projectId: string; id: string };

/** Seals and opens the secrets of this service. The associated data binds each ciphertext to its row. */
export type CredentialBox = {
  seal(row: Row, credentials: Credentials): string;
  open(connection: SecretConnection): Credentials;
  sealClientSecret(row: Row, secret: string): string;
  openClient(app: ProviderApp): OauthClient;
  sealRevocable(row: Row, revocable: Revocable): string;
  openRevocable(revocation: Revocation): Revocable;
  sealProgress(row: Row, progress: CustomAuthProgress): string;
  openProgress(session: CustomAuthSession): CustomAuthProgress;
  sealVerifier(row: Row, verifier: string): string;
  openVerifier(session: OauthSession): string;
  sealPageUrl(row: Row, url: string): string;
  openPageUrl(page: SignInPage): string;
};

export function credentialBox(sealer: Sealer): CredentialBox {
  const context = (table: string, { projectId, id }: Row, column: string) => `${table}|${projectId}|${id}|${column}`;
  return {
    seal: (row, credentials) => sealer.seal(JSON.stringify(credentials), context('connections', row, 'credentials')),
    open: (row) => JSON.parse(sealer.open(row.credentials, context('connections', row, 'credentials'))) as Credentials,
    sealClientSecret: (row, secret) => sealer.seal(secret, context('provider_apps', row, 'secret')),
    openClient: (app) => ({
      clientId: app.clientId,
      clientSecret: sealer.open(app.sealedSecret, context('provider_apps', app, 'secret')),
      scopes: app.scopes,
      hosts: pinnedHosts(app.metadataJson),
    }),
    sealRevocable: (row, revocable) => sealer.seal(JSON.stringify(revocable), context('revocations', row, 'sealed')),
    openRevocable: (row) => JSON.parse(sealer.open(row.sealed, context('revocations', row, 'sealed'))) as Revocable,
    sealProgress: (row, progress) =>
      sealer.seal(JSON.stringify(progress), context('custom_auth_sessions', row, 'sealed')),
    openProgress: (row) =>
      JSON.parse(sealer.open(row.sealed, context('custom_auth_sessions', row, 'sealed'))) as CustomAuthProgress,
    sealVerifier: (row, verifier) => sealer.seal(verifier, context('oauth_sessions', row, 'verifier')),
    openVerifier: (session) => sealer.open(session.sealedVerifier, context('oauth_sessions', session, 'verifier')),
    sealPageUrl: (row, url) => sealer.seal(url, context('sign_in_pages', row, 'url')),
    openPageUrl: (page) => sealer.open(page.sealedUrl, context('sign_in_pages', page, 'url')),
  };
}
