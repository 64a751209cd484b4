import type { IncomingMessage } from 'node:http';
import type { Request, Response } from 'express';
import type { RateLimiterRes } from 'rate-limiter-flexible';
import RateLimiterMemory from 'rate-limiter-flexible/lib/RateLimiterMemory.js';
import { Problem } from '../../lib/problem/problem.ts';
import type { Clock } from '../../lib/time/clock.ts';
import type { Caller__Output as Caller } from '../../protos/gen/causeway/identity/v1/Caller.ts';
import type { Operation } from '../contract/document.ts';
import { clientNetwork } from './client_network.ts';

/** The max requests in one window (0: no limit), and `window`, the length of a window in seconds. */
export type RateSettings = {
  perCaller: number;
  perAddress: number;
  refusedPerAddress: number;
  /** Limits per group: of all requests from its pages, and of those that call a provider. */
  perGroup: number;
  providerPerGroup: number;
  window: number;
};

export type RateLimits = {
  /** Counts a request by its address, before authentication. Rejects with rateLimited. */
  admitAddress(request: Request): Promise<void> | undefined;
  /** Counts a request by its caller, after authentication. Rejects with rateLimited. */
  admitCaller(response: Response, caller: Caller): Promise<void> | undefined;
  /**
   * Counts a request from a page, after validation: a customer's token by group, a frontend key by the group that it
   * names and by address. Rejects with rateLimited.
   */
  admitGroup(
    from: RequestAndCaller,
    operation: Pick<Operation, 'access'>,
    input: OperationInput,
  ): Promise<void> | undefined;
  /**
   * Checks the address of an unknown credential before identity resolves it. Rejects with rateLimited after too many
   * invalid ones.
   */
  admitUnknown(request: IncomingMessage): Promise<void> | undefined;
  /** Counts an invalid credential from this address. */
  countRefused(request: IncomingMessage): void;
};

type RequestAndCaller = { request: IncomingMessage; caller: Caller };
type OperationInput = { path: unknown; query: unknown; body: unknown };

/**
 * Rate limits, counted in the memory of this process: n gateways allow n times as much, and a restart resets the
 * counts. The limit per address protects identity from floods; the limit per caller shares the platform fairly; the
 * limit of invalid credentials slows down guessing. The limits per group keep one customer's pages from using up the
 * project's share. Each check costs one map look-up. A limit of 0 is off.
 */
export function createRateLimits(settings: RateSettings, clock: Clock): RateLimits {
  const { perCaller, perAddress, refusedPerAddress, perGroup, providerPerGroup, window } = settings;
  const limiter = (points: number) => (points > 0 ? new RateLimiterMemory({ points, duration: window }) : undefined);
  const callers = limiter(perCaller);
  const addresses = limiter(perAddress);
  const refusals = limiter(refusedPerAddress);
  const groups = limiter(perGroup);
  const providerCalls = limiter(providerPerGroup);
  const tooMany = (what: string, points: number, { msBeforeNext }: RateLimiterRes) =>
    new Problem('rateLimited', `Too many ${what}: at most ${points} in ${window} s.`, {
      retryAfter: clock.now() + msBeforeNext,
      context: { limit: points, windowSeconds: window },
    });
  return {
    admitAddress: (request) =>
      addresses?.consume(networkOf(request)).then(doNothing, (count: RateLimiterRes) => {
        throw tooMany('requests from this address', perAddress, count);
      }),
    admitCaller: (response, caller) =>
      callers?.consume(keyOf(caller)).then(
        (count) => setRateLimitHeaders(response, perCaller, count),
        (count: RateLimiterRes) => {
          setRateLimitHeaders(response, perCaller, count);
          throw tooMany('requests with this credential', perCaller, count);
        },
      ),
    async admitGroup(from, { access }, input) {
      const key = groupKeyOf(from, input);
      if (key === undefined) return;
      await groups?.consume(key).catch((count: RateLimiterRes) => {
        throw tooMany('requests of one group', perGroup, count);
      });
      if (access.callsProvider)
        await providerCalls?.consume(key).catch((count: RateLimiterRes) => {
          throw tooMany('requests of one group that call a provider', providerPerGroup, count);
        });
    },
    admitUnknown: (request) =>
      refusals?.get(networkOf(request)).then((count) => {
        if (count && count.consumedPoints >= refusedPerAddress)
          throw tooMany('refused credentials from this address', refusedPerAddress, count);
      }),
    countRefused: (request) => void refusals?.consume(networkOf(request)).catch(doNothing),
  };
}

function networkOf(request: IncomingMessage): string {
  return clientNetwork((request as Request).ip ?? '');
}

/** The counter of a caller. A consumerRef is unique only within its project and group. */
function keyOf({ principal, groupRef, projectIds }: Caller): string {
  return groupRef ? JSON.stringify([projectIds[0], groupRef, principal]) : principal;
}

/**
 * The counter of the group whose page sends the request; undefined for a server's credential, and without a group. A
 * token proves its group. A frontend key is public and can name any group, so its requests count by address too, and
 * separately from those of tokens: nobody can use up the share of a customer by naming it.
 */
function groupKeyOf({ request, caller }: RequestAndCaller, input: OperationInput): string | undefined {
  const { scheme, scopes, groupRef, projectId, projectIds } = caller;
  const project = projectId || projectIds[0];
  if (scheme === 'customer') return JSON.stringify([scheme, project, groupRef]);
  if (scheme !== 'apiKey' || scopes.includes('full')) return undefined;
  const named = namedGroup(input);
  return named === undefined ? undefined : JSON.stringify([scheme, project, named, networkOf(request)]);
}

function namedGroup({ path, query, body }: OperationInput): string | undefined {
  const refs = [path, query, body].map((part) => (part as { groupRef?: unknown } | null | undefined)?.groupRef);
  return refs.find((ref) => typeof ref === 'string');
}

function setRateLimitHeaders(
  response: Response,
  limit: number,
  { remainingPoints, msBeforeNext }: RateLimiterRes,
): void {
  response.setHeader('ratelimit-limit', limit);
  response.setHeader('ratelimit-remaining', remainingPoints);
  response.setHeader('ratelimit-reset', Math.ceil(msBeforeNext / 1_000));
}

function doNothing(): void {}
