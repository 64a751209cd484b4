/** What can go wrong on order. README.md tells what each fault does. */
import { LabError } from './lab_error.ts';

/** A request is refused, delayed or hung up on; an answer is damaged; a page lies; the account changes while it is read. */
export const labFaultKinds = [
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
export type LabFaultKind = (typeof labFaultKinds)[number];
export const retryHints = ['seconds', 'date', 'reset', 'body', 'none'] as const;
export type RetryHint = (typeof retryHints)[number];

export type LabFault = {
  kind: LabFaultKind;
  /** An object's name, `health`, or `token` for the token endpoint; every call but those for tokens when absent. */
  object?: string;
  /** How many requests it hits; 1 when absent. */
  times?: number;
  /** Starts only after this many pages have been answered since it was asked for. */
  afterPage?: number;
  /** Seconds that a 429 asks for; 1 when absent. */
  retryAfter?: number;
  /** Where the 429 says so; `seconds`, a Retry-After of seconds, when absent. */
  hint?: RetryHint;
  /** For `ban`: the calls before the time is up that are forgiven; 3 when absent. */
  after?: number;
  /** For `ban`: how long it lasts; 60 when absent. */
  banSeconds?: number;
  /** For `slow`; 1,000 when absent. */
  delayMs?: number;
  /** For `500`: another status of its kind. */
  status?: number;
  /** For `huge`: the size of the page; 50 MiB when absent. */
  bytes?: number;
  /** For `change-records`, `delete-records` and `drift`: how many; 1 when absent. */
  count?: number;
  /** For `change-records`: how far their clock is behind ours. */
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

/** Throws LabError 400. */
export function readFault(body: Readonly<Record<string, unknown>>): LabFault {
  const kind = labFaultKinds.find((name) => name === String(body['kind']));
  if (!kind) throw new LabError(400, `kind must be one of ${labFaultKinds.join(', ')}.`);
  const fault: LabFault = { kind };
  for (const name of NUMBERS) {
    const value = body[name];
    if (value === undefined) continue;
    const number = Number(value);
    if (!Number.isFinite(number) || number < 0) throw new LabError(400, `${name} must be a number from 0.`);
    Object.assign(fault, { [name]: number });
  }
  if (body['hint'] !== undefined) fault.hint = hintOf(body['hint']);
  if (body['object'] !== undefined) fault.object = String(body['object']);
  return fault;
}

/** `X-Lab-Fault: 429;hint=date;retryAfter=2` hits only the request that carries it. */
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
