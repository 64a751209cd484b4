import { Buffer } from 'node:buffer';
import grpc from '@grpc/grpc-js';
import { kindOfGrpcCode, kinds } from '../problem/kinds.ts';
import { fromWire, Problem, toWire, type WireProblem } from '../problem/problem.ts';
import { bounded } from './bounded_problem.ts';

const TRAILER = 'problem-bin';

/** Encodes a Problem as a gRPC error: status code, plus the whole problem in a binary trailer. */
export function toGrpcError(problem: Problem): grpc.ServerErrorResponse {
  const metadata = new grpc.Metadata();
  metadata.set(TRAILER, Buffer.from(JSON.stringify(bounded(toWire(problem)))));
  return { name: problem.kind, message: problem.kind, code: kinds[problem.kind].grpc, details: problem.kind, metadata };
}

/** Decodes a gRPC error to its Problem, by status code alone when there is no trailer. Keeps the first `subsystem`. */
export function fromGrpcError(error: grpc.ServiceError, service: string): Problem {
  const [trailer] = error.metadata?.get(TRAILER) ?? [];
  if (trailer) {
    const { kind, detail, extras } = JSON.parse(trailer.toString()) as WireProblem;
    return fromWire({ kind, detail, extras: { subsystem: service, ...extras } });
  }
  const kind = kindOfGrpcCode(error.code);
  const detail =
    kind === 'deadlineExceeded' || kind === 'unavailable'
      ? `The ${service} service did not answer in time. Try again.`
      : 'Internal error.';
  return new Problem(kind, detail, { cause: error, subsystem: service });
}
