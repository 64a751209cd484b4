/**
 * Authorization in steps. The page of a step redirects the browser back with the callback parameters of the file. An
 * exchange returns credentials at the paths of the file.
 */
import { Buffer } from 'node:buffer';
import { createHash } from 'node:crypto';
import type { IdTokenFacts } from '../../../connectors/engine/file/auth_facts.ts';
import type { AuthExchange, AuthStep, Provider } from '../../../connectors/engine/file/provider.ts';
import { setPath } from '../../../connectors/engine/json_path.ts';
import { fillText, placeholders } from '../../../connectors/engine/request/template.ts';
import type { JsonObject } from '../../../lib/json/json.ts';
import { isUrl } from '../../../lib/url/is_url.ts';
import { LabError } from '../lab_error.ts';
import type { LabAnswer, LabRequest } from '../lab_request.ts';
import type { Keys } from './access.ts';
import { LAB } from './credentials.ts';
import type { Tokens } from './tokens.ts';

export function step({ displayName }: Provider, facts: AuthStep, { tokens }: Keys, request: LabRequest): LabAnswer {
  const given = request.url.searchParams;
  const template = queryOf(facts.redirect ?? '');
  const callback = template.find(([, value]) => value.includes('callbackUrl'))?.[0];
  const to = given.get(callback ?? '') ?? '';
  if (!isUrl(to)) throw new LabError(400, `The request to ${displayName} has no valid callback URL.`);
  const back = new URL(to);
  const state = template.find(([, value]) => value.includes('.state'))?.[0];
  for (const param of facts.callbackParams ?? []) back.searchParams.set(param, valueOf(param, facts, tokens, request));
  if (state) back.searchParams.set('state', given.get(state) ?? '');
  return { status: 302, headers: { location: back.href }, text: '' };
}

/** The value of one callback parameter. A `code` is bound to the PKCE challenge, if the request has one. */
function valueOf(param: string, { confirms = {} }: AuthStep, tokens: Tokens, { url }: LabRequest): string {
  const [confirmed, challenge] = [confirms[param], url.searchParams.get('code_challenge')];
  if (confirmed !== undefined) return fillText(confirmed, labValues(placeholders(confirmed)));
  if (param === 'code' && challenge) return tokens.putCode({ redirectUri: '', challenge, scope: '' });
  return labValue(param);
}

function labValue(name: string): string {
  return `lab-${name.toLowerCase()}`;
}

function labValues(names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, labValue(name)]));
}

function queryOf(template: string): [string, string][] {
  return (template.split('?')[1] ?? '').split('&').map((pair) => {
    const [name = '', ...value] = pair.split('=');
    return [name, value.join('=')];
  });
}

/** Answers an exchange. Throws LabError 401 for a missing field, a wrong client secret or a wrong PKCE proof. */
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
  const verifier = request.form.get('code_verifier');
  if (verifier !== null && !isProven(tokens, request.form.get('code') ?? '', verifier))
    throw new LabError(401, `${displayName} does not accept the code_verifier.`);
  const body: JsonObject = {};
  for (const paths of Object.values(facts.credentials ?? {}))
    setPath(body, [paths].flat()[0] ?? '', tokens.issue('').accessToken);
  for (const [name, path] of Object.entries(facts.metadata ?? {})) setPath(body, path, labValue(name));
  if (facts.idToken) setPath(body, facts.idToken.path, idToken(facts.idToken));
  return { status: 200, headers: { 'content-type': 'application/json' }, text: JSON.stringify(body) };
}

function isProven(tokens: Tokens, code: string, verifier: string): boolean {
  return tokens.takeCode(code)?.challenge === createHash('sha256').update(verifier).digest('base64url');
}

/** An unsigned ID token with the claims that the file names. */
function idToken({ issuer, claims, needs }: IdTokenFacts): string {
  const payload = {
    iss: fillText(issuer, labValues(Object.keys(claims))),
    aud: LAB.clientId,
    exp: Math.round(Date.now() / 1000) + 3_600,
    ...Object.fromEntries(Object.entries(claims).map(([name, claim]) => [claim, labValue(name)])),
    ...(needs && { [needs.claim]: needs.oneOf.slice(0, 1) }),
  };
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part({ alg: 'none' })}.${part(payload)}.`;
}
