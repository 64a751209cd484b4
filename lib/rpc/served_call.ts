import type grpc from '@grpc/grpc-js';

/**
 * The parts of a call that a server uses; the same for calls over gRPC and calls within the process (in_process.ts).
 */
export type ServedCall = Pick<
  grpc.ServerUnaryCall<unknown, unknown>,
  'request' | 'metadata' | 'cancelled' | 'getDeadline'
>;
