import type { CredentialBox } from '../../secrets/usecases/credential_box.ts';
import type { Clock } from '../../../../lib/time/clock.ts';
import type { NewId } from '../../../../lib/ids/ids.ts';
import { accountOf } from '../domain/account.ts';
import type { SecretConnection } from '../domain/connection.ts';
import { refreshTimeOf, type AuthScheme, type Credentials, type TokenAnswer } from '../../domain/credentials.ts';

type Deps = { box: CredentialBox; clock: Clock; newId: NewId };

export type Asked = {
  projectId: string;
  provider: string;
  groupRef: string;
  consumerRef: string;
  workspaceRef: string;
  metadataJson: string;
};

export type Obtained = {
  authScheme: AuthScheme;
  credentials: Credentials;
  learned: TokenAnswer['metadata'];
  providerAppId: string | null;
};

/** A new connection with sealed credentials. The caller stores it. */
export function newConnection({ newId, box, clock }: Deps, asked: Asked, obtained: Obtained): SecretConnection {
  const { authScheme, credentials, providerAppId } = obtained;
  const [id, now] = [newId(), clock.now()];
  return {
    id,
    projectId: asked.projectId,
    provider: asked.provider,
    groupRef: asked.groupRef,
    consumerRef: asked.consumerRef,
    ...accountOf(asked, obtained.learned),
    providerAppId,
    authScheme,
    status: 'created',
    statusTime: now,
    generation: 1,
    ...refreshSchedule(credentials),
    refreshFailures: 0,
    rejections: 0,
    rejectionTime: null,
    createTime: now,
    updateTime: null,
    credentials: box.seal({ projectId: asked.projectId, id }, credentials),
    fence: 0,
  };
}

/** Expiry and next refresh of these credentials, in Unix milliseconds. */
export function refreshSchedule(credentials: Credentials): { expireTime: number | null; refreshTime: number | null } {
  if (credentials.kind !== 'oauth2') return { expireTime: null, refreshTime: null };
  return { expireTime: credentials.tokens.expireTime ?? null, refreshTime: refreshTimeOf(credentials, Math.random()) };
}
