/** Compares each part of a write with the recorded request. */
import { isObject, type Json, stringifyJson } from '../../lib/json/json.ts';
import { scalarText } from '../../lib/json/scalar_text.ts';
import { allowedWithoutHeader, respelled } from './deviations.ts';
import { type Asked, pathOnly } from './match.ts';
import { graphqlCall } from './messages/graphql_call.ts';
import type { Exchange } from './replay_case.ts';

export type Comparison = {
  /** The differences; null when there are none. */
  fault: string | null;
  /** The reason of each difference that deviations.ts allows. */
  reasons: string[];
};

/** Compares all parts of a write. `isDummy`: the source recorded no real body, so the body is not compared. */
export function compareWrite(
  { request }: Exchange,
  asked: Asked,
  { provider, isDummy }: { provider: string; isDummy: boolean },
): Comparison {
  const path = respelled(provider, pathOnly(request.path), pathOnly(asked.path));
  const hasBody = !isNone(request.body);
  const headers = headerFaults(request, asked, hasBody);
  const fault =
    (request.method === asked.method ? null : `asked ${asked.method} where ${request.method} was recorded`) ??
    (path.isSame ? null : `asked ${asked.path} where ${request.path} was recorded`) ??
    difference('query', queryOf(request), Object.fromEntries(asked.query)) ??
    headers.fault ??
    (isDummy ? bodyKindFault(asked.body) : bodyFault(request.body, asked.body));
  return { fault, reasons: [path.reason ?? '', ...headers.reasons].filter(Boolean) };
}

function queryOf({ path, query }: Exchange['request']): Record<string, string> {
  const texts = Object.entries(query ?? {}).map(([name, value]) => [name, scalarText(value) ?? '']);
  return { ...Object.fromEntries(new URLSearchParams(path.split('?')[1] ?? '')), ...Object.fromEntries(texts) };
}

function headerFaults({ headersSubset, assertedBySource }: Exchange['request'], asked: Asked, hasBody: boolean) {
  const reasons: string[] = [];
  for (const [key, value] of Object.entries({ ...headersSubset, ...assertedBySource?.headers })) {
    const name = key.toLowerCase();
    const given = [asked.headers?.[name] ?? []].flat().join(', ');
    const allowed = given === '' ? allowedWithoutHeader(name, hasBody) : null;
    if (allowed !== null) reasons.push(allowed);
    else if (!isSameHeader(scalarText(value) ?? '', given))
      return { fault: `sent the header ${key}: ${given || '(none)'} where ${scalarText(value)} was recorded`, reasons };
  }
  return { fault: null, reasons };
}

/** Whether two header values are equal without parameters such as a charset. */
function isSameHeader(recorded: string, given: string): boolean {
  const bare = (text: string) => (text.split(';')[0] as string).trim().toLowerCase();
  return bare(recorded) === bare(given);
}

function isNone(body: Json | undefined): boolean {
  return body === undefined || body === null || body === '';
}

function bodyKindFault(given: Json | undefined): string | null {
  return given === undefined || isObject(given) ? null : 'sent a body that is no object';
}

function bodyFault(recorded: Json | undefined, given: Json | undefined): string | null {
  if (isNone(recorded)) return isNone(given) ? null : 'sent a body where none was recorded';
  if (isNone(given)) return 'sent no body';
  const [wanted, sent] = [recorded, given].map((body) => graphqlCall(body));
  // The fields that a mutation returns are not compared, because the source chose them.
  if (wanted)
    return wanted.name === sent?.name
      ? difference('argument', wanted.given, sent.given)
      : `called ${sent?.name ?? 'no mutation'} where ${wanted.name} was recorded`;
  return difference('body', recorded as Json, given as Json);
}

function difference(what: string, recorded: Json, given: Json): string | null {
  const [wanted, sent] = [leavesOf(recorded), leavesOf(given)];
  for (const [path, value] of wanted)
    if (sent.get(path) !== value) return `${what}${path} is ${sent.get(path) ?? 'missing'} where ${value} was recorded`;
  const extra = [...sent.keys()].find((path) => !wanted.has(path));
  return extra === undefined ? null : `${what}${extra} was not recorded`;
}

/** Each scalar, empty list and empty object by its path, as JSON, so that 1 and "1" differ. */
function leavesOf(value: Json, path = '', into = new Map<string, string>()): Map<string, string> {
  const parts = Array.isArray(value) ? [...value.entries()] : isObject(value) ? Object.entries(value) : [];
  for (const [key, part] of parts) leavesOf(part as Json, `${path} ${key}`, into);
  if (parts.length === 0) into.set(path, stringifyJson(value));
  return into;
}
