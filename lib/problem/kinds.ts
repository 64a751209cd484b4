/**
 * Every way a request can fail, one row a kind. The row is the only place that knows the gRPC code, the HTTP status,
 * the title and whether trying again can help; both directions are read from it. docs/problems.md lists the same kinds.
 */
export const kinds = {
  invalidArgument: { grpc: 3, status: 400, title: 'Bad request', retryable: false },
  unauthenticated: { grpc: 16, status: 401, title: 'Not authenticated', retryable: false },
  permissionDenied: { grpc: 7, status: 403, title: 'Not allowed', retryable: false },
  notFound: { grpc: 5, status: 404, title: 'Not found', retryable: false },
  methodNotAllowed: { grpc: 12, status: 405, title: 'Method not allowed', retryable: false },
  requestTimeout: { grpc: 4, status: 408, title: 'Request timed out', retryable: true },
  alreadyExists: { grpc: 6, status: 409, title: 'Already exists', retryable: false },
  conflict: { grpc: 10, status: 409, title: 'Conflict', retryable: false },
  tooLarge: { grpc: 11, status: 413, title: 'Too large', retryable: false },
  uriTooLong: { grpc: 3, status: 414, title: 'Address too long', retryable: false },
  unsupportedMediaType: { grpc: 3, status: 415, title: 'Unsupported media type', retryable: false },
  unprocessable: { grpc: 9, status: 422, title: 'Not acceptable in this state', retryable: false },
  rateLimited: { grpc: 8, status: 429, title: 'Too many requests', retryable: true },
  headersTooLarge: { grpc: 3, status: 431, title: 'Headers too large', retryable: false },
  internal: { grpc: 13, status: 500, title: 'Internal error', retryable: false },
  providerFailed: { grpc: 14, status: 502, title: 'The provider failed', retryable: true },
  unavailable: { grpc: 14, status: 503, title: 'Not available now', retryable: true },
  deadlineExceeded: { grpc: 4, status: 504, title: 'Timed out', retryable: true },
} as const satisfies Record<string, Kind>;

type Kind = { grpc: number; status: number; title: string; retryable: boolean };
export type ProblemKind = keyof typeof kinds;

/** The kind a bare gRPC status stands for, when a peer sent no problem with it. */
export function kindOfGrpcCode(code: number): ProblemKind {
  const preferred: Partial<Record<number, ProblemKind>> = {
    4: 'deadlineExceeded',
    14: 'unavailable',
    3: 'invalidArgument',
  };
  const found = (Object.keys(kinds) as ProblemKind[]).find((kind) => kinds[kind].grpc === code);
  return preferred[code] ?? found ?? 'internal';
}
