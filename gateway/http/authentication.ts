import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { Problem } from '../../lib/problem/problem.ts';
import type { Call } from '../../lib/rpc/call.ts';
import type { Clock } from '../../lib/time/clock.ts';
import type { Caller__Output as Caller } from '../../protos/gen/causeway/identity/v1/Caller.ts';
import type { Operation } from './document.ts';
import type { Services } from './operation.ts';
import type { RateLimits } from './rate_limits.ts';

/** The caller of an operation without security. */
export const NOBODY: Caller = {
  scheme: '',
  principal: 'nobody',
  scopes: [],
  projectId: '',
  projectName: '',
  orgId: '',
  builderId: '',
  groupRef: '',
  consumerRef: '',
  projectIds: [],
  role: '',
  orgRoles: [],
  email: '',
  emailVerified: false,
};

const CACHE_SIZE = 10_000;

export type Authenticate = {
  (request: IncomingMessage, operation: Operation, call: Call, projectIdOrName: string): Promise<Caller>;
  /** Asks anew about everybody: after a change of who may call. */
  forgetAll(): void;
};

type Deps = {
  identity: Services['identity'];
  limits: Pick<RateLimits, 'admitUnknown' | 'countRefused'>;
  clock: Clock;
  cacheMillis: number;
};
type Entry = { caller: Promise<Caller>; until: number };

/**
 * Asks identity who calls, at most once per credential and project within `cacheMillis`: that is how long another
 * replica may still honour a key after it was deactivated. The replica that was told to deactivate it forgets at once.
 * Entries are kept by hash, so a heap dump holds no key for long. Where the address names no project it asks each time:
 * such calls are few, and who just made or joined an org is of it at once.
 */
export function makeAuthenticate({ identity, limits, clock, cacheMillis }: Deps): Authenticate {
  const cache = new Map<string, Entry>();
  const authenticate: Authenticate = async (request, operation, call, projectIdOrName) => {
    if (operation.schemes.length === 0) return NOBODY;
    const credential = credentialOf(request, operation);
    const key = createHash('sha256')
      .update(`${credential.apiKey}\n${credential.bearerToken}\n${projectIdOrName}`)
      .digest('base64');
    const now = clock.now();
    const known = cache.get(key);
    if (projectIdOrName !== '' && known && known.until > now) return known.caller;
    // What was good a while ago is asked about again at once, however many bad ones came from the same address.
    const ask = async () => {
      if (!known) await limits.admitUnknown(request);
      return identity.authenticate(call, { ...credential, projectIdOrName });
    };
    const caller = ask();
    remember(cache, key, { caller, until: now + cacheMillis });
    caller.catch((error: unknown) => {
      cache.delete(key);
      if (error instanceof Problem && error.kind === 'unauthenticated') limits.countRefused(request);
    });
    return caller;
  };
  authenticate.forgetAll = () => cache.clear();
  return authenticate;
}

function remember(cache: Map<string, Entry>, key: string, entry: Entry): void {
  if (cache.size >= CACHE_SIZE) cache.delete(cache.keys().next().value as string);
  cache.set(key, entry);
}

function credentialOf({ headers }: IncomingMessage, { schemes }: Operation): { apiKey: string; bearerToken: string } {
  const apiKey = headers['x-api-key'];
  const bearer = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1];
  if (apiKey !== undefined && headers.authorization !== undefined) {
    throw new Problem('invalidArgument', 'Send X-Api-Key or Authorization, not both.', {
      issues: [{ in: 'header', name: 'authorization', detail: 'must not come together with x-api-key' }],
    });
  }
  if (typeof apiKey === 'string' && apiKey !== '' && schemes.includes('ApiKey')) return { apiKey, bearerToken: '' };
  if (bearer && schemes.includes('Bearer')) return { apiKey: '', bearerToken: bearer };
  const wanted = schemes.map((scheme) => (scheme === 'ApiKey' ? 'X-Api-Key' : 'Authorization: Bearer')).join(' or ');
  throw new Problem('unauthenticated', `This operation needs ${wanted}.`, { remedy: `Send ${wanted}.` });
}
