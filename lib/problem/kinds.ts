/**
 * Every way a request can fail, one row a kind. The row is the only place that knows the gRPC code, the HTTP status,
 * the title, whether trying again can help, and what a caller can do where the problem itself has nothing better to
 * say; both directions are read from it. docs/problems.md lists the same kinds, with the same remedies.
 */
export const kinds = {
  invalidArgument: {
    grpc: 3,
    status: 400,
    title: 'Bad request',
    retryable: false,
    remedy: 'Correct what detail and issues name, then send it again.',
  },
  unauthenticated: {
    grpc: 16,
    status: 401,
    title: 'Not authenticated',
    retryable: false,
    remedy: 'Send an active API key as X-Api-Key, or a valid token as Authorization: Bearer.',
  },
  permissionDenied: {
    grpc: 7,
    status: 403,
    title: 'Not allowed',
    retryable: false,
    remedy: 'Use a credential whose scope or role allows this.',
  },
  notFound: {
    grpc: 5,
    status: 404,
    title: 'Not found',
    retryable: false,
    remedy: 'Check the address and the ids in it, and that the credential belongs to the same project.',
  },
  methodNotAllowed: {
    grpc: 12,
    status: 405,
    title: 'Method not allowed',
    retryable: false,
    remedy: 'Use one of the methods that the Allow header lists.',
  },
  requestTimeout: {
    grpc: 4,
    status: 408,
    title: 'Request timed out',
    retryable: true,
    remedy: 'Send the request again, whole and without pauses.',
  },
  alreadyExists: {
    grpc: 6,
    status: 409,
    title: 'Already exists',
    retryable: false,
    remedy: 'Use what exists, or choose another name.',
  },
  conflict: {
    grpc: 10,
    status: 409,
    title: 'Conflict',
    retryable: false,
    remedy: 'Read the resource again, then decide.',
    retryMillis: 1_000,
  },
  tooLarge: { grpc: 11, status: 413, title: 'Too large', retryable: false, remedy: 'Send less in one request.' },
  uriTooLong: { grpc: 3, status: 414, title: 'Address too long', retryable: false, remedy: 'Shorten the address.' },
  unsupportedMediaType: {
    grpc: 3,
    status: 415,
    title: 'Unsupported media type',
    retryable: false,
    remedy: 'Send JSON in UTF-8, uncompressed, with content-type application/json.',
  },
  unprocessable: {
    grpc: 9,
    status: 422,
    title: 'Not acceptable in this state',
    retryable: false,
    remedy: 'Correct what is named, then send it again; nothing was changed.',
  },
  rateLimited: {
    grpc: 8,
    status: 429,
    title: 'Too many requests',
    retryable: true,
    remedy: 'Wait until retryAfter, then send more slowly.',
    retryMillis: 1_000,
  },
  headersTooLarge: {
    grpc: 3,
    status: 431,
    title: 'Headers too large',
    retryable: false,
    remedy: 'Send fewer or shorter headers.',
  },
  internal: {
    grpc: 13,
    status: 500,
    title: 'Internal error',
    retryable: false,
    remedy: 'Ask whoever runs this server, and quote the requestId.',
  },
  providerFailed: {
    grpc: 14,
    status: 502,
    title: 'The provider failed',
    retryable: true,
    remedy: "Try again later; if it stays, look at the provider's own status.",
  },
  unavailable: {
    grpc: 14,
    status: 503,
    title: 'Not available now',
    retryable: true,
    remedy: 'Try again in a few seconds.',
    retryMillis: 2_000,
  },
  deadlineExceeded: {
    grpc: 4,
    status: 504,
    title: 'Timed out',
    retryable: true,
    remedy: 'Look whether it took effect, then try again.',
  },
} as const satisfies Record<string, Kind>;

type Kind = {
  grpc: number;
  status: number;
  title: string;
  retryable: boolean;
  remedy: string;
  /** How long what passes by itself usually takes, where nobody knows better. */
  retryMillis?: number;
};
export type ProblemKind = keyof typeof kinds;

/** The row of a kind, with what only some rows have. */
export function kindOf(kind: ProblemKind): Kind {
  return kinds[kind];
}

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
