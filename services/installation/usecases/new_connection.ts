import { parseJson, stringifyJson } from '../../../lib/json/json.ts';
import type { SecretConnection } from '../domain/connection.ts';
import { refreshTimeOf, type AuthScheme, type Credentials, type TokenAnswer } from '../domain/credentials.ts';
import { isPlainObject } from '../domain/spot.ts';
import type { Deps } from './deps.ts';

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

/** A connection with fresh credentials, ready to be stored. */
export function newConnection(
  { newId, box, clock }: Pick<Deps, 'newId' | 'box' | 'clock'>,
  asked: Asked,
  obtained: Obtained,
): SecretConnection {
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
    ...renewalTimes(credentials),
    refreshFailures: 0,
    rejections: 0,
    createTime: now,
    updateTime: null,
    credentials: box.seal({ projectId: asked.projectId, id }, credentials),
    fence: 0,
  };
}

/** When these credentials end, and from when on they are renewed. */
export function renewalTimes(credentials: Credentials): { expireTime: number | null; refreshTime: number | null } {
  if (credentials.kind !== 'oauth2') return { expireTime: null, refreshTime: null };
  return { expireTime: credentials.tokens.expireTime ?? null, refreshTime: refreshTimeOf(credentials, Math.random()) };
}

/** Which account it is: what the builder said, completed by what the token answer said. */
export function accountOf(
  asked: Pick<Asked, 'workspaceRef' | 'metadataJson'>,
  learned: TokenAnswer['metadata'],
): Pick<SecretConnection, 'workspaceRef' | 'providerConsumerRef' | 'metadataJson'> {
  const { workspaceRef: learnedWorkspace = '', consumerRef = '', ...other } = learned;
  const workspaceRef = asked.workspaceRef || learnedWorkspace;
  const given: unknown = parseJson(asked.metadataJson || '{}');
  const metadata = {
    ...(workspaceRef && { workspace: { value: workspaceRef, source: asked.workspaceRef ? 'input' : 'token' } }),
    ...Object.fromEntries(Object.entries(other).map(([name, value]) => [name, { value, source: 'token' }])),
    ...(isPlainObject(given) ? given : {}),
  };
  return { workspaceRef, providerConsumerRef: consumerRef.slice(0, 191), metadataJson: stringifyJson(metadata) };
}
