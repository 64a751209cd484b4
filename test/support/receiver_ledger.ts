/**
 * What the receiver process writes: one JSON line per attempt, on the disk before the attempt is answered. What the
 * platform counts as delivered is therefore in the file, whoever is killed and when.
 */
import { appendFileSync, existsSync, readFileSync } from 'node:fs';

export type LedgerLine = {
  /** The message id. */
  id: string;
  sha256: string;
  bytes: number;
  /** Unix milliseconds. */
  at: number;
  /** What was answered. */
  status: number;
  objectName: string;
  recordIds: string[];
  /** Of a message with records: its number among those of the installation and object. */
  sequence?: number;
  /** Of a notification. */
  notificationType?: string;
  /** Why the signature did not hold. */
  reason?: string;
};

export type Ledger = {
  lines: LedgerLine[];
  /** Ids of the records in accepted messages, each with the ids of the messages that carried it. */
  records: Map<string, Set<string>>;
  /** Ids of messages that came with different bytes. */
  changed: string[];
  rejected: LedgerLine[];
};

export function appendLedger(file: string, line: LedgerLine): void {
  appendFileSync(file, `${JSON.stringify(line)}\n`);
}

/** Reads the whole file; a last line that was cut by a kill is left out. */
export function readLedger(file: string): Ledger {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const lines = text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as LedgerLine);
  const hashes = new Map<string, string>();
  const changed = new Set<string>();
  const records: Ledger['records'] = new Map();
  for (const { id, sha256, status, recordIds } of lines) {
    if ((hashes.get(id) ?? sha256) !== sha256) changed.add(id);
    hashes.set(id, sha256);
    if (status >= 300) continue;
    for (const recordId of recordIds) records.set(recordId, (records.get(recordId) ?? new Set()).add(id));
  }
  return { lines, records, changed: [...changed], rejected: lines.filter(({ reason }) => reason !== undefined) };
}
