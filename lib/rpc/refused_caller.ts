import { Problem } from '../problem/problem.ts';

/**
 * The problem of a call whose process credentials a service refuses, because keys or clocks of the deployment are
 * wrong. A client of the gateway can't correct this with another API key or token. So the gateway reports the service
 * as unavailable. The log of the service has the reason.
 */
const REFUSED_CALLER_DETAIL = "This port accepts only calls from Causeway's own services.";

export function refusedCaller(): Problem {
  return new Problem('unauthenticated', REFUSED_CALLER_DETAIL);
}

/** Converts this problem, in the calling process, to `unavailable`. Returns any other problem unchanged. */
export function asUnavailable(problem: Problem, service: string): Problem {
  if (problem.kind !== 'unauthenticated' || problem.detail !== REFUSED_CALLER_DETAIL) return problem;
  return new Problem('unavailable', `The ${service} service does not accept calls of this process. Its log says why.`, {
    cause: problem,
    subsystem: service,
  });
}
