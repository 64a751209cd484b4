import type { SendRequest } from '../../../lib/http/outbound.ts';
import type { Json, JsonObject } from '../../../lib/json/json.ts';
import { ProviderFailure } from '../answer/failure.ts';
import { idOf } from '../answer/record_id.ts';
import type { WriteCall, WriteType } from '../file/write_facts.ts';
import { recordIn, sendWrite } from './write_answer.ts';
import { callOf, type WritePlan, writePlan } from './write_plan.ts';
import { type WriteTarget, writeRequest } from './write_request.ts';

export type { WriteTarget } from './write_request.ts';

export type RecordWrite = {
  type: WriteType;
  /** The record's id at the provider, for update and delete. */
  id?: string | undefined;
  /**
   * The values to write, under the provider's names, without the id. Empty for delete. Numbers are exact (lib/json).
   */
  record: JsonObject;
  /**
   * Extra headers of the caller, already checked: no Authorization, Cookie, Host, Content-Length or hop-by-hop headers.
   */
  headers?: Readonly<Record<string, string>> | undefined;
  /** The idempotency key of a create. It is sent if the file declares a header for it. */
  idempotencyKey?: string | undefined;
};
/**
 * `recordId`: the id as text; null when a create returns none. For update and delete the default is the given id.
 * `data`: the record in the response (at `data` or `wrap` of the call), or null.
 */
export type WriteResult = { recordId: string | null; data: JsonObject | null };

/**
 * Creates, updates or deletes one record with one call. `now` is in Unix milliseconds. A 2xx is a success, also without
 * an id or a body, unless the file says that it is a refusal. Throws WriteFailure when the provider refused, failed or
 * did not answer. Throws ProviderFailure (kind badRequest or notFound, nothing was sent) when the file cannot express
 * the write.
 */
export async function writeRecord(
  target: WriteTarget,
  write: RecordWrite,
  send: SendRequest,
  now: number,
): Promise<WriteResult> {
  const { provider, module, objectName } = target;
  const { type, id } = write;
  const plan = writePlan(provider, module, objectName);
  const call = plan && callOf(plan, type);
  if (!call) {
    const message = `The file of ${provider.displayName} has no ${type} of "${objectName}".`;
    throw new ProviderFailure('badRequest', message);
  }
  if (type !== 'create' && !id) throw new ProviderFailure('badRequest', `${type} needs the id of the record.`);
  const wanted = type === 'create' ? { ...write, id: undefined } : write;
  const request = writeRequest(target, plan, { verb: type, call }, wanted);
  const body = await sendWrite(provider, request, { call, lost: plan.write.lost }, { send, now });
  const data = recordIn(body, call);
  return {
    recordId: writtenId(plan, call, { body, data }) ?? wanted.id ?? null,
    data: type === 'delete' ? null : data,
  };
}

/**
 * The id at the path that the call declares. By default, the id at the path that reads use, in the returned record or
 * else in the whole body.
 */
function writtenId(
  { object }: WritePlan,
  call: WriteCall,
  { body, data }: { body: Json | undefined; data: JsonObject | null },
): string | null {
  if (body === undefined) return null;
  if (call.id !== undefined) return idOf(body, call.id) || null;
  const ways = object.spec.id ?? 'id';
  return (data && idOf(data, ways)) || idOf(body, ways) || null;
}
