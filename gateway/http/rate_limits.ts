import type { IncomingMessage } from 'node:http';
import type { Request, Response } from 'express';
import type { RateLimiterRes } from 'rate-limiter-flexible';
import RateLimiterMemory from 'rate-limiter-flexible/lib/RateLimiterMemory.js';
import { Problem } from '../../lib/problem/problem.ts';
import type { Clock } from '../../lib/time/clock.ts';
import type { Caller__Output as Caller } from '../../protos/gen/causeway/identity/v1/Caller.ts';
import { clientNetwork } from './client_network.ts';

/** Requests of one window; 0 counts nothing. The window in seconds. */
export type RateSettings = { perCaller: number; perAddress: number; refusedPerAddress: number; window: number };

export type RateLimits = {
  /** Before anything is known of the caller. Rejects with rateLimited. */
  admitAddress(request: Request): Promise<void> | undefined;
  /** Once the caller is known, whatever the address. */
  admitCaller(response: Response, caller: Caller): Promise<void> | undefined;
  /** Before identity is asked about a credential that was never seen to be good. Throws rateLimited. */
  admitUnknown(request: IncomingMessage): Promise<void> | undefined;
  /** A credential from this address turned out to be bad. */
  countRefused(request: IncomingMessage): void;
};

/**
 * Three counts, each in this process's memory: a deployment of n gateways lets n times as much through, and a restart
 * begins anew. The count of an address keeps a flood away from identity; the count of a caller shares the platform
 * fairly between those who may use it; the count of refused credentials makes guessing them slow. All are one look-up
 * in a map, and off when their number is 0.
 */
export function createRateLimits(settings: RateSettings, clock: Clock): RateLimits {
  const { perCaller, perAddress, refusedPerAddress, window } = settings;
  const limiter = (points: number) => (points > 0 ? new RateLimiterMemory({ points, duration: window }) : undefined);
  const callers = limiter(perCaller);
  const addresses = limiter(perAddress);
  const refusals = limiter(refusedPerAddress);
  const tooMany = (what: string, points: number, { msBeforeNext }: RateLimiterRes) =>
    new Problem('rateLimited', `Too many ${what}: at most ${points} in ${window} s.`, {
      retryAfter: clock.now() + msBeforeNext,
    });
  return {
    admitAddress: (request) =>
      addresses?.consume(networkOf(request)).then(nothing, (count: RateLimiterRes) => {
        throw tooMany('requests from this address', perAddress, count);
      }),
    admitCaller: (response, caller) =>
      callers?.consume(keyOf(caller)).then(
        (count) => tell(response, perCaller, count),
        (count: RateLimiterRes) => {
          tell(response, perCaller, count);
          throw tooMany('requests with this credential', perCaller, count);
        },
      ),
    admitUnknown: (request) =>
      refusals?.get(networkOf(request)).then((count) => {
        if (count && count.consumedPoints >= refusedPerAddress)
          throw tooMany('refused credentials from this address', refusedPerAddress, count);
      }),
    countRefused: (request) => void refusals?.consume(networkOf(request)).catch(nothing),
  };
}

function networkOf(request: IncomingMessage): string {
  return clientNetwork((request as Request).ip ?? '');
}

/** A consumer's name is unique within its project and group only. */
function keyOf({ principal, groupRef, projectIds }: Caller): string {
  return groupRef ? JSON.stringify([projectIds[0], groupRef, principal]) : principal;
}

function tell(response: Response, limit: number, { remainingPoints, msBeforeNext }: RateLimiterRes): void {
  response.setHeader('ratelimit-limit', limit);
  response.setHeader('ratelimit-remaining', remainingPoints);
  response.setHeader('ratelimit-reset', Math.ceil(msBeforeNext / 1_000));
}

function nothing(): void {}
