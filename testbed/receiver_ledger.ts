/**
 * The ledger of the receiver process: one JSON line per attempt, written to disk before the attempt is answered. So the
 * file contains everything that the platform counts as delivered, even after a kill of any process.
 */
import { appendFileSync, existsSync, readFileSync } from 'node:fs';

export type LedgerLine = {
  /** The message id. */
  id: string;
  sha256: string;
  bytes: number;
  /** Unix milliseconds. */
  at: number;
  /** The status of the answer. */
  status: number;
  objectName: string;
  recordIds: string[];
  /** Only for a message with records: its sequence number within the installation and object. */
  sequence?: number;
  /** Only for a notification. */
  notificationType?: string;
  /** Why the signature was invalid. */
  reason?: string;
};

type Ledger = {
  lines: LedgerLine[];
  /** Ids of the records in accepted messages, each with the ids of the messages that contained it. */
  records: Map<string, Set<string>>;
  /** Ids of messages that arrived with different bytes. */
  changed: string[];
  rejected: LedgerLine[];
};

export function appendLedger(file: string, line: LedgerLine): void {
  appendFileSync(file, `${JSON.stringify(line)}\n`);
}

/** Reads the whole file; skips a last line that a kill cut off. */
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
