import fc from 'fast-check';
import type { Document, Operation } from '../../../gateway/contract/document.ts';
import { withValue } from '../tenants/drawn_request.ts';
import { exampleOf } from '../tenants/examples.ts';
import { type Naming, namings } from '../tenants/named_ids.ts';
import type { Tenant } from '../tenants/tenant.ts';
import { junkText } from './junk.ts';
import { type Mutation, mutated, mutations } from './mutations.ts';
import { valuesOf } from './schema_values.ts';
import type { Wire } from './wire.ts';

type World = { document: Document; tenant: Tenant; foreign: Tenant };
type Values = Record<string, string>;

/** Bodies that are no JSON, or JSON that no program writes. */
const TEXTS = ['', ' ', '{', '[]', 'null', '"x"', '1e999', 'NaN', '{"a":1,"a":2}', '\ufeff{}', '{"a":01}', "{'a':1}"];
const HEADERS: Values[] = [
  { accept: 'text/plain' },
  { accept: 'application/problem+json;q=1, text/plain;q=0' },
  { 'accept-encoding': 'gzip, br' },
  { 'content-type': 'text/plain' },
  { 'content-type': 'application/json; charset=utf-16' },
  { 'content-type': 'multipart/form-data; boundary=x' },
  { 'content-type': 'application/problem+json' },
  { 'content-encoding': 'gzip' },
  { 'if-none-match': '*' },
  { range: 'bytes=0-1' },
  { cookie: '' },
  { origin: 'null' },
  { 'x-forwarded-for': '127.0.0.1, , ::' },
  { 'x-http-method-override': 'DELETE' },
  { 'x-request-id': 'a'.repeat(4_000) },
  { traceparent: 'x' },
];

/** Random requests of one operation: most are nearly valid, some are valid, some are far from valid. */
export function requestsOf(world: World, operation: Operation): fc.Arbitrary<Wire> {
  return fc
    .record({
      path: pathValues(world, operation),
      query: queryValues(world, operation),
      body: bodies(world, operation),
      headers: fc.oneof(
        { weight: 12, arbitrary: fc.constant({}) },
        { weight: 1, arbitrary: fc.constantFrom(...HEADERS) },
      ),
      credential: fc.constantFrom(...credentials(world, operation)),
    })
    .map(({ path, query, body, headers, credential }) => ({
      method: operation.method.toUpperCase(),
      target: target(operation, path, query),
      headers: { ...(body !== null && { 'content-type': 'application/json' }), ...credential, ...headers },
      body,
    }));
}

/** Mostly the caller's own ids; otherwise another tenant's ids, unknown ids, or texts that are no ids. */
function pathValues({ document, tenant, foreign }: World, operation: Operation): fc.Arbitrary<Values> {
  const own = exampleOf(document, operation, tenant.ids).path;
  const theirs = exampleOf(document, operation, foreign.ids).path;
  const names = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const one = (name: string) =>
    fc.oneof(
      { weight: 36, arbitrary: fc.constant(own[name] ?? '') },
      { weight: 1, arbitrary: fc.constant(theirs[name] ?? '') },
      { weight: 2, arbitrary: junkText() },
    );
  return fc.record(Object.fromEntries(names.map((name) => [name, one(name)])));
}

function queryValues({ document, tenant }: World, operation: Operation): fc.Arbitrary<[string, string][]> {
  const declared = operation.parameters.filter(({ in: where }) => where === 'query');
  const own = exampleOf(document, operation, tenant.ids).query;
  const known = declared.map(({ name, schema }) => {
    const ofSchema = valuesOf(document, schema).map(String);
    const values = own[name] === undefined ? ofSchema : fc.oneof(fc.constant(own[name]), ofSchema);
    return fc.option(fc.tuple(fc.constant(name), fc.oneof({ weight: 3, arbitrary: values }, junkText())), {
      freq: own[name] === undefined ? 1 : 8,
      nil: undefined,
    });
  });
  const others = fc.oneof(
    { weight: 20, arbitrary: fc.constant([]) },
    { weight: 1, arbitrary: fc.array(fc.tuple(junkText(), junkText()), { maxLength: 3 }) },
    { weight: 1, arbitrary: fc.constantFrom(...declared.map(({ name }) => [[name, 'x'] as [string, string]]), []) },
  );
  return fc
    .tuple(fc.tuple(...known), others)
    .map(([some, more]) => [...some.filter((one) => one !== undefined), ...more] as [string, string][]);
}

/**
 * Random bodies: the example with a few changes, a value that the schema allows with the caller's own ids, or no JSON.
 */
function bodies({ document, tenant }: World, operation: Operation): fc.Arbitrary<string | null> {
  if (!operation.body)
    return fc.oneof({ weight: 15, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: fc.constantFrom(...TEXTS) });
  const spoil = fc.oneof({ weight: 3, arbitrary: few(1) }, { weight: 1, arbitrary: few(4) });
  const places = namings(document, operation).filter((naming) => naming.in === 'body');
  const example = fc.constant(null).map(() => exampleOf(document, operation, tenant.ids).body ?? {});
  const ofSchema = fc
    .tuple(valuesOf(document, operation.body.schema), fc.boolean())
    .map(([value, isOwn]) => (isOwn ? withOwnIds(value, places, tenant) : value));
  const texts = (base: fc.Arbitrary<unknown>, some: fc.Arbitrary<Mutation[]>) =>
    fc.tuple(base, some).map(([value, all]) => JSON.stringify(mutated(value, all)) ?? 'null');
  return fc.oneof(
    { weight: 10, arbitrary: texts(example, spoil) },
    { weight: 7, arbitrary: texts(ofSchema, fc.constant([])) },
    { weight: 3, arbitrary: texts(ofSchema, spoil) },
    { weight: 1, arbitrary: fc.oneof(fc.constantFrom(...TEXTS), fc.string()) },
    { weight: 1, arbitrary: fc.constant(null) },
  );
}

function few(max: number): fc.Arbitrary<Mutation[]> {
  return fc.array(mutations(), { maxLength: max });
}

function withOwnIds(value: unknown, places: Naming[], { ids }: Tenant): unknown {
  const known = places.filter(({ at }) => holds(value, at));
  return known.reduce(
    (body, place) => withValue({ path: {}, query: {}, body }, place, place.values(ids)[0]).body,
    value,
  );
}

function holds(value: unknown, at: string[]): boolean {
  const [step, ...rest] = at;
  if (step === undefined) return true;
  return (
    typeof value === 'object' && value !== null && Object.hasOwn(value, step) && holds((value as never)[step], rest)
  );
}

function credentials({ tenant }: World, { schemes }: Operation): Values[] {
  const key = { 'x-api-key': tenant.ready.apiKey };
  const token = { authorization: `Bearer ${tenant.ready.bearerToken}` };
  const good = schemes.includes('ApiKey') ? key : token;
  return schemes.length === 0 ? [{}] : [...Array.from({ length: 20 }, () => good), key, token, {}];
}

/** The path and query of a request. A text that cannot be encoded is sent unchanged. */
function target({ base, path }: Operation, values: Values, query: [string, string][]): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encoded(values[name] ?? ''));
  const pairs = query.map(([name, value]) => `${encoded(name)}=${encoded(value)}`).join('&');
  return `${base === '/' ? '' : base}${filled}${pairs && `?${pairs}`}`;
}

function encoded(text: string): string {
  if (/^(%|%00|%s%n|\.\.?)$/.test(text)) return text;
  return /\p{Surrogate}/u.test(text) ? '%ED%A0%80' : encodeURIComponent(text);
}
