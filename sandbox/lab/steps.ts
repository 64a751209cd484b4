/**
 * Authorization in steps. The page of a step redirects the browser back with the callback parameters of the file. An
 * exchange returns credentials at the paths of the file.
 */
import type { JsonObject } from '../../lib/json/json.ts';
import { setPath } from '../../connectors/engine/json_path.ts';
import type { AuthExchange, AuthStep, Provider } from '../../connectors/engine/file/provider.ts';
import type { Keys } from './access.ts';
import { LAB } from './credentials.ts';
import { LabError } from './lab_error.ts';
import type { LabAnswer, LabRequest } from './lab_request.ts';
import { isUrl } from '../../lib/url/is_url.ts';

export function step({ displayName }: Provider, facts: AuthStep, request: LabRequest): LabAnswer {
  const given = request.url.searchParams;
  const template = queryOf(facts.redirect ?? '');
  const callback = template.find(([, value]) => value.includes('callbackUrl'))?.[0];
  const to = given.get(callback ?? '') ?? '';
  if (!isUrl(to)) throw new LabError(400, `The request to ${displayName} has no valid callback URL.`);
  const back = new URL(to);
  const state = template.find(([, value]) => value.includes('.state'))?.[0];
  for (const param of facts.callbackParams ?? []) back.searchParams.set(param, `lab-${param.toLowerCase()}`);
  if (state) back.searchParams.set('state', given.get(state) ?? '');
  return { status: 302, headers: { location: back.href }, text: '' };
}

function queryOf(template: string): [string, string][] {
  return (template.split('?')[1] ?? '').split('&').map((pair) => {
    const [name = '', ...value] = pair.split('=');
    return [name, value.join('=')];
  });
}

/** Answers an exchange. Throws LabError 401 when a field is missing or the app's secret is wrong. */
export function exchange(
  { displayName }: Provider,
  facts: AuthExchange,
  { tokens }: Keys,
  request: LabRequest,
): LabAnswer {
  for (const [name, template] of Object.entries(facts.fields ?? {})) {
    const value = facts.send === 'json' ? request.json[name] : request.form.get(name);
    const isWrong = template.includes('.clientSecret') && value !== LAB.clientSecret;
    if (!value || isWrong) throw new LabError(401, `${displayName} does not accept the ${name}.`);
  }
  const body: JsonObject = {};
  for (const paths of Object.values(facts.credentials ?? {}))
    setPath(body, [paths].flat()[0] ?? '', tokens.issue('').accessToken);
  for (const [name, path] of Object.entries(facts.metadata ?? {})) setPath(body, path, `lab-${name.toLowerCase()}`);
  return { status: 200, headers: { 'content-type': 'application/json' }, text: JSON.stringify(body) };
}
