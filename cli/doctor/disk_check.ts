import { type Check, checkLine } from './check.ts';

const GB = 1_000_000_000;
const MIN_FREE_BYTES = GB;
const MIN_FREE_PART = 0.1;
const DAY_MS = 86_400_000;

/** `bytes`: the size of the databases. `sinceMs`: Unix ms when the oldest one was created; undefined when unknown. */
export type Usage = { bytes: number; sinceMs: number | undefined };
export type Space = { freeBytes: number; totalBytes: number };

/**
 * Checks whether a disk has enough space for the growth of the databases. The databases grow until their oldest rows
 * reach the retention, and then keep their size. The growth per day is the size divided by the age, so it is known
 * after one day.
 *
 * @param retentionMs the retention of the largest tables, which store the bodies of messages
 * (CAUSEWAY_READS_RETENTION_MS)
 */
export function diskCheck(
  of: string,
  space: Space,
  usage: Usage,
  { retentionMs, now }: { retentionMs: number; now: number },
): Check {
  const line = checkLine('disk', of);
  const { freeBytes, totalBytes } = space;
  const growth = growthOf(usage, { retentionMs, now });
  const found = `${size(freeBytes)} of ${size(totalBytes)} free; the databases have ${usageText(usage.bytes, growth)}`;
  const todo =
    'Give the disk more room, or keep less (docs/retention.md). On a full disk nothing is read or delivered.';
  if (freeBytes < MIN_FREE_BYTES / 10) return line.error(`${found}.`, todo);
  if (growth && growth.stillBytes > freeBytes)
    return line.warning(`${found}; until their retention they may need ${size(growth.stillBytes)} more.`, todo);
  if (freeBytes < MIN_FREE_BYTES || freeBytes < totalBytes * MIN_FREE_PART) return line.warning(`${found}.`, todo);
  return line.ok(found);
}

/** The check for a database server, whose disk this machine cannot inspect. */
export function remoteDiskCheck(
  of: string,
  usage: Usage,
  { retentionMs, now }: { retentionMs: number; now: number },
): Check {
  const growth = growthOf(usage, { retentionMs, now });
  const more =
    growth && growth.stillBytes > 0 ? `, and until its retention may need ${size(growth.stillBytes)} more` : '';
  return checkLine('disk', of).notChecked(
    `The schema has about ${usageText(usage.bytes, growth)}${more}. The disk of the server is not seen from here.`,
    'Watch it there: on a full disk nothing is read or delivered.',
  );
}

function usageText(bytes: number, growth: { dayBytes: number } | undefined): string {
  return `${size(bytes)}${growth ? `, ${size(growth.dayBytes)} for each day so far` : ''}`;
}

function growthOf({ bytes, sinceMs }: Usage, { retentionMs, now }: { retentionMs: number; now: number }) {
  const ageMs = now - (sinceMs ?? now);
  if (ageMs < DAY_MS) return undefined;
  const perMs = bytes / ageMs;
  return { dayBytes: perMs * DAY_MS, stillBytes: perMs * Math.max(0, retentionMs - ageMs) };
}

function size(bytes: number): string {
  if (bytes >= GB) return `${(bytes / GB).toFixed(1)} GB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
