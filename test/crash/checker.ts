import type { LedgerLine } from '../../testbed/receiver_ledger.ts';

/**
 * Compares what the platform promises about one read with the receiver's ledger:
 * - `missing`: a record of the provider that no accepted message contained: it was lost.
 * - `split`: a record that arrived under two message ids, so that the receiver can't detect the duplicate. A worker that
 *   writes without its lease would cause this.
 * - `changed`: one message id with different bytes.
 * - `sequence`: a number that two messages have, or that none has.
 * - `untold`: a notification that never arrived; `toldTwice`: one that arrived under two ids.
 * - `unknown`: a record that the provider never had; `unsigned`: a message whose signature was invalid.
 *
 * The same message again, byte for byte, is no violation: receivers recognize it by its id.
 */
export type Violation = { kind: ViolationKind; ids: string[] };
export type ViolationKind =
  | 'missing'
  | 'split'
  | 'changed'
  | 'sequence'
  | 'untold'
  | 'toldTwice'
  | 'unknown'
  | 'unsigned';

export type Promised = {
  objectName: string;
  recordIds: readonly string[];
  /** Types of notifications; each must arrive once. */
  notifications: readonly string[];
};

export function violationsIn(lines: readonly LedgerLine[], promised: Promised): Violation[] {
  const accepted = lines.filter(({ status }) => status < 300);
  const ofObject = accepted.filter(
    ({ objectName, recordIds }) => objectName === promised.objectName && recordIds.length > 0,
  );
  const carriers = idsBy(ofObject, ({ recordIds }) => recordIds);
  const tellers = idsBy(accepted, ({ notificationType }) => (notificationType ? [notificationType] : []));
  const wanted = new Set(promised.recordIds);
  const found: Record<ViolationKind, string[]> = {
    missing: promised.recordIds.filter((id) => !carriers.has(id)),
    split: keysOfMany(carriers),
    changed: keysOfMany(bytesBy(lines)),
    sequence: sequenceFaults(ofObject),
    untold: promised.notifications.filter((type) => !tellers.has(type)),
    toldTwice: keysOfMany(tellers).filter((type) => promised.notifications.includes(type)),
    unknown: [...carriers.keys()].filter((id) => !wanted.has(id)),
    unsigned: lines.filter(({ reason }) => reason !== undefined).map(({ id }) => id),
  };
  return (Object.keys(found) as ViolationKind[])
    .map((kind) => ({ kind, ids: found[kind] }))
    .filter(({ ids }) => ids.length > 0);
}

/** Whether everything has arrived. */
export function isComplete(lines: readonly LedgerLine[], promised: Promised): boolean {
  return !violationsIn(lines, promised).some(({ kind }) => kind === 'missing' || kind === 'untold');
}

/** One line for the console. */
export function describeViolations(violations: readonly Violation[]): string {
  const one = ({ kind, ids }: Violation) =>
    `${kind} ${ids.length} (${ids.slice(0, 3).join(', ')}${ids.length > 3 ? ', …' : ''})`;
  return violations.map(one).join('; ') || 'none';
}

/** The ids of the messages that contained each key. */
function idsBy(
  lines: readonly LedgerLine[],
  keysOf: (line: LedgerLine) => readonly string[],
): Map<string, Set<string>> {
  const map = new Map<string, Set<string>>();
  for (const line of lines) for (const key of keysOf(line)) map.set(key, (map.get(key) ?? new Set()).add(line.id));
  return map;
}

function bytesBy(lines: readonly LedgerLine[]): Map<string, Set<string>> {
  const map = new Map<string, Set<string>>();
  for (const { id, sha256 } of lines) map.set(id, (map.get(id) ?? new Set()).add(sha256));
  return map;
}

function keysOfMany(map: Map<string, Set<string>>): string[] {
  return [...map].filter(([, values]) => values.size > 1).map(([key]) => key);
}

/**
 * Sequence numbers must be 1, 2, 3 and so on. Finds gaps below the highest number; records above it are reported as
 * missing.
 */
function sequenceFaults(lines: readonly LedgerLine[]): string[] {
  const holders = idsBy(lines, ({ sequence }) => [String(sequence)]);
  const highest = Math.max(0, ...lines.map(({ sequence = 0 }) => sequence));
  const gaps = Array.from({ length: highest }, (_, i) => String(i + 1)).filter((number) => !holders.has(number));
  return [...keysOfMany(holders), ...gaps];
}
