import { Buffer } from 'node:buffer';
import { toIso } from '../../../../lib/time/iso.ts';
import type { ClaimedOperation } from '../../operations/domain/operation.ts';
import type { ReadPlan } from '../../domain/read_plan.ts';

/**
 * Builds the body of a message: a head that is the same for the whole read, and the records, each rendered once. Nothing
 * is parsed or stringified twice, and numbers stay as the provider wrote them. The body is bytes of UTF-8 from here to the
 * destination: joined as text, one character outside of Latin 1 would double the size of all the others.
 */
export type Envelope = {
  /** Upper bound of the body's size in bytes without its records and the commas between them. */
  overheadBytes: number;
  inline(sequence: number, records: readonly string[]): Uint8Array;
  byUrl(sequence: number, numRecords: number, downloadUrl: string): Uint8Array;
};

/** Space for the sequence, the record count and the property names around them. */
const VARYING_BYTES = 128;

export function envelopeOf(plan: ReadPlan, operation: ClaimedOperation): Envelope {
  const head = headOf(plan, operation);
  return {
    overheadBytes: Buffer.byteLength(head) + VARYING_BYTES,
    inline: (sequence, records) =>
      joined(
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
function headOf(plan: ReadPlan, operation: ClaimedOperation): string {
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

function joined(open: string, records: readonly string[], close: string): Uint8Array {
  const parts = [open, ...records.flatMap((record, i) => (i === 0 ? [record] : [',', record])), close];
  const body = Buffer.allocUnsafeSlow(parts.reduce((sum, part) => sum + Buffer.byteLength(part), 0));
  let at = 0;
  for (const part of parts) at += body.write(part, at);
  return body;
}
