/** The faults that a test can order; docs/lab.md describes each. */
import { LabError } from '../lab_error.ts';

/**
 * Faults refuse, delay or drop a request, damage a response, return a wrong page, or change the account during a read.
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
] as const;
type LabFaultKind = (typeof labFaultKinds)[number];
const retryHints = ['seconds', 'date', 'reset', 'body', 'none'] as const;
type RetryHint = (typeof retryHints)[number];

export type LabFault = {
  kind: LabFaultKind;
  /** An object's name, `health`, or `token` for the token endpoint. Default: every request except token requests. */
  object?: string;
  /** The number of requests that it hits. Default: 1. */
  times?: number;
  /** The number of pages to serve before the fault starts. */
  afterPage?: number;
  /** The wait of a 429, in seconds. Default: 1. */
  retryAfter?: number;
  /** How the 429 states the wait. Default: `seconds`, a Retry-After in seconds. */
  hint?: RetryHint;
  /** For `ban`: the number of early calls without a ban. Default: 3. */
  after?: number;
  /** For `ban`: its duration. Default: 60. */
  banSeconds?: number;
  /** For `slow`: milliseconds. Default: 1,000. */
  delayMs?: number;
  /** For `500`: another 5xx status. */
  status?: number;
  /** For `huge`: the size of the page. Default: 50 MiB. */
  bytes?: number;
  /** For `change-records`, `delete-records` and `drift`: the number of records. Default: 1. */
  count?: number;
  /** For `change-records`: milliseconds that the provider's clock is behind ours. */
  skewMs?: number;
};

const NUMBERS = [
  'times',
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
  for (const name of NUMBERS) {
    const value = body[name];
    if (value === undefined) continue;
    const number = Number(value);
    if (!Number.isFinite(number) || number < 0) throw new LabError(400, `${name} must be a number of at least 0.`);
    Object.assign(fault, { [name]: number });
  }
  if (body['hint'] !== undefined) fault.hint = hintOf(body['hint']);
  if (body['object'] !== undefined) fault.object = String(body['object']);
  return fault;
}

/** Parses `X-Lab-Fault: 429;hint=date;retryAfter=2`, a fault for this request only. Throws LabError 400. */
export function faultFromHeader(header: string | undefined): LabFault | null {
  if (!header) return null;
  const [kind = '', ...parts] = header.split(';').map((part) => part.trim());
  return readFault({ kind, ...Object.fromEntries(parts.map((part) => part.split('='))) });
}

function hintOf(value: unknown): RetryHint {
  const hint = retryHints.find((name) => name === value);
  if (!hint) throw new LabError(400, `hint must be one of ${retryHints.join(', ')}.`);
  return hint;
}
