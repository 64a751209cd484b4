import type { OutboundRequest, OutboundResponse, SendRequest } from '../../lib/http/outbound.ts';
import { isObject, type Json, type JsonObject, parseJson, stringifyJson } from '../../lib/json/json.ts';
import { scalarText } from '../../lib/json/scalar_text.ts';
import type { RecordedWrite } from '../../scripts/replay/write_selection.ts';

export type Fault = { name: string; plant: (send: SendRequest) => SendRequest };

/**
 * Every fault that fits a write: a wrong method, a wrong, missing or further part of the path, the query, the headers
 * and (if the body is no dummy) the body, another id in the answer, a failure, and a second request.
 */
export function faultsOf(write: RecordedWrite, sent: OutboundRequest): Fault[] {
  const { request, response } = write.exchange;
  const asked = { ...request.headersSubset, ...request.assertedBySource?.headers };
  const headers = Object.keys(sent.headers ?? {}).filter((name) =>
    Object.keys(asked).some((one) => one.toLowerCase() === name.toLowerCase()),
  );
  const body = sent.body === undefined ? undefined : parseJson(sent.body);
  const id = write.wantedId;
  const isAnswered = typeof id === 'string' && stringifyJson(response.body ?? null).includes(id);
  return [
    ...['POST', 'PUT', 'PATCH', 'DELETE']
      .filter((method) => method !== sent.method)
      .map((method) => sending(`method ${method}`, (one) => ({ ...one, method }))),
    ...pathFaults(new URL(sent.url)),
    sending('a further query key', (one) => ({
      ...one,
      url: `${one.url}${one.url.includes('?') ? '&' : '?'}planted=1`,
    })),
    ...headers.map((name) =>
      sending(`header ${name}`, (one) => ({ ...one, headers: { ...one.headers, [name]: 'text/planted' } })),
    ),
    ...(write.isDummy || !isObject(body) ? [] : bodyFaults(body)),
    ...(isAnswered ? [answering('another id', (one) => ({ ...one, text: one.text.replaceAll(id, `9${id}`) }))] : []),
    answering('a failure', (one) => ({ ...one, status: 500 })),
    {
      name: 'a second request',
      plant: (send) => async (one) => {
        const first = await send(one);
        await send(one);
        return first;
      },
    },
  ];
}

function sending(name: string, change: (request: OutboundRequest) => OutboundRequest): Fault {
  return { name, plant: (send) => (request) => send(change(request)) };
}

function answering(name: string, change: (response: OutboundResponse) => OutboundResponse): Fault {
  return { name, plant: (send) => async (request) => change(await send(request)) };
}

function pathFaults(url: URL): Fault[] {
  const parts = url.pathname.split('/').slice(1);
  const at = (changed: readonly string[]) => (one: OutboundRequest) => ({
    ...one,
    url: `${url.origin}/${changed.join('/')}${url.search}`,
  });
  return parts.flatMap((part, place) => [
    sending(`${part} in the path`, at(parts.with(place, `${part}x`))),
    sending(`no ${part} in the path`, at(parts.toSpliced(place, 1))),
    sending(`twice ${part} in the path`, at(parts.toSpliced(place, 0, part))),
  ]);
}

/** Each leaf of the record changed, of another type, and left out; a further one; and another wrapper. */
function bodyFaults(body: JsonObject): Fault[] {
  const { query, variables } = body;
  const isMutation = typeof query === 'string' && isObject(variables);
  const record = isMutation ? variables : body;
  const whole = (part: JsonObject) => (isMutation ? { ...body, variables: part } : part);
  const changes: [string, JsonObject][] = leavesOf(record).flatMap((path): [string, JsonObject][] => {
    const value = path.reduce<Json>((part, key) => (part as JsonObject)[key] as Json, record);
    return [
      [`changed ${path.join('.')}`, changed(record, path, () => `${scalarText(value) ?? ''}x`)],
      [`type of ${path.join('.')}`, changed(record, path, () => retyped(value))],
      [`without ${path.join('.')}`, changed(record, path, () => undefined)],
    ];
  });
  const [wrapper] = Object.keys(record);
  if (wrapper !== undefined) {
    const { [wrapper]: inner, ...others } = record;
    changes.push([
      'a further key',
      changed(record, [wrapper], (value) => (isObject(value) ? { ...value, x: 1 } : [1])),
    ]);
    changes.push(['another wrapper', { [`${wrapper}s`]: inner as Json, ...others }]);
  }
  const faults = changes.map(([name, part]) =>
    sending(`body: ${name}`, (one) => ({ ...one, body: stringifyJson(whole(part)) })),
  );
  const other = isMutation ? query.replace(/(\{\s*\w+)/, '$1Other') : '';
  return [
    ...faults,
    sending('no body', ({ body: _body, ...one }) => one),
    ...(isMutation
      ? [sending('another mutation', (one) => ({ ...one, body: stringifyJson({ ...body, query: other }) }))]
      : []),
  ];
}

/** The same text as another type of JSON. */
function retyped(value: Json): Json {
  if (typeof value === 'boolean') return String(value);
  const text = scalarText(value) ?? '';
  if (typeof value === 'string') return /^\d{1,9}$/.test(value) ? Number(value) : [value];
  return text;
}

function leavesOf(value: Json, path: string[] = []): string[][] {
  return isObject(value)
    ? Object.entries(value).flatMap(([key, part]) => leavesOf(part as Json, [...path, key]))
    : [path];
}

function changed(
  value: JsonObject,
  [key, ...below]: readonly string[],
  change: (value: Json) => Json | undefined,
): JsonObject {
  if (key === undefined) return value;
  const own = value[key] as Json;
  const next = below.length > 0 ? changed(own as JsonObject, below, change) : change(own);
  const { [key]: _old, ...others } = value;
  return next === undefined ? others : { ...others, [key]: next };
}
