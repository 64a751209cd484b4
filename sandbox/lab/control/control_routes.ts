/** The controls over HTTP. They need no credentials, because the lab is for development only. */
import type { JsonObject } from '../../../lib/json/json.ts';
import { errorAnswer } from '../answers/error_answer.ts';
import { json } from '../answers/json_answer.ts';
import { readFault } from '../faults/lab_faults.ts';
import { LabError } from '../lab_error.ts';
import type { LabAnswer, LabRequest } from '../lab_request.ts';
import { readLimits } from '../limits/call_limits.ts';
import type { LabControl, LabRevocation, RecordChange } from './lab_control.ts';

export function controlAnswer(control: LabControl, request: LabRequest): LabAnswer {
  const [, , what = '', provider] = request.url.pathname.split('/');
  try {
    return json(200, act(control, `${request.method} ${what}`, provider, request.json));
  } catch (error) {
    if (error instanceof LabError) return errorAnswer({}, error);
    throw error;
  }
}

function act(control: LabControl, route: string, provider: string | undefined, body: JsonObject): JsonObject {
  if (route === 'DELETE faults') return did(() => control.clearFaults(provider));
  if (provider === undefined) throw new LabError(404, 'The provider is missing: use /control/<what>/<provider>.');
  switch (route) {
    case 'GET stats':
      return control.stats(provider) as unknown as JsonObject;
    case 'GET writes':
      return control.writes(provider) as unknown as JsonObject;
    case 'POST faults':
      return did(() => control.addFault(provider, readFault(body)));
    case 'POST records':
      return { ids: control.changeRecords(provider, body as RecordChange) };
    case 'POST revoke':
      return did(() => control.revoke(provider, body as LabRevocation));
    case 'POST limits':
      return did(() => control.setLimits(provider, ...readLimits(body)));
    case 'DELETE limits':
      return did(() => control.setLimits(provider));
    case 'POST tokens':
      return did(() => control.setTokenRules(provider, body as Parameters<LabControl['setTokenRules']>[1]));
    default:
      throw new LabError(404, `There is no control ${route}.`);
  }
}

function did(action: () => void): JsonObject {
  action();
  return { ok: true };
}
