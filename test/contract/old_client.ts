import { request } from '../support/platform.ts';

/** What the client's schema check demands of a value: every listed field is required, unknown ones are accepted. */
export type Shape =
  | 'text'
  | 'time'
  | 'yes-no'
  | 'number'
  | 'anything'
  | readonly string[]
  | { list: Shape }
  | { map: Shape }
  | Fields;
type Fields = { [field: string]: Shape };

/** ISO 8601 with Z or an offset, as in the client's date check. */
const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/;
const ACCEPT = {
  json: 'application/json;q=1, application/problem+json;q=0',
  text: 'application/problem+json;q=1, text/plain;q=0',
};

type Call = { wants?: Shape; body?: object; accept?: keyof typeof ACCEPT };

/**
 * The public Node client of this interface as a server sees it: a base URL with /v1, its headers, and its checks. A
 * status passes only if it is exactly the expected one, and an answer only if every field is present and well formed.
 */
export function oldClient(serverUrl: string, apiKey: string) {
  return async function call<T>(
    method: string,
    path: string,
    status: number,
    { wants, body, accept = 'json' }: Call = {},
  ): Promise<T> {
    const answer = await request(serverUrl, method, path, {
      headers: {
        accept: method === 'DELETE' ? 'application/problem+json' : ACCEPT[accept],
        cookie: '',
        'user-agent': 'a-generated-client/typescript 0.2.3',
        'x-api-key': apiKey,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const said = `${method} ${path} answered ${answer.status} ${answer.text}`;
    if (answer.status !== status) throw new Error(`${said}; only ${status} is a success.`);
    const type = answer.type.split(';')[0];
    const wanted = accept === 'text' ? 'text/plain' : 'application/json';
    if (status !== 204 && answer.text !== '' && type !== wanted) throw new Error(`${said} as ${type}, not ${wanted}.`);
    const faults = wants === undefined ? [] : faultsOf(answer.body, wants, '');
    if (faults.length > 0) throw new Error(`${said}, in which ${faults.join(', ')}.`);
    return (accept === 'text' ? answer.text : answer.body) as T;
  };
}

function faultsOf(value: unknown, shape: Shape, at: string): string[] {
  const bad = (wanted: string) => [`${at || 'the answer'} is not ${wanted}`];
  if (shape === 'anything') return value === undefined ? bad('there') : [];
  if (shape === 'text') return typeof value === 'string' ? [] : bad('a text');
  if (shape === 'time') return typeof value === 'string' && TIME.test(value) ? [] : bad('a time with an offset');
  if (shape === 'yes-no') return typeof value === 'boolean' ? [] : bad('true or false');
  if (shape === 'number') return typeof value === 'number' ? [] : bad('a number');
  if (Array.isArray(shape)) return shape.includes(value as string) ? [] : bad(`one of ${shape.join(', ')}`);
  const inner = shape as Fields | { list: Shape } | { map: Shape };
  if ('list' in inner)
    return Array.isArray(value)
      ? value.flatMap((one, i) => faultsOf(one, inner.list as Shape, `${at}[${i}]`))
      : bad('a list');
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return bad('an object');
  const fields = value as Record<string, unknown>;
  if ('map' in inner)
    return Object.entries(fields).flatMap(([name, one]) => faultsOf(one, inner.map as Shape, `${at}.${name}`));
  return Object.entries(inner).flatMap(([name, one]) => faultsOf(fields[name], one, `${at}.${name}`));
}
