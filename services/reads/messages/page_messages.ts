import { Buffer } from 'node:buffer';
import { currentTurn } from '../../../lib/loop/turn.ts';
import { toIso } from '../../../lib/time/iso.ts';
import type { ClaimedOperation } from '../operations/operation.ts';
import type { ReadPlan } from '../read_plan.ts';
import { MAX_BODY_BYTES, type Message } from './message.ts';

/** The records of one message, before the message has a sequence. `list`: the records as a JSON list. */
export type PackedRecords = { records: readonly string[]; isLarge: boolean; list?: string | undefined };

/** Max records per message; Infinity unless the integration sets a limit. */
type PackLimits = { maxRecords: number; maxBytes?: number };

/** Packs the records of each page into parcels. */
export function packPages(
  pages: readonly { records: readonly { text: string; list?: string | undefined }[] }[],
  envelope: BodyEnvelope,
  { deliveryMode, pageSize }: ReadPlan,
): PackedRecords[][] {
  const maxRecords = deliveryMode === 'onRequest' && pageSize > 0 ? pageSize : Number.POSITIVE_INFINITY;
  return pages.map(({ records }) => {
    const texts = records.map(({ text }) => text);
    let at = 0;
    return packPage(texts, envelope, { maxRecords }).map((parcel) => {
      const list = records[at]?.list;
      at += parcel.records.length;
      return parcel.isLarge ? { ...parcel, list } : parcel;
    });
  });
}

/**
 * Splits a page into parcels, so that each body has at most 300 KB. Keeps the order of the records and fills each body
 * as far as possible. A record that does not fit in a body gets its own message and is fetched by URL.
 */
export function packPage(
  records: readonly string[],
  envelope: BodyEnvelope,
  { maxRecords, maxBytes = MAX_BODY_BYTES }: PackLimits,
): PackedRecords[] {
  const room = maxBytes - envelope.overheadBytes;
  const parcels: PackedRecords[] = [];
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

type RenderOptions = { envelope: BodyEnvelope; newId: () => string; downloadUrl(messageId: string): string };
type MessageFacts = Pick<Message, 'projectId' | 'installationId' | 'objectName' | 'operationId'>;

/** Renders a page's messages, numbered from `firstSequence`. */
export async function renderMessages(
  parcels: readonly PackedRecords[],
  facts: MessageFacts,
  firstSequence: number,
  rendering: RenderOptions,
): Promise<Message[]> {
  const messages: Message[] = [];
  const turn = currentTurn();
  for (const { records, isLarge, list } of parcels) {
    await turn.pause();
    const id = rendering.newId();
    const shared = { ...facts, id, sequence: firstSequence + messages.length, numRecords: records.length };
    if (isLarge) {
      const body = rendering.envelope.byUrl(shared.sequence, records.length, rendering.downloadUrl(id));
      messages.push({ ...shared, body, resultJson: list ?? `[${records.join(',')}]` });
    } else messages.push({ ...shared, body: rendering.envelope.inline(shared.sequence, records) });
  }
  return messages;
}

/**
 * Builds the body of a message: a head that is the same for the whole read, and the records, each rendered once.
 * Nothing is parsed or stringified twice, and numbers stay as the provider wrote them. The body is UTF-8 bytes from
 * here to the destination: in a JavaScript string, one character outside Latin 1 would double the memory of the whole
 * string.
 */
export type BodyEnvelope = {
  /** Upper bound of the size of a body without records, in bytes; the commas between records are not included. */
  overheadBytes: number;
  inline(sequence: number, records: readonly string[]): Uint8Array;
  byUrl(sequence: number, numRecords: number, downloadUrl: string): Uint8Array;
};

/** Space for the sequence, the record count and the property names around them. */
const VARYING_BYTES = 128;

export function envelopeOf(plan: ReadPlan, operation: ClaimedOperation): BodyEnvelope {
  const head = bodyHeadOf(plan, operation);
  return {
    overheadBytes: Buffer.byteLength(head) + VARYING_BYTES,
    inline: (sequence, records) =>
      joinBytes(
        `${head},"sequence":${sequence},"resultInfo":{"type":"inline","numRecords":${records.length}},"result":[`,
        records,
        ']}',
      ),
    byUrl: (sequence, numRecords, downloadUrl) =>
      Buffer.from(
        `${head},"sequence":${sequence},"resultInfo":${JSON.stringify({ type: 'url', numRecords, downloadUrl })}}`,
      ),
  };
}

/** Everything before the sequence, without the closing brace. */
function bodyHeadOf(plan: ReadPlan, operation: ClaimedOperation): string {
  const head = {
    action: 'read',
    // The public API has three read types. A sweep is reported as scheduled, because a schedule starts it too.
    readType: operation.readType === 'sweep' ? 'scheduled' : operation.readType,
    projectId: plan.projectId,
    provider: plan.provider,
    ...(plan.workspace && { workspace: plan.workspace }),
    groupRef: plan.groupRef,
    groupName: plan.groupName,
    consumerRef: plan.consumerRef,
    consumerName: plan.consumerName,
    installationId: plan.installationId,
    installationUpdateTime: toIso(plan.installationUpdateTime),
    operationId: operation.id,
    operationTime: toIso(operation.createTime),
    objectName: plan.mappedObjectName,
    rawObjectName: plan.objectName,
  };
  return JSON.stringify(head).slice(0, -1);
}

function joinBytes(open: string, records: readonly string[], close: string): Uint8Array {
  const parts = [open, ...records.flatMap((record, i) => (i === 0 ? [record] : [',', record])), close];
  const body = Buffer.allocUnsafeSlow(parts.reduce((sum, part) => sum + Buffer.byteLength(part), 0));
  let at = 0;
  for (const part of parts) at += body.write(part, at);
  return body;
}
