import { hash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { Problem } from '../../lib/problem/problem.ts';
import type { Call } from '../../lib/rpc/call.ts';
import type { Clock } from '../../lib/time/clock.ts';
import type { Caller__Output as Caller } from '../../protos/gen/causeway/identity/v1/Caller.ts';
import type { Operation } from '../contract/document.ts';
import type { RateLimits } from '../limits/rate_limits.ts';
import type { Services } from './operation.ts';

/** The caller of an operation that needs no credential. */
export const NOBODY: Caller = {
  scheme: '',
  principal: 'nobody',
  scopes: [],
  isRestricted: false,
  projectId: '',
  projectName: '',
  orgId: '',
  builderId: '',
  actingBuilderId: '',
  groupRef: '',
  consumerRef: '',
  onlyIntegrationId: '',
  onlyProvider: '',
  projectIds: [],
  role: '',
  orgRoles: [],
  email: '',
  emailVerified: false,
};

const CACHE_SIZE = 10_000;

export type Authenticate = {
  (request: IncomingMessage, operation: Operation, call: Call, projectIdOrName: string): Promise<Caller>;
  /** Empties the cache. Call it after a change of the credentials or roles. */
  forgetAll(): void;
};

type Deps = {
  identity: Services['identity'];
  limits: Pick<RateLimits, 'admitUnknown' | 'countRefused'>;
  clock: Clock;
  cacheMs: number;
};
type CachedCaller = { caller: Promise<Caller>; until: number };

/**
 * Resolves a credential through identity and caches the result per credential and project for `cacheMs`. Other replicas
 * may accept a deactivated key for that long; the replica that deactivated it empties its cache immediately. The cache
 * key is a hash, so the cache contains no keys. Requests without a project in the path are not cached: they are rare,
 * and a new member of an org must have access immediately.
 */
export function makeAuthenticate({ identity, limits, clock, cacheMs }: Deps): Authenticate {
  const cache = new Map<string, CachedCaller>();
  const authenticate: Authenticate = async (request, operation, call, projectIdOrName) => {
    if (operation.schemes.length === 0) return NOBODY;
    const credential = credentialOf(request, operation);
    const key = hash('sha256', `${credential.apiKey}\n${credential.bearerToken}\n${projectIdOrName}`, 'base64');
    const now = clock.now();
    const known = cache.get(key);
    if (projectIdOrName !== '' && known && known.until > now) return known.caller;
    // A credential that was valid recently is not limited, even if its address also sends many invalid ones.
    const ask = async () => {
      if (!known) await limits.admitUnknown(request);
      return identity.authenticate(call, { ...credential, projectIdOrName });
    };
    const caller = ask();
    cacheCaller(cache, key, { caller, until: now + cacheMs });
    caller.catch((error: unknown) => {
      cache.delete(key);
      if (error instanceof Problem && error.kind === 'unauthenticated') limits.countRefused(request);
    });
    return caller;
  };
  authenticate.forgetAll = () => cache.clear();
  return authenticate;
}

function cacheCaller(cache: Map<string, CachedCaller>, key: string, entry: CachedCaller): void {
  if (cache.size >= CACHE_SIZE) cache.delete(cache.keys().next().value as string);
  cache.set(key, entry);
}

/**
 * If a request has two credentials, the API key is used where the operation accepts API keys. A credential that the
 * operation does not accept is ignored.
 */
function credentialOf({ headers }: IncomingMessage, { schemes }: Operation): { apiKey: string; bearerToken: string } {
  const apiKey = headers['x-api-key'];
  const bearer = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1];
  if (typeof apiKey === 'string' && apiKey !== '' && schemes.includes('ApiKey')) return { apiKey, bearerToken: '' };
  if (bearer && schemes.includes('Bearer')) return { apiKey: '', bearerToken: bearer };
  const wanted = schemes.map((scheme) => (scheme === 'ApiKey' ? 'X-Api-Key' : 'Authorization: Bearer')).join(' or ');
  throw new Problem('unauthenticated', `This operation needs ${wanted}.`, { remedy: `Send ${wanted}.` });
}
