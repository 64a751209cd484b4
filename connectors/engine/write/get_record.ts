import type { SendRequest } from '../../../lib/http/outbound.ts';
import type { JsonObject } from '../../../lib/json/json.ts';
import { exchange } from '../answer/exchange.ts';
import { ProviderFailure } from '../answer/failure.ts';
import { recordIn } from './write_answer.ts';
import { callOf, writePlan } from './write_plan.ts';
import { type WriteTarget, writeRequest } from './write_request.ts';

/**
 * Requests the record with this id by the file's get-by-id call; null when it is absent (404, 410). `fields`: the
 * provider's names of the wanted fields, for providers that return only a few by default. `now` is in Unix
 * milliseconds. Throws ProviderFailure.
 */
export async function getRecord(
  target: WriteTarget,
  id: string,
  send: SendRequest,
  now: number,
  fields: readonly string[] = [],
): Promise<JsonObject | null> {
  const { provider, module, objectName } = target;
  const plan = writePlan(provider, module, objectName);
  const call = plan && callOf(plan, 'get');
  if (!call) {
    const message = `The file of ${provider.displayName} has no call for one record of "${objectName}".`;
    throw new ProviderFailure('badRequest', message);
  }
  const request = writeRequest(target, plan, { verb: 'get', call }, { record: {}, id, fields });
  try {
    const { body } = await exchange(provider, request, send, now);
    const record = recordIn(body, call);
    if (record) return record;
  } catch (error) {
    if (error instanceof ProviderFailure && error.kind === 'notFound') return null;
    throw error;
  }
  throw new ProviderFailure(
    'providerFault',
    `${provider.displayName} answered without the record "${id.slice(0, 60)}".`,
  );
}
