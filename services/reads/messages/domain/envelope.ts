import { Buffer } from 'node:buffer';
import { toIso } from '../../../../lib/time/iso.ts';
import type { ClaimedOperation } from '../../operations/domain/operation.ts';
import type { ReadPlan } from '../../domain/read_plan.ts';

/**
 * Builds the body of a message from text: a head that is the same for the whole read, and the records, each rendered
 * once. Nothing is parsed or stringified twice, and numbers stay as the provider wrote them.
 */
export type Envelope = {
  /** Upper bound of the body's size in bytes without its records and the commas between them. */
  overheadBytes: number;
  inline(sequence: number, records: readonly string[]): string;
  byUrl(sequence: number, numRecords: number, downloadUrl: string): string;
};

/** Space for the sequence, the record count and the property names around them. */
const VARYING_BYTES = 128;

export function envelopeOf(plan: ReadPlan, operation: ClaimedOperation): Envelope {
  const head = headOf(plan, operation);
  return {
    overheadBytes: Buffer.byteLength(head) + VARYING_BYTES,
    inline: (sequence, records) =>
      `${head},"sequence":${sequence},"resultInfo":{"type":"inline","numRecords":${records.length}},"result":[${records.join(',')}]}`,
    byUrl: (sequence, numRecords, downloadUrl) =>
      `${head},"sequence":${sequence},"resultInfo":${JSON.stringify({ type: 'url', numRecords, downloadUrl })}}`,
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
