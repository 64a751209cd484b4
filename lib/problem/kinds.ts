/**
 * All kinds of problems. For each kind, this table is the only place for its gRPC code, HTTP status, title, whether a
 * retry can help, and default remedy; the mappings in both directions read it. docs/problems.md lists the same kinds
 * and remedies.
 */
export const problemKinds = {
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
    title: 'Unauthorized',
    retryable: false,
    remedy: 'Send an active API key as X-Api-Key, or a valid token as Authorization: Bearer.',
  },
  permissionDenied: {
    grpc: 7,
    status: 403,
    title: 'Forbidden',
    retryable: false,
    remedy: 'Use a credential whose scope or role allows this.',
  },
  notFound: {
    grpc: 5,
    status: 404,
    title: 'Not found',
    retryable: false,
    remedy: 'Check the address and the ids and names in it, and that the credential belongs to the same project.',
  },
  gone: {
    grpc: 5,
    status: 410,
    title: 'Gone',
    retryable: false,
    remedy: 'It does not come back; ask for it again where detail says how.',
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
    title: 'Request timeout',
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
    retryMs: 1_000,
  },
  tooLarge: {
    grpc: 11,
    status: 413,
    title: 'Content too large',
    retryable: false,
    remedy: 'Send less in one request.',
  },
  uriTooLong: { grpc: 3, status: 414, title: 'URI too long', retryable: false, remedy: 'Shorten the address.' },
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
    title: 'Unprocessable content',
    retryable: false,
    remedy: 'Correct what is named, then send it again; nothing was changed.',
  },
  rateLimited: {
    grpc: 8,
    status: 429,
    title: 'Too many requests',
    retryable: true,
    remedy: 'Wait until retryAfter, then send more slowly.',
    retryMs: 1_000,
  },
  headersTooLarge: {
    grpc: 3,
    status: 431,
    title: 'Request header fields too large',
    retryable: false,
    remedy: 'Send fewer or shorter headers.',
  },
  internal: {
    grpc: 13,
    status: 500,
    title: 'Internal server error',
    retryable: false,
    remedy: 'Quote the requestId to the operator of this server.',
  },
  providerFailed: {
    grpc: 14,
    status: 502,
    title: 'Provider failed',
    retryable: true,
    remedy: "Try again later; if it stays, look at the provider's own status.",
  },
  unavailable: {
    grpc: 14,
    status: 503,
    title: 'Service unavailable',
    retryable: true,
    remedy: 'Try again in a few seconds.',
    retryMs: 2_000,
  },
  deadlineExceeded: {
    grpc: 4,
    status: 504,
    title: 'Gateway timeout',
    retryable: true,
    remedy: 'Look whether it took effect, then try again.',
    retryMs: 5_000,
  },
} as const satisfies Record<string, KindFacts>;

type KindFacts = {
  grpc: number;
  status: number;
  title: string;
  retryable: boolean;
  remedy: string;
  /** The delay before a retry, if the problem does not have one. Ms. */
  retryMs?: number;
};
export type ProblemKind = keyof typeof problemKinds;

/** The row of a kind, including optional fields. */
export function kindOf(kind: ProblemKind): KindFacts {
  return problemKinds[kind];
}

/** Maps a gRPC status to a kind, for a peer that sent no problem with the status. */
export function kindOfGrpcCode(code: number): ProblemKind {
  const preferred: Partial<Record<number, ProblemKind>> = {
    4: 'deadlineExceeded',
    14: 'unavailable',
    3: 'invalidArgument',
  };
  const found = (Object.keys(problemKinds) as ProblemKind[]).find((kind) => problemKinds[kind].grpc === code);
  return preferred[code] ?? found ?? 'internal';
}
