/**
 * Makes a gRPC call that does not record the stack of its caller. grpc-js records it in every call and reads it when the
 * call fails, and the first stack that a process reads costs a tenth of a second (lib/process/before_bundle.ts).
 * Causeway uses only the status of a failed call.
 */
export function withoutStacks<T>(makeCall: () => T): T {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = 0;
  try {
    return makeCall();
  } finally {
    Error.stackTraceLimit = limit;
  }
}
