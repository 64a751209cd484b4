import { kinds, type ProblemKind } from './kinds.ts';

/** One fault of the input: where it lies, what it is called there, and what is wrong with it. */
export type Issue = {
  in: 'body' | 'path' | 'query' | 'header';
  name: string;
  detail: string;
  value?: string | number | boolean | null;
};

export type ProblemExtras = {
  issues?: Issue[] | undefined;
  /** What the caller can do about it, one sentence, where that is more than the kind's row says. */
  remedy?: string | undefined;
  /** Unix milliseconds from which a retry makes sense. */
  retryAfter?: number | undefined;
  /** Overrides the kind's row, for the few conflicts that pass by themselves. */
  retryable?: boolean | undefined;
  /** The service that found it; set on the way to the gateway. */
  subsystem?: string | undefined;
  causes?: string[] | undefined;
  context?: Record<string, unknown> | undefined;
  /** For the log only; never leaves the process. */
  cause?: unknown;
};

/**
 * An expected failure, worded for the caller. It crosses gRPC whole and leaves the gateway as RFC 9457.
 * Anything thrown that is not a Problem is a bug, and the caller learns nothing of it.
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
    return kinds[this.kind].status;
  }

  get retryable(): boolean {
    return this.extras.retryable ?? kinds[this.kind].retryable;
  }
}

export type WireProblem = { kind: ProblemKind; detail: string; extras: Omit<ProblemExtras, 'cause'> };

export function toWire({ kind, detail, extras }: Problem): WireProblem {
  return { kind, detail, extras };
}

export function fromWire({ kind, detail, extras }: WireProblem): Problem {
  return new Problem(kind in kinds ? kind : 'internal', detail, extras);
}
