import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { parse } from 'yaml';
import { builderEventTypes, eventCatalog, isEventType } from '../../lib/events/catalog.ts';
import { fromIso } from '../../lib/time/iso.ts';
import { checkMessage, type Webhooks } from '../support/declared_messages.ts';
import { closeToOwnValues } from '../support/own_values.ts';

type Schema = Record<string, unknown> & {
  properties?: Record<string, Schema>;
  items?: Schema;
  allOf?: Schema[];
  $ref?: string;
};
type Content = Record<string, { schema?: Schema; examples?: Record<string, { $ref: string }> }>;
type Operation = {
  operationId: string;
  summary: string;
  description?: string;
  requestBody?: { content: Content };
  responses: Record<string, { $ref?: string; content?: Content }>;
};
type Document = {
  paths: Record<string, Record<string, Operation> & { parameters?: Parameter[] }>;
  webhooks: Record<string, { post: Operation }>;
  tags: { name: string }[];
  components: { schemas: Record<string, Schema>; examples: Record<string, { value: unknown }> };
};

const text = readFileSync('gateway/openapi.yaml', 'utf8');
const document = parse(text) as Document;
const METHODS = ['get', 'put', 'post', 'patch', 'delete'];
const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  METHODS.filter((method) => item[method]).map((method) => [`${method} ${path}`, item[method]!] as const),
);
const sent = Object.entries(document.webhooks).map(([name, { post }]) => [name, post] as const);

const ajv = new Ajv2020({ strict: false, allErrors: true });
closeToOwnValues(ajv);
ajv.addFormat('date-time', (value: string) => fromIso(value) !== null);
ajv.addFormat('uri', (value: string) => URL.canParse(value));
ajv.addFormat('int32', true);
ajv.addSchema({ $id: 'openapi', components: document.components });

function found<T>(ref: string): T {
  return ref
    .slice(2)
    .split('/')
    .reduce<unknown>((node, key) => (node as Record<string, unknown>)[key], document) as T;
}

/** The faults of the examples of a body; a body of JSON or text without one is a fault too. */
function faultsOf(content: Content = {}): unknown[] {
  return Object.entries(content).flatMap(([type, { schema, examples = {} }]): unknown[] => {
    if (!schema) return [];
    const values = Object.values(examples).map(({ $ref }) => found<{ value: unknown } | undefined>($ref)?.value);
    if (values.length === 0) return [`${type} has no example`];
    const validate = ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"openapi#/')) as object);
    return values.flatMap((value) => (validate(value) ? [] : [{ value, errors: validate.errors }]));
  });
}

type Parameter = { name: string; in: string; example?: unknown; $ref?: string; description?: string };

it.each(Object.entries(document.paths))('%s says what each of its parameters means', (_path, item) => {
  const own = METHODS.flatMap((method) => (item[method] as { parameters?: Parameter[] } | undefined)?.parameters ?? []);
  const all = [...((item['parameters'] as unknown as Parameter[] | undefined) ?? []), ...own];
  const undescribed = all.map((one) => (one.$ref ? found<Parameter>(one.$ref) : one)).filter((one) => !one.description);
  expect(undescribed.map(({ name }) => name)).toEqual([]);
});

describe.each([...operations, ...sent])('%s', (_name, operation) => {
  it('has a description that says more than its summary', () => {
    const { summary, description = '' } = operation;
    expect(description.trim()).toMatch(/[A-Z`].{30,}\.$/s);
    expect(description).not.toContain(summary.replace(/\.$/, ''));
  });

  it('has examples of its body and of its success, which their schemas allow', () => {
    expect(faultsOf(operation.requestBody?.content)).toEqual([]);
    const successes = Object.entries(operation.responses).filter(([status]) => status.startsWith('2'));
    expect(successes.length).toBeGreaterThan(0);
    for (const [, { $ref, content }] of successes)
      expect(faultsOf($ref ? found<{ content?: Content }>($ref).content : content)).toEqual([]);
  });
});

it('has an example of what each path names, for operations without a body too', () => {
  const missing = Object.entries(document.paths).filter(([path, { parameters = [] }]) => {
    const known = parameters.map((one) => (one.$ref ? found<Parameter>(one.$ref) : one));
    const inPath = known.filter((one) => one.in === 'path');
    return inPath.length !== path.split('{').length - 1 || inPath.some(({ example }) => example === undefined);
  });
  expect(missing.map(([path]) => path)).toEqual([]);
});

it('describes every operation once, and uses every example', () => {
  const unused = Object.keys(document.components.examples).filter(
    (name) => !text.includes(`#/components/examples/${name}'`),
  );
  expect(unused).toEqual([]);
});

it('begins with the main job', () => {
  const main = ['destinations', 'integrations', 'connections', 'installations', 'reads', 'messages'];
  expect(document.tags.map(({ name }) => name).slice(0, main.length)).toEqual(main);
});

describe('the webhooks', () => {
  const happening = builderEventTypes().filter(isEventType);

  it('are the read results, tests of destinations, and each event that a builder can receive', () => {
    expect(Object.keys(document.webhooks).sort()).toEqual(['readResult', 'destination.test', ...happening].sort());
  });

  it.each(happening)('show %s as it is sent', (type) => {
    const body = { notificationType: type, data: eventCatalog[type].example };
    checkMessage(type, body);
    const { examples } = (document.webhooks as unknown as Webhooks)[type]!.post.requestBody.content['application/json'];
    expect(Object.values(examples).map(({ $ref }) => found<{ value: unknown }>($ref).value)).toEqual([body]);
  });

  it('show the test of a destination as it is described', () => {
    checkMessage('destination.test', document.components.examples['DestinationTestMessage']?.value);
  });

  it('leave nothing of the examples of a read result undescribed', () => {
    for (const name of ['ReadResult', 'LargeReadResult'])
      checkMessage('readResult', document.components.examples[name]?.value);
  });

  it('refuse a body and a value that are not described', () => {
    const { value } = document.components.examples['ReadResult'] as { value: object };
    expect(() => checkMessage('readResult', { ...value, surprise: 1 })).toThrow('surprise');
    expect(() => checkMessage('readResult', { ...value, readType: 'surprise' })).toThrow('surprise');
  });
});

describe.each(Object.entries(document.components.schemas))('the schema %s', (name, schema) => {
  it('says what each of its properties means', () => {
    expect(undescribed(schema, name)).toEqual([]);
  });
});

describe.each(operations)('the body of %s', (_name, { requestBody }) => {
  it('says what each of its properties means', () => {
    for (const { schema } of Object.values(requestBody?.content ?? {}))
      expect(undescribed(schema ?? {}, '')).toEqual([]);
  });
});

/** The properties at any depth without a description of their own or of the schema that they refer to. */
function undescribed(schema: Schema, path: string, seen: ReadonlySet<string> = new Set()): string[] {
  if (schema.$ref) {
    if (seen.has(schema.$ref)) return [];
    return undescribed(found<Schema>(schema.$ref), path, new Set([...seen, schema.$ref]));
  }
  const inner = Object.entries(schema.properties ?? {}).flatMap(([key, value]) => {
    const target = value.$ref ? found<Schema>(value.$ref) : value;
    const own = value['description'] ?? target['description'];
    return [...(own ? [] : [`${path}.${key}`]), ...undescribed(value, `${path}.${key}`, seen)];
  });
  const parts = (schema.allOf ?? []).flatMap((part) => undescribed(part, path, seen));
  return [...inner, ...parts, ...(schema.items ? undescribed(schema.items, `${path}[]`, seen) : [])];
}
