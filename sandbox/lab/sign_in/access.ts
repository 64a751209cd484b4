/** Checks the credentials of a request by the provider file's auth scheme. Throws LabError 401. */
import { Buffer } from 'node:buffer';
import type {
  ApiKeyFacts,
  BasicFacts,
  CustomFacts,
  OauthFacts,
  Provider,
} from '../../../connectors/engine/file/provider.ts';
import { LabError } from '../lab_error.ts';
import type { LabRequest } from '../lab_request.ts';
import { LAB } from './credentials.ts';
import type { Tokens } from './tokens.ts';

export type Keys = { apiKey: string; password: string; tokens: Tokens };

export function checkAccess({ auth, displayName }: Provider, request: LabRequest, keys: Keys): void {
  const fault = faultOf(auth, request, keys);
  if (fault === null) return;
  throw new LabError(401, `${displayName} refuses the credentials: ${fault}`, {
    'www-authenticate': 'Bearer realm="lab"',
  });
}

function faultOf(auth: Provider['auth'], request: LabRequest, keys: Keys): string | null {
  switch (auth.type) {
    case 'none':
      return null;
    case 'apiKey':
      return apiKeyFault(auth, request, keys);
    case 'basic':
      return basicFault(auth, request, keys);
    case 'oauth2':
      return tokenFault(auth, request, keys);
    case 'custom':
      return customFault(auth, request, keys);
  }
}

function apiKeyFault({ in: place, name, prefix = '' }: ApiKeyFacts, request: LabRequest, { apiKey }: Keys) {
  const given = place === 'header' ? request.headers[name.toLowerCase()] : request.url.searchParams.get(name);
  if (!given) return `${name} is missing in the ${place}.`;
  return given === prefix + apiKey ? null : `the ${name} is not the key of this account.`;
}

function basicFault({ apiKeyAs }: BasicFacts, request: LabRequest, { apiKey, password }: Keys): string | null {
  const [scheme = '', value = ''] = (request.headers['authorization'] ?? '').split(' ');
  if (scheme.toLowerCase() !== 'basic') return 'Basic authorization is missing.';
  const pair = Buffer.from(value, 'base64').toString('utf8');
  const accepted = [`${LAB.username}:${password}`];
  if (apiKeyAs?.format) accepted.push(apiKeyAs.format.replace('%s', () => apiKey));
  else if (apiKeyAs) accepted.push(apiKeyAs.field === 'password' ? `:${apiKey}` : `${apiKey}:`);
  return accepted.includes(pair) ? null : 'the user or the password is wrong.';
}

function tokenFault({ accessTokenHeader }: OauthFacts, request: LabRequest, { tokens }: Keys): string | null {
  const { name, prefix = '' } = accessTokenHeader ?? { name: 'Authorization', prefix: 'Bearer ' };
  const given = request.headers[name.toLowerCase()];
  if (!given) return `the access token in ${name} is missing.`;
  if (!given.startsWith(prefix)) return `${name} does not begin with "${prefix}".`;
  return tokens.isAccess(given.slice(prefix.length)) ? null : 'the access token is invalid or expired.';
}

/**
 * Every placeholder must be filled with the lab's key, a variable's value (`lab-…`) or a token from an authorization
 * step.
 */
function customFault({ headers = {}, query = {} }: CustomFacts, request: LabRequest, keys: Keys): string | null {
  const given: [string, string, string | null | undefined][] = [
    ...Object.entries(headers).map(([name, template]): [string, string, string | undefined] => [
      name,
      template,
      request.headers[name.toLowerCase()],
    ]),
    ...Object.entries(query).map(([name, template]): [string, string, string | null] => [
      name,
      template,
      request.url.searchParams.get(name),
    ]),
  ];
  const wrong = given.find(([, template, value]) => !isFilled(template, value, keys));
  return wrong ? `the value of ${wrong[0]} is missing or wrong.` : null;
}

function isFilled(template: string, value: string | null | undefined, { apiKey, tokens }: Keys): boolean {
  if (!value) return false;
  const source = template
    .replace(/[.*+?^$()|[\]\\]/g, '\\$&')
    .replace(/\{\{\s*\\?\.\w+\s*\}\}/g, '(.+?)')
    .replace(/[{}]/g, '\\$&');
  const found = new RegExp(`^${source}$`).exec(value);
  const isKnown = (part: string) => part === apiKey || /^lab-(?!key$|access-)/.test(part) || tokens.isAccess(part);
  return found?.slice(1).every(isKnown) ?? false;
}
