import type { NextFunction, Request, Response } from 'express';
import { hasBody } from '../../lib/http/has_body.ts';
import { Problem } from '../../lib/problem/problem.ts';
import type { Clock } from '../../lib/time/clock.ts';

/** Answers a request at once. A thrown problem would pass through all routes first. */
type Refuse = (request: Request, response: Response, problem: Problem) => void;

/** The `Retry-After` of a refused request. Ms. */
const RETRY_MS = 1_000;

/**
 * Refuses requests beyond `max` in progress. Without a bound, an overloaded gateway accepts all requests and answers
 * all of them too late. With it, accepted requests are answered in time, and the others are refused at once. 0: no
 * bound. `countsBodies`: also those whose body still arrives.
 */
export function limitInFlight(max: number, clock: Clock, refuse: Refuse, { countsBodies = false } = {}) {
  let inFlight = 0;
  return (request: Request, response: Response, next: NextFunction): void => {
    if (max > 0 && inFlight >= max) return refuse(request, response, overloaded(clock.now()));
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
    next();
  };
}

/**
 * A request whose body has not arrived takes no place: anybody could keep all places with a few bytes. The time of a
 * request bounds it (server.ts), and body_room.ts the memory.
 */
export function awaitsBody({ headers, complete }: Request): boolean {
  return !complete && hasBody(headers);
}

/** Calls `leave` once, when the request has been answered or its connection is gone. */
export function whenOver({ socket }: Request, response: Response, leave: () => void): void {
  let isOver = false;
  const end = () => {
    if (isOver) return;
    isOver = true;
    leave();
    socket.off('close', end);
  };
  response.once('close', end);
  // A pipelined request whose connection ends before its turn: its response never closes (request_record.ts).
  if (response.socket === null) socket.setMaxListeners(0).once('close', end);
}

function overloaded(now: number): Problem {
  return new Problem('unavailable', 'The server has reached its max number of requests in progress.', {
    retryAfter: now + RETRY_MS,
    remedy: 'Try again after the time in Retry-After, with fewer requests at once.',
  });
}
