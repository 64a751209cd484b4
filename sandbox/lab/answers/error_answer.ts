/** An error response, with the message at the path where the provider file expects it. */

import type { Provider } from '../../../connectors/engine/file/provider.ts';
import { setPath } from '../../../connectors/engine/json_path.ts';
import { type Json, type JsonObject, stringifyJson } from '../../../lib/json/json.ts';
import type { LabError } from '../lab_error.ts';
import type { LabAnswer } from '../lab_request.ts';

export function errorAnswer({ errorMessage }: Pick<Provider, 'errorMessage'>, error: LabError): LabAnswer {
  const { status, message, headers, body } = error;
  const path = errorMessage?.[0] ?? 'error.message';
  // A path that begins with an index needs a list at the root.
  const root: Json = /^\[\d/.test(path) ? [] : {};
  setPath(root as JsonObject, path, message);
  const whole: Json = Array.isArray(root) ? root : { ...root, ...body };
  return { status, headers: { 'content-type': 'application/json', ...headers }, text: stringifyJson(whole) };
}
