import type grpc from '@grpc/grpc-js';

/** The parts of a call that a server uses, over gRPC or within the process. */
export type ServedCall = Pick<
  grpc.ServerUnaryCall<unknown, unknown>,
  'request' | 'metadata' | 'cancelled' | 'getDeadline'
>;
