/** The faults that a test can order; docs/lab.md describes each. */
import { LabError } from '../lab_error.ts';

/**
 * Faults refuse, delay or drop a request, damage a response, return a wrong page, or change the account during a read.
 * The last five are for writes.
 */
const labFaultKinds = [
  '401',
  '429',
  'ban',
  '500',
  'slow',
  'drop-connection',
  'cut',
  'invalid-json',
  'huge',
  'short-page',
  'empty-page',
  'repeat-page',
  'change-records',
  'delete-records',
  'drift',
  'lose-answer',
  'refuse-write',
  '409',
  '412',
  'failure-inside',
] as const;
type LabFaultKind = (typeof labFaultKinds)[number];
const FOR_WRITES: ReadonlySet<LabFaultKind> = new Set(['lose-answer', 'refuse-write', '409', '412', 'failure-inside']);
const calls = ['reads', 'writes', 'both'] as const;
const retryHints = ['seconds', 'date', 'reset', 'body', 'none'] as const;
type RetryHint = (typeof retryHints)[number];

export type LabFault = {
  kind: LabFaultKind;
  /** An object's name, `health`, or `token` for all sign-in endpoints. Default: every request but sign-in requests. */
  object?: string;
  /** `reads` are all requests that are no writes. Default: `writes` for the kinds in FOR_WRITES, otherwise `reads`. */
  on?: (typeof calls)[number];
  /** The number of requests that it hits. Default: 1. */
  times?: number;
  /** The number of pages to serve before the fault starts. */
  afterPage?: number;
  /** The wait of a 429, in seconds. Default: 1. */
  retryAfter?: number;
  /** How the 429 states the wait. Default: `seconds`, a Retry-After in seconds. */
  hint?: RetryHint;
  /** For `ban`: how many calls, the first included, get a 429 before the next one starts the ban. Default: 3. */
  after?: number;
  /** For `ban`: its duration. Default: 60. */
  banSeconds?: number;
  /** For `slow`: milliseconds. Default: 1,000. */
  delayMs?: number;
  /** The number of writes to let pass before the fault starts. */
  afterWrites?: number;
  /** For writes: hits only a write whose record has this field, with the `value` below if it is given. */
  field?: string;
  value?: string;
  /**
   * For `500`: another 5xx status. For `refuse-write`: another status than 400. For `lose-answer`: the status of an
   * error response that replaces the answer; without it the connection is closed.
   */
  status?: number;
  /** For `huge`: the size of the page. Default: 50 MiB. */
  bytes?: number;
  /** For `change-records`, `delete-records` and `drift`: the number of records. Default: 1. */
  count?: number;
  /** For `change-records`: milliseconds that the provider's clock is behind ours. */
  skewMs?: number;
};

const NUMERIC_FIELDS = [
  'times',
  'afterWrites',
  'afterPage',
  'retryAfter',
  'after',
  'banSeconds',
  'delayMs',
  'status',
  'bytes',
  'count',
  'skewMs',
];

/** Parses a fault. Throws LabError 400. */
export function readFault(body: Readonly<Record<string, unknown>>): LabFault {
  const kind = labFaultKinds.find((name) => name === String(body['kind']));
  if (!kind) throw new LabError(400, `kind must be one of ${labFaultKinds.join(', ')}.`);
  const fault: LabFault = { kind };
  for (const name of NUMERIC_FIELDS) {
    const value = body[name];
    if (value === undefined) continue;
    const number = Number(value);
    if (!Number.isFinite(number) || number < 0) throw new LabError(400, `${name} must be a number of at least 0.`);
    Object.assign(fault, { [name]: number });
  }
  if (body['hint'] !== undefined) fault.hint = oneOf('hint', retryHints, body['hint']);
  if (body['on'] !== undefined) fault.on = oneOf('on', calls, body['on']);
  for (const name of ['object', 'field', 'value'] as const)
    if (body[name] !== undefined) fault[name] = String(body[name]);
  return fault;
}

/** Parses `X-Lab-Fault: 429;hint=date;retryAfter=2`, a fault for this request only. Throws LabError 400. */
export function faultFromHeader(header: string | undefined): LabFault | null {
  if (!header) return null;
  const [kind = '', ...parts] = header.split(';').map((part) => part.trim());
  return readFault({ kind, ...Object.fromEntries(parts.map((part) => part.split('='))) });
}

/** Whether a fault is meant for a write (`isWrite`), or for a request of another kind. */
export function isMeantFor(
  { kind, on = FOR_WRITES.has(kind) ? 'writes' : 'reads' }: LabFault,
  isWrite: boolean,
): boolean {
  return on === 'both' || on === (isWrite ? 'writes' : 'reads');
}

function oneOf<T extends string>(name: string, known: readonly T[], value: unknown): T {
  const found = known.find((one) => one === value);
  if (!found) throw new LabError(400, `${name} must be one of ${known.join(', ')}.`);
  return found;
}
