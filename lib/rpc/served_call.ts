import type grpc from '@grpc/grpc-js';

/** What a server needs of a call, on the wire or in the process. */
export type ServedCall = Pick<
  grpc.ServerUnaryCall<unknown, unknown>,
  'request' | 'metadata' | 'cancelled' | 'getDeadline'
>;
