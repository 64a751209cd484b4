import { Buffer } from 'node:buffer';
import type { Envelope } from './envelope.ts';
import { MAX_BODY_BYTES, type Message } from './message.ts';

/** A message without its sequence: which of the page's records it carries. */
export type Parcel = { records: readonly string[]; isLarge: boolean };

/** Max records per message; Infinity unless the integration sets a limit. */
export type Limits = { maxRecords: number; maxBytes?: number };

/**
 * Splits a page into bodies of at most 300 KB. Keeps the order of the records and fills each body as far as possible. A
 * record that does not fit in a body gets its own message and is fetched by URL.
 */
export function packPage(
  records: readonly string[],
  envelope: Envelope,
  { maxRecords, maxBytes = MAX_BODY_BYTES }: Limits,
): Parcel[] {
  const room = maxBytes - envelope.overheadBytes;
  const parcels: Parcel[] = [];
  let from = 0;
  let used = 0;
  const close = (to: number) => {
    if (to > from) parcels.push({ records: records.slice(from, to), isLarge: false });
    from = to;
    used = 0;
  };
  for (const [at, record] of records.entries()) {
    const size = Buffer.byteLength(record) + 1;
    if (size > room) {
      close(at);
      parcels.push({ records: [record], isLarge: true });
      from = at + 1;
    } else {
      if (used + size > room || at - from >= maxRecords) close(at);
      used += size;
    }
  }
  close(records.length);
  return parcels;
}

export type Rendering = { envelope: Envelope; newId: () => string; downloadUrl(messageId: string): string };
type Facts = Pick<Message, 'projectId' | 'installationId' | 'objectName' | 'operationId'>;

/** Renders a page's messages, numbered from `firstSequence`. */
export function renderMessages(
  parcels: readonly Parcel[],
  facts: Facts,
  firstSequence: number,
  rendering: Rendering,
): Message[] {
  return parcels.map(({ records, isLarge }, i) => {
    const id = rendering.newId();
    const shared = { ...facts, id, sequence: firstSequence + i, numRecords: records.length };
    if (!isLarge) return { ...shared, body: rendering.envelope.inline(shared.sequence, records) };
    const body = rendering.envelope.byUrl(shared.sequence, records.length, rendering.downloadUrl(id));
    return { ...shared, body, resultJson: `[${records.join(',')}]` };
  });
}
