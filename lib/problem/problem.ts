import { type ProblemKind, problemKinds } from './kinds.ts';

/** One fault of the input. `in` and `name` locate the wrong value. */
export type Issue = {
  in: 'body' | 'path' | 'query' | 'header';
  name: string;
  detail: string;
  value?: string | number | boolean | null;
};

type ProblemExtras = {
  issues?: Issue[] | undefined;
  /** One sentence on what the caller can do; overrides the remedy of the kind. */
  remedy?: string | undefined;
  /** Earliest time of a useful retry, Unix ms. */
  retryAfter?: number | undefined;
  /** Overrides `retryable` of the kind, for conflicts that resolve by themselves. */
  retryable?: boolean | undefined;
  /** The service that threw the problem; the RPC client sets it. */
  subsystem?: string | undefined;
  causes?: string[] | undefined;
  context?: Record<string, unknown> | undefined;
  /** For the log only; never leaves the process. */
  cause?: unknown;
};

/**
 * An expected failure, described for the caller. It passes gRPC unchanged, and the gateway sends it in the format of
 * RFC 9457. Any other thrown error is a bug; its details never reach the caller.
 */
export class Problem extends Error {
  readonly kind: ProblemKind;
  readonly detail: string;
  readonly extras: Omit<ProblemExtras, 'cause'>;

  constructor(kind: ProblemKind, detail: string, { cause, ...extras }: ProblemExtras = {}) {
    super(`${kind}: ${detail}`, cause === undefined ? undefined : { cause });
    this.name = 'Problem';
    this.kind = kind;
    this.detail = detail;
    this.extras = extras;
  }

  get status(): number {
    return problemKinds[this.kind].status;
  }

  get retryable(): boolean {
    return this.extras.retryable ?? problemKinds[this.kind].retryable;
  }
}

export type WireProblem = { kind: ProblemKind; detail: string; extras: Omit<ProblemExtras, 'cause'> };

export function toWireProblem({ kind, detail, extras }: Problem): WireProblem {
  return { kind, detail, extras };
}

export function fromWireProblem({ kind, detail, extras }: WireProblem): Problem {
  return new Problem(kind in problemKinds ? kind : 'internal', detail, extras);
}

/** The names of the API's resources in problem texts. */
type ResourceName =
  | 'API key'
  | 'billing account'
  | 'builder'
  | 'claimed domain'
  | 'connect session'
  | 'connection'
  | 'delivery'
  | 'destination'
  | 'installation'
  | 'installation of this integration'
  | 'integration'
  | 'invite'
  | 'JWT key'
  | 'object'
  | 'operation'
  | 'org'
  | 'project'
  | 'provider'
  | 'provider app'
  | 'recovery'
  | 'revision'
  | 'route'
  | 'topic'
  | 'upload';

/**
 * The problem is the same for a missing resource and for a resource of another project, so that nobody can probe ids.
 */
export function notFound(resource: ResourceName, extras: ProblemExtras = {}): Problem {
  return new Problem('notFound', noSuchText(resource), extras);
}

/** The text of `notFound`, for problems of another kind, such as a body that refers to a missing resource. */
export function noSuchText(resource: ResourceName): string {
  return `There is no such ${resource}.`;
}
