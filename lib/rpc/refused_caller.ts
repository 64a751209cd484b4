import { Problem } from '../problem/problem.ts';

/**
 * A service does not believe who calls it: keys or clocks of the deployment are wrong. The caller of the gateway can't
 * correct that with another credential, so the gateway reports the service as unavailable. The log of the service has
 * the reason.
 */
const DETAIL = "This port accepts only calls from Causeway's own services.";

export function refusedCaller(): Problem {
  return new Problem('unauthenticated', DETAIL);
}

/** The problem of a call to `service`, as the process shows it that made the call. */
export function asUnavailable(problem: Problem, service: string): Problem {
  if (problem.kind !== 'unauthenticated' || problem.detail !== DETAIL) return problem;
  return new Problem('unavailable', `The ${service} service does not accept calls of this process. Its log says why.`, {
    cause: problem,
    subsystem: service,
  });
}
