import { Buffer } from 'node:buffer';
import grpc from '@grpc/grpc-js';
import { kindOfGrpcCode, type ProblemKind, problemKinds } from '../problem/kinds.ts';
import { fromWireProblem, Problem, toWireProblem, type WireProblem } from '../problem/problem.ts';
import { boundedProblem } from './bounded_problem.ts';

const PROBLEM_TRAILER = 'problem-bin';

/** Encodes a Problem as a gRPC error: status code, plus the whole problem in a binary trailer. */
export function toGrpcError(problem: Problem): grpc.ServerErrorResponse & Pick<grpc.StatusObject, 'code' | 'details'> {
  const metadata = new grpc.Metadata();
  metadata.set(PROBLEM_TRAILER, Buffer.from(JSON.stringify(boundedProblem(toWireProblem(problem)))));
  return {
    name: problem.kind,
    message: problem.kind,
    code: problemKinds[problem.kind].grpc,
    details: problem.kind,
    metadata,
  };
}

/**
 * Decodes a gRPC error to its Problem. Without a trailer, the status code determines the problem. `subsystem` stays the
 * first service that reported the problem.
 */
export function fromGrpcError(error: grpc.ServiceError, service: string): Problem {
  const [trailer] = error.metadata?.get(PROBLEM_TRAILER) ?? [];
  if (trailer) {
    const { kind, detail, extras } = JSON.parse(trailer.toString()) as WireProblem;
    return fromWireProblem({ kind, detail, extras: { subsystem: service, ...extras } });
  }
  const kind = isConnectionLost(error) ? 'unavailable' : kindOfGrpcCode(error.code);
  return new Problem(kind, detailOf(kind, service), { cause: error, subsystem: service });
}

/**
 * Whether the transport caused the error, because the peer died or was shut down. Errors of a service have a trailer.
 */
function isConnectionLost({ code, details }: grpc.ServiceError): boolean {
  const isReset = code === grpc.status.INTERNAL && /RST_STREAM/.test(details);
  return isReset || code === grpc.status.UNAVAILABLE || code === grpc.status.CANCELLED;
}

function detailOf(kind: ProblemKind, service: string): string {
  if (kind === 'unavailable')
    return `The connection to the ${service} service was lost. Check whether the request took effect.`;
  if (kind === 'deadlineExceeded') return `The ${service} service did not answer in time.`;
  return 'Internal error.';
}
