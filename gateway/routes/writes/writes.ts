import { type Json as JsonValue, stringifyJson } from '../../../lib/json/json.ts';
import { type Issue, Problem } from '../../../lib/problem/problem.ts';
import { toIso } from '../../../lib/time/iso.ts';
import type { Json } from '../../rest/json.ts';
import type { Routes, Services } from '../../rest/operation.ts';
import { StatusAnswer } from '../../rest/status_answer.ts';
import { timesOf } from '../lists.ts';

type Body = Json<'WriteRequest'>;

const MAX_KEY = 255;

export function writeRoutes({ writes }: Services): Routes<'writeRecords' | 'listProxyCounts'> {
  return {
    async writeRecords({ call, projectId, path, body, headers }) {
      if (!writes) throw notDeployed();
      checkWrite(body);
      const { groupRef, type, mode, record, batch, retryPolicy } = body;
      const records = batch ? batch.map((one) => one.record) : [record];
      const { status, bodyJson, isReplayed } = await writes.writeRecords(call, {
        projectId,
        integrationId: path.integrationIdOrName,
        objectName: path.objectName,
        groupRef,
        type,
        isAsync: mode === 'asynchronous',
        recordsJson: records.map((one) => stringifyJson(one as unknown as JsonValue)),
        isBatch: batch !== undefined,
        headers: body.headers ?? [],
        deadlineHours: retryPolicy?.deadlineHours ?? 0,
        idempotencyKey: keyIn(headers['idempotency-key']),
      });
      return new StatusAnswer(status, bodyJson, isReplayed ? { 'idempotency-replayed': 'true' } : {});
    },
    async listProxyCounts({ call, projectId, query: { step = '', ...span } }) {
      if (!writes) throw notDeployed();
      const { slots } = await writes.listProxyCounts(call, { projectId, step, ...timesOf(span) });
      return slots.map(({ startTime, counts }) => ({ startTime: toIso(startTime), counts }));
    },
  };
}

export function notDeployed(): Problem {
  return new Problem(
    'unavailable',
    'The service writes is not deployed here, so nothing can be written or passed on by the proxy.',
    {
      remedy: 'Deploy it and set CAUSEWAY_WRITES_ADDRESS for the gateway and for notifications; see deploy/README.md.',
      retryable: false,
      subsystem: 'writes',
    },
  );
}

/**
 * Checks rules that the schema of the body cannot express, and refuses features of the document that are not
 * implemented yet. Throws invalidArgument.
 */
function checkWrite({
  type,
  mode,
  record,
  batch,
  batchPolicy,
  autoBatchPolicy,
  associations,
  retryPolicy,
}: Body): void {
  const issues: Issue[] = [];
  const wrong = (name: string, detail: string) => void issues.push({ in: 'body', name, detail });
  if ((record === undefined) === (batch === undefined)) wrong('record', 'Send either `record` or `batch`.');
  if (autoBatchPolicy !== undefined) wrong('autoBatchPolicy', 'This version does not gather writes into batches.');
  if (batchPolicy?.allOrNone)
    wrong('batchPolicy.allOrNone', 'Records of a batch are written by single calls, so all or none can’t be promised.');
  if (associations && associations.length > 0) wrong('associations', NO_ASSOCIATIONS);
  for (const [at, one] of (batch ?? []).entries())
    if (one.associations && one.associations.length > 0) wrong(`batch[${at}].associations`, NO_ASSOCIATIONS);
  if (retryPolicy && (mode !== 'asynchronous' || type === 'delete'))
    wrong('retryPolicy', 'Only an asynchronous create or update is tried again. Leave it out.');
  if (issues.length > 0) throw new Problem('invalidArgument', issues[0]?.detail ?? '', { issues });
}

const NO_ASSOCIATIONS = 'This version does not write associations.';

/** Reads the idempotency key. Throws invalidArgument when it is too long. */
function keyIn(header: string | string[] | undefined): string {
  const key = [header ?? ''].flat().join();
  if (key.length <= MAX_KEY) return key;
  throw new Problem('invalidArgument', `The Idempotency-Key is longer than ${MAX_KEY} characters.`, {
    issues: [{ in: 'header', name: 'Idempotency-Key', detail: `must have at most ${MAX_KEY} characters` }],
  });
}
