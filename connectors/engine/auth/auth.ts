import { Buffer } from 'node:buffer';
import { ProviderFailure } from '../answer/failure.ts';
import type { ApiKeyFacts, BasicFacts, CustomFacts, OauthFacts, Provider } from '../file/provider.ts';
import type { CallAuth } from '../request/call_auth.ts';
import { fillText, type Variables } from '../request/template.ts';

export type Credentials =
  | { scheme: 'apiKey'; apiKey: string }
  | { scheme: 'basic'; username: string; password: string }
  | { scheme: 'oauth2'; accessToken: string; refreshToken?: string; expireTime?: number; scopes?: string[] }
  | { scheme: 'custom'; values: Record<string, string> }
  | { scheme: 'none' };

/**
 * Turns credentials into headers and query parameters. Throws ProviderFailure `credentials` when the provider uses
 * another scheme.
 */
export function callAuth({ auth, name }: Provider, credentials: Credentials, variables: Variables = {}): CallAuth {
  if (credentials.scheme === 'none' || auth.type === 'none') return { headers: {}, query: {} };
  if (auth.type === 'apiKey' && credentials.scheme === 'apiKey') return apiKeyAuth(auth, credentials.apiKey);
  if (auth.type === 'basic' && credentials.scheme === 'basic')
    return basicAuth(credentials.username, credentials.password);
  if (auth.type === 'basic' && credentials.scheme === 'apiKey') return apiKeyAsBasic(auth, credentials.apiKey);
  if (auth.type === 'oauth2' && credentials.scheme === 'oauth2') return bearerAuth(auth, credentials.accessToken);
  if (auth.type === 'custom' && credentials.scheme === 'custom')
    return customAuth(auth, { ...variables, ...credentials.values });
  throw new ProviderFailure(
    'credentials',
    `The provider ${name} takes ${auth.type} credentials, not ${credentials.scheme}.`,
  );
}

function apiKeyAuth({ in: place, name, prefix = '' }: ApiKeyFacts, apiKey: string): CallAuth {
  const value = { [name]: prefix + apiKey };
  return place === 'header' ? { headers: value, query: {} } : { headers: {}, query: value };
}

function basicAuth(username: string, password: string): CallAuth {
  return {
    headers: { Authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}` },
    query: {},
  };
}

function apiKeyAsBasic({ apiKeyAs = { field: 'username' } }: BasicFacts, apiKey: string): CallAuth {
  if (apiKeyAs.format) {
    const pair = apiKeyAs.format.replace('%s', () => apiKey);
    return { headers: { Authorization: `Basic ${Buffer.from(pair).toString('base64')}` }, query: {} };
  }
  return apiKeyAs.field === 'username' ? basicAuth(apiKey, '') : basicAuth('', apiKey);
}

function bearerAuth(
  { accessTokenHeader = { name: 'Authorization', prefix: 'Bearer ' } }: OauthFacts,
  accessToken: string,
): CallAuth {
  return { headers: { [accessTokenHeader.name]: (accessTokenHeader.prefix ?? '') + accessToken }, query: {} };
}

function customAuth({ headers = {}, query = {} }: CustomFacts, values: Variables): CallAuth {
  const fill = (templates: Record<string, string>) =>
    Object.fromEntries(Object.entries(templates).map(([name, template]) => [name, fillText(template, values)]));
  return { headers: fill(headers), query: fill(query) };
}
