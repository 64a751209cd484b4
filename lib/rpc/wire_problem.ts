import { Buffer } from 'node:buffer';
import grpc from '@grpc/grpc-js';
import { kindOfGrpcCode, kinds } from '../problem/kinds.ts';
import { fromWire, Problem, toWire, type WireProblem } from '../problem/problem.ts';
import { bounded } from './bounded_problem.ts';

const TRAILER = 'problem-bin';

/** A Problem as a gRPC error: the status code for those who know nothing else, the whole of it in a binary trailer. */
export function toGrpcError(problem: Problem): grpc.ServerErrorResponse {
  const metadata = new grpc.Metadata();
  metadata.set(TRAILER, Buffer.from(JSON.stringify(bounded(toWire(problem)))));
  return { name: problem.kind, message: problem.kind, code: kinds[problem.kind].grpc, details: problem.kind, metadata };
}

/** A gRPC error as the Problem that caused it; by its code alone when the peer sent none. The first finder is named. */
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
      : 'Something went wrong on our side.';
  return new Problem(kind, detail, { cause: error, subsystem: service });
}
