import type { Request, Response } from 'express';
import { hasBody } from '../../lib/http/has_body.ts';
import { Problem } from '../../lib/problem/problem.ts';
import type { Clock } from '../../lib/time/clock.ts';

/** Answers a request immediately. A thrown problem would pass through all routes first. */
type RefuseRequest = (request: Request, response: Response, problem: Problem) => void;

/** The `Retry-After` of a refused request, in milliseconds. */
const RETRY_MS = 1_000;

/**
 * Refuses requests when `max` are in progress. Without this limit, an overloaded gateway accepts all requests and
 * answers all of them too late. With it, accepted requests are answered in time, and the others are refused
 * immediately. 0: no limit. `countsBodies`: a request counts also while its body arrives.
 */
export function limitInFlight(max: number, clock: Clock, refuse: RefuseRequest, { countsBodies = false } = {}) {
  let inFlight = 0;
  return (request: Request, response: Response): boolean => {
    if (max > 0 && inFlight >= max) {
      refuse(request, response, overloadProblem(clock.now()));
      return false;
    }
    let isCounted = false;
    let isOver = false;
    const count = () => {
      if (isOver || isCounted) return;
      isCounted = true;
      inFlight += 1;
    };
    whenOver(request, response, () => {
      isOver = true;
      if (isCounted) inFlight -= 1;
    });
    if (!countsBodies && awaitsBody(request)) request.once('end', count);
    else count();
    return true;
  };
}

/**
 * Whether the body has not arrived completely. Such a request does not count, because anybody could reach the limit
 * with a few bytes. body_time.ts limits its time, and body_room.ts its memory.
 */
export function awaitsBody({ headers, complete }: Request): boolean {
  return !complete && hasBody(headers);
}

/** Calls `leave` once: when the request is answered, or when its connection closes. */
export function whenOver({ socket }: Request, response: Response, leave: () => void): void {
  let isOver = false;
  const end = () => {
    if (isOver) return;
    isOver = true;
    leave();
    socket.off('close', end);
  };
  response.once('close', end);
  // A pipelined request whose connection closes before its turn: its response never closes (request_record.ts).
  if (response.socket === null) socket.setMaxListeners(0).once('close', end);
}

function overloadProblem(now: number): Problem {
  return new Problem('unavailable', 'The server has reached its max number of requests in progress.', {
    retryAfter: now + RETRY_MS,
    remedy: 'Try again after the time in Retry-After, with fewer requests at once.',
  });
}
