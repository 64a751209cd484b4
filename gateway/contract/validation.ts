import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import { type Issue, Problem } from '../../lib/problem/problem.ts';
import { fromIso } from '../../lib/time/iso.ts';
import type { Document, Operation } from './document.ts';

const MAX_ISSUES = 20;
/** Unknown keys are cut to this length, because the problem contains each key twice. */
const MAX_NAME = 256;

/** The parts of a request before validation. Query values are text. */
type RawRequest = { path: Record<string, string>; query: Record<string, unknown>; body: unknown };
type ValidatedRequest = { path: Record<string, unknown>; query: Record<string, unknown>; body: unknown };
export type Validate = (raw: RawRequest) => ValidatedRequest;

/**
 * Makes the validator of each operation, which throws a Problem with one issue per fault. A validator is compiled on
 * the first request, because compiling all of them takes most of the gateway's start-up time. Query values are
 * converted to the types of their schema; body values are not.
 */
export function compileValidators(document: Document, operations: Operation[]): Map<string, Validate> {
  const ajv = new Ajv2020({
    strict: false,
    allErrors: false,
    ownProperties: true,
    coerceTypes: false,
    useDefaults: false,
    verbose: true,
    // Validating the schemas themselves takes a tenth of the start-up time; a test validates the document.
    validateSchema: false,
  });
  ajv.addFormat('date-time', (text: string) => fromIso(text) !== null);
  ajv.addSchema({ $id: 'openapi', components: { schemas: document.components.schemas } });
  return new Map(operations.map((operation) => [operation.operationId, atFirst(() => validatorOf(ajv, operation))]));
}

function atFirst(compile: () => Validate): Validate {
  let validate: Validate | undefined;
  return (raw) => (validate ??= compile())(raw);
}

function validatorOf(ajv: Ajv2020, operation: Operation): Validate {
  const path = compile(ajv, parametersSchema(operation, 'path'));
  const query = compile(ajv, parametersSchema(operation, 'query'));
  const body = operation.body && compile(ajv, operation.body.schema);
  const kinds = queryKinds(ajv, operation);
  return (raw) => {
    const converted = convertQuery(raw.query, kinds);
    const issues = [...issuesOf(path, raw.path, 'path'), ...issuesOf(query, converted, 'query')];
    const kind = issues.length > 0 ? 'invalidArgument' : operation.bodyFault;
    if (body && (raw.body !== undefined || operation.body?.required)) issues.push(...checkBody(body, raw.body));
    if (!operation.body && raw.body !== undefined)
      issues.push({ in: 'body', name: '', detail: 'is not taken by this operation' });
    if (issues.length > 0) throw new Problem(kind, summaryOf(issues), { issues: issues.slice(0, MAX_ISSUES) });
    return { path: raw.path, query: converted, body: raw.body ?? (operation.body ? {} : undefined) };
  };
}

function compile(ajv: Ajv2020, schema: object): ValidateFunction {
  return ajv.compile(
    JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', '"openapi#/components/')) as object,
  );
}

/** A query parameter of type object (style form, exploded) gets all keys that no other parameter declares. */
function parametersSchema({ parameters }: Operation, where: 'path' | 'query'): object {
  const declared = parameters.filter((parameter) => parameter.in === where);
  const own = declared.filter(({ schema }) => schema['type'] !== 'object');
  return {
    type: 'object',
    additionalProperties: where === 'path' || own.length < declared.length,
    required: own.filter(({ required }) => required).map(({ name }) => name),
    properties: Object.fromEntries(own.map(({ name, schema }) => [name, schema])),
  };
}

type QueryKind = 'boolean' | 'integer' | 'text';

function queryKinds(_ajv: Ajv2020, { parameters }: Operation): Map<string, QueryKind> {
  return new Map(
    parameters
      .filter((parameter) => parameter.in === 'query')
      .map(({ name, schema }) => {
        const type = schema['type'];
        return [name, type === 'boolean' || type === 'integer' ? type : 'text'];
      }),
  );
}

function convertQuery(query: Record<string, unknown>, kinds: Map<string, QueryKind>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(query).map(([name, value]) => [name, convert(value, kinds.get(name) ?? 'text')]),
  );
}

function convert(value: unknown, kind: QueryKind): unknown {
  if (kind === 'boolean' && (value === 'true' || value === 'false')) return value === 'true';
  if (kind === 'integer' && typeof value === 'string' && /^-?\d{1,15}$/.test(value)) return Number(value);
  return value;
}

function checkBody(validate: ValidateFunction, body: unknown): Issue[] {
  if (body === undefined) return [{ in: 'body', name: '', detail: 'is missing: this operation needs one' }];
  return issuesOf(validate, body, 'body');
}

function issuesOf(validate: ValidateFunction, value: unknown, where: Issue['in']): Issue[] {
  if (validate(value)) return [];
  return (validate.errors ?? []).filter(({ keyword }) => keyword !== 'if').map((error) => issueOf(error, where));
}

function issueOf(error: ErrorObject, where: Issue['in']): Issue {
  const name = [...error.instancePath.split('/').slice(1), ...missingNames(error)]
    .map(unescape)
    .reduce(joinPath, '')
    .slice(0, MAX_NAME);
  return { in: where, name, detail: issueText(error), ...shownValue(error.data, name) };
}

/** The issue quotes the value only when it is short and not secret: issues end up in logs and support tickets. */
function shownValue(value: unknown, name: string): Pick<Issue, 'value'> {
  if (/secret|password|token|key|credential|auth|header|^code$/i.test(name)) return {};
  if (typeof value === 'string') return { value: value.slice(0, 200) };
  return value === null || typeof value === 'number' || typeof value === 'boolean' ? { value } : {};
}

function missingNames({ keyword, params }: ErrorObject): string[] {
  if (keyword === 'required') return [String(params['missingProperty'])];
  if (keyword === 'additionalProperties') return [String(params['additionalProperty'])];
  return [];
}

function unescape(segment: string): string {
  return segment.replaceAll('~1', '/').replaceAll('~0', '~');
}

function joinPath(name: string, segment: string): string {
  if (/^\d+$/.test(segment)) return `${name}[${segment}]`;
  return name ? `${name}.${segment}` : segment;
}

function issueText({ keyword, params, message, parentSchema }: ErrorObject): string {
  const description = (parentSchema as { description?: string } | undefined)?.description;
  if (keyword === 'required') return 'is required';
  if (keyword === 'additionalProperties') return 'is not a known key here';
  if (keyword === 'enum') return `must be one of ${(params['allowedValues'] as unknown[]).join(', ')}`;
  if (keyword === 'pattern')
    return description ? `is not allowed: ${description.replace(/\.$/, '')}` : 'has characters that are not allowed';
  return message ?? 'is not valid';
}

function summaryOf(issues: Issue[]): string {
  const [first] = issues;
  if (!first) return 'The request is not valid.';
  const more = issues.length > 1 ? ` (and ${issues.length - 1} more)` : '';
  return first.name
    ? `${first.name} in the ${first.in} ${first.detail}${more}.`
    : `The ${first.in} ${first.detail}${more}.`;
}
