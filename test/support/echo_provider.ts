import { Buffer } from 'node:buffer';
import { stringify } from 'yaml';
import { type Asked, startScriptedProvider } from './scripted_provider.ts';

/** A part of every secret of the suite. It has only letters and digits, so URLs, JSON and HTML do not encode it. */
export const MARKER = 'Zq7Canary';

export type Shape = 'json' | 'text' | 'html' | 'oauth';
type Failure = { status: number; shape: Shape };

/**
 * A provider that repeats every secret that it receives, in failures of any shape and in successes. `fail` sets the
 * failure for a path; null makes the path succeed.
 */
export async function startEchoProvider() {
  const provider = await startScriptedProvider();
  const failures = new Map<string, Failure>();
  let issued = 0;

  provider.answer((asked) => {
    const path = new URL(asked.path, 'http://echo').pathname;
    const text = `refused ${echoesOf(asked).join(' ')}`;
    const failure = failures.get(path);
    if (failure) return { status: failure.status, ...written(text, failure.shape) };
    issued += 1;
    return { text: JSON.stringify(successAt(path, text, issued)) };
  });
  return {
    ...provider,
    fail(path: string, failure: Failure | null): void {
      if (failure) failures.set(path, failure);
      else failures.delete(path);
    },
  };
}

function successAt(path: string, text: string, issued: number): object {
  if (path === '/token')
    return {
      access_token: `at-${MARKER}-${issued}`,
      refresh_token: `rt/${MARKER}+${issued}`,
      expires_in: 3_600,
      scope: text,
      workspace: text,
    };
  if (path === '/step') return { session: `session-${MARKER}-${issued}`, workspace: text };
  if (path === '/account') return { name: text };
  if (path === '/things/fields')
    return { data: [{ key: 'name', label: text }], errors: [{ name: 'size', message: text }] };
  return { data: [{ id: 1 }] };
}

/**
 * All received texts with a secret: values of headers and parameters, the content of Basic auth, and the fields of the
 * body.
 */
function echoesOf({ path, body, headers }: Asked): string[] {
  const { searchParams } = new URL(path, 'http://echo');
  const authorization = headers.authorization ?? '';
  const basic = Buffer.from(authorization.replace(/^Basic /, ''), 'base64').toString('utf8');
  const fields = body.startsWith('{') ? Object.values(JSON.parse(body) as object).map(String) : [];
  const form = new URLSearchParams(body);
  const all = [...Object.values(headers).map(String), ...searchParams.values(), basic, ...fields, ...form.values()];
  const echoed = all.filter((text) => text.includes(MARKER));
  return [
    ...echoed,
    ...(authorization.startsWith('Basic ') ? [authorization] : []),
    form.get('code_verifier') ?? '',
    body,
  ];
}

function written(text: string, shape: Shape): { type: string; text: string } {
  const quoted = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
  if (shape === 'html') return { type: 'text/html', text: `<html><title>${quoted}</title>${quoted}</html>` };
  if (shape === 'text') return { type: 'text/plain', text };
  const body =
    shape === 'oauth'
      ? { error: 'invalid_grant', error_description: text }
      : { error: { message: text }, message: text, errors: [{ message: text }], detail: text };
  return { type: 'application/json', text: JSON.stringify(body) };
}

/** Provider files by name, one for each way of connecting. */
export function echoProviders(url: string): Record<string, string> {
  const object = { path: '/things', records: 'data', id: 'id', paging: { kind: 'none' } };
  const common = {
    displayName: 'Echo',
    baseURL: url,
    healthCheck: { url: `${url}/me` },
    metadata: { path: '/things/fields', fields: 'data', name: 'key', label: 'label', types: { text: 'string' } },
    fieldUpsert: {
      definition: { name: '{fieldName}' },
      types: { string: { type: 'text' } },
      create: {
        path: '/things/fields',
        list: 'fields',
        most: 50,
        results: 'data',
        errors: { list: 'errors', name: 'name', message: 'message', exists: { path: 'code', equals: 'exists' } },
      },
      update: { path: '/things/fields/{field}' },
      name: 'key',
    },
    support: ['read'],
    objects: { things: object },
  };
  const oauth = {
    type: 'oauth2',
    tokenURL: `${url}/token`,
    tokenMetadata: { workspaceRef: 'workspace', scopes: 'scope' },
  };
  const learned = [{ name: 'account', from: { url: `${url}/account`, path: 'name' } }];
  const code = {
    ...oauth,
    grant: 'authorizationCodePKCE',
    authorizeURL: `${url}/authorize`,
    revocation: { url: `${url}/revoke` },
  };
  const files = {
    echoCode: { ...common, auth: code, learned, headers: { 'X-Account': '{{.account}}' } },
    echoKey: { ...common, auth: { type: 'apiKey', in: 'query', name: 'api_key' } },
    echoBasic: { ...common, auth: { type: 'basic' } },
    echoClient: { ...common, auth: { ...oauth, grant: 'clientCredentials' } },
    echoPassword: { ...common, auth: { ...oauth, grant: 'password' } },
    echoSteps: {
      ...common,
      auth: {
        type: 'custom',
        headers: { 'X-Session': '{{.sessionId}}' },
        inputs: [{ name: 'apiKey', displayName: 'API key', fieldType: 'fieldTypePassword' }],
        multiStep: true,
        steps: [
          {
            exchange: [
              {
                url: `${url}/step`,
                send: 'json',
                fields: { apiKey: '{{.apiKey}}' },
                credentials: { sessionId: 'session' },
                metadata: { workspaceRef: 'workspace' },
              },
            ],
          },
        ],
      },
    },
  };
  return Object.fromEntries(Object.entries(files).map(([name, file]) => [name, stringify({ name, ...file })]));
}
