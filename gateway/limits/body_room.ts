import type { Request, Response } from 'express';
import { Problem } from '../../lib/problem/problem.ts';
import type { Clock } from '../../lib/time/clock.ts';
import { whenOver } from './in_flight.ts';

/** The max bytes of all bodies of requests in progress, and of the bodies of one project. 0: no limit. */
type BodyRoomSettings = { total: number; perOwner: number };

/**
 * The owner of memory for bodies. `part`: the share of the limit per project that this owner may use; 1 for all of it.
 */
export type RoomOwner = { name: string; part: number };

/** Reserves memory for arrived bytes until the request ends. Throws unavailable and rateLimited. */
export type TakeRoom = (bytes: number) => void;

/** The `Retry-After` of a refused request, in milliseconds. */
const RETRY_MS = 1_000;

/**
 * Limits the memory of bodies. The limit of requests in progress would admit 500 bodies of a megabyte, and each parsed
 * body takes several times its size. Bytes count when they arrive; `Content-Length` reserves nothing.
 */
export function createBodyRoom({ total, perOwner }: BodyRoomSettings, clock: Clock) {
  const byOwner = new Map<string, number>();
  let all = 0;
  return (request: Request, response: Response, ownerOf: () => RoomOwner): TakeRoom => {
    let known: RoomOwner | undefined;
    let taken = 0;
    const add = (bytes: number, owner: string) => {
      const left = (byOwner.get(owner) ?? 0) + bytes;
      all += bytes;
      taken += bytes;
      if (left > 0) byOwner.set(owner, left);
      else byOwner.delete(owner);
    };
    return (bytes) => {
      // Most requests have no body and need no owner.
      known ??= ownerOf();
      const { name, part } = known;
      const maxOfOwner = Math.floor(perOwner * part);
      if (total > 0 && all + bytes > total) throw roomExhausted('unavailable', 'The server has', total, clock.now());
      if (perOwner > 0 && (byOwner.get(name) ?? 0) + bytes > maxOfOwner)
        throw roomExhausted('rateLimited', 'The caller has', maxOfOwner, clock.now());
      if (taken === 0) whenOver(request, response, () => add(-taken, name));
      add(bytes, name);
    };
  };
}

function roomExhausted(kind: 'unavailable' | 'rateLimited', who: string, max: number, now: number): Problem {
  return new Problem(kind, `${who} reached its max of ${max} bytes in the bodies of requests in progress.`, {
    retryAfter: now + RETRY_MS,
    context: { maxBytes: max },
    remedy: 'Try again after the time in Retry-After, with fewer large requests at once.',
  });
}
