import { existsSync, readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { assetPath } from '../../lib/assets/asset_path.ts';
import { hashOfText } from '../../lib/assets/hash_of_text.ts';

type Schema = Record<string, unknown>;
type Parameter = { name: string; in: 'path' | 'query' | 'header'; required?: boolean; schema: Schema };
type DocumentOperation = {
  operationId: string;
  parameters?: (Parameter | { $ref: string })[];
  requestBody?: { required?: boolean; content: Record<string, { schema: Schema }> };
  responses: Record<string, { content?: Record<string, { schema: Schema }>; headers?: object }>;
  security?: Record<string, string[]>[];
  servers?: { url: string }[];
  'x-access'?: Partial<Access>;
  'x-invalid-body'?: 422;
};
type PathItem = Record<string, DocumentOperation> & {
  parameters?: (Parameter | { $ref: string })[];
  servers?: { url: string }[];
};
export type Document = {
  paths: Record<string, PathItem>;
  components: { schemas: Record<string, Schema>; parameters: Record<string, Parameter> };
  security: Record<string, string[]>[];
};

/** Decides who may call an operation: `x-access` in openapi.yaml. */
export type Access = {
  /** The scope that an API key needs. */
  scope: 'full' | 'frontend';
  /**
   * The role that a builder needs in the org of the path, or in the org of the path's project. With `anyone` the router
   * checks no role; the use case decides.
   */
  role: 'owner' | 'admin' | 'member' | 'anyone';
  /** Whether a customer's token may call the operation, for its own group and consumer. */
  customer: 'none' | 'group';
  /** Whether a Bearer token is accepted with CAUSEWAY_AUTH_COMPAT, in addition to the schemes of the specification. */
  authCompat: boolean;
  /** Whether the operation replaces or deletes data of others. A restricted frontend key may not call it. */
  replaces: boolean;
  /** Whether the operation changes credentials or roles. The credential cache is emptied after it. */
  changesCallers: boolean;
  /** Whether the operation may wait for a provider. Such calls from pages have a lower rate limit per group. */
  callsProvider: boolean;
};

/** One operation for the router, read from openapi.yaml. */
export type Operation = {
  operationId: string;
  method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  /** The base path: /v1, /read/v1 or /. */
  base: string;
  /** The path with {parameters} and literal colons, as in the document. */
  path: string;
  schemes: ('ApiKey' | 'Bearer')[];
  access: Access;
  parameters: Parameter[];
  body: Body | null;
  /** The problem kind for a body that violates its schema. */
  bodyFault: 'invalidArgument' | 'unprocessable';
  success: { status: number; contentType: string | null };
  /**
   * The document declares 304 and Cache-Control: the answer is the same for all callers, so a shared cache may store
   * it.
   */
  isCacheable: boolean;
  /** The document declares 304 without Cache-Control: a caller may store the answer and revalidate it. */
  isConditional: boolean;
};

/** The default of `x-access`: full keys and any builder of the org may call, customers may not. */
export const DEFAULT_ACCESS: Access = {
  scope: 'full',
  role: 'member',
  customer: 'none',
  authCompat: false,
  changesCallers: false,
  replaces: false,
  callsProvider: false,
};

/** A JSON body and its schema. If `bytes` lists media types, the body is raw bytes. */
type Body = { required: boolean; schema: Schema; bytes: string[] | null };

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

/** The file to which the build writes the document as JSON: parsing JSON takes a tenth of the time of YAML. */
export const PARSED_DOCUMENT_FILE = 'dist/gateway/openapi.json';
type ParsedDocument = { hash: string; document: Document };

/** Reads the build's JSON, or parses the YAML if it has changed since the build. */
export function readDocument(): ParsedDocument {
  const text = readFileSync(assetPath('gateway/openapi.yaml'));
  const hash = hashOfText(text);
  const file = assetPath(PARSED_DOCUMENT_FILE);
  const parsed = existsSync(file) && (JSON.parse(readFileSync(file, 'utf8')) as ParsedDocument);
  return parsed && parsed.hash === hash ? parsed : { hash, document: parse(text.toString('utf8')) as Document };
}

/** Loads openapi.yaml. The server takes its list of operations only from this document. */
export function loadDocument({ authCompat = false } = {}): Document {
  const { document } = readDocument();
  if (authCompat) allowBearer(document);
  return document;
}

/** With CAUSEWAY_AUTH_COMPAT the UI library may send a Bearer token where the specification allows only X-Api-Key. */
function allowBearer(document: Document): void {
  for (const item of Object.values(document.paths))
    for (const method of METHODS) if (item[method]?.['x-access']?.authCompat) item[method].security = document.security;
}

export function operationsOf(document: Document): Operation[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    METHODS.filter((method) => item[method]).map((method) => operationOf(document, path, item, method)),
  );
}

function operationOf(document: Document, path: string, item: PathItem, method: (typeof METHODS)[number]): Operation {
  const operation = item[method] as DocumentOperation;
  const body = operation.requestBody;
  return {
    operationId: operation.operationId,
    method,
    base: (operation.servers ?? item.servers)?.[0]?.url ?? '/v1',
    path,
    schemes: (operation.security ?? document.security).flatMap((scheme) => Object.keys(scheme)) as Operation['schemes'],
    access: { ...DEFAULT_ACCESS, ...operation['x-access'] },
    parameters: [...(item.parameters ?? []), ...(operation.parameters ?? [])].map((parameter) =>
      resolve(document, parameter),
    ),
    body: body ? bodyOf(body) : null,
    bodyFault: operation['x-invalid-body'] === 422 ? 'unprocessable' : 'invalidArgument',
    success: successOf(operation),
    isCacheable: '304' in operation.responses && isPublic(operation),
    isConditional: '304' in operation.responses && !isPublic(operation),
  };
}

/** Whether the answer is the same for everybody; then the document declares Cache-Control. */
function isPublic({ responses }: DocumentOperation): boolean {
  return 'Cache-Control' in (responses['200']?.headers ?? {});
}

function bodyOf({ required = false, content }: NonNullable<DocumentOperation['requestBody']>): Body {
  const json = content['application/json'];
  return { required, schema: json?.schema ?? {}, bytes: json ? null : Object.keys(content) };
}

function resolve(document: Document, parameter: Parameter | { $ref: string }): Parameter {
  if (!('$ref' in parameter)) return parameter;
  const name = parameter.$ref.replace('#/components/parameters/', '');
  const found = document.components.parameters[name];
  if (!found) throw new Error(`openapi.yaml names a parameter that it does not describe: ${name}`);
  return found;
}

function successOf({ operationId, responses }: DocumentOperation): Operation['success'] {
  const status = Object.keys(responses).find((code) => code.startsWith('2'));
  if (!status) throw new Error(`openapi.yaml gives ${operationId} no success.`);
  return { status: Number(status), contentType: Object.keys(responses[status]?.content ?? {})[0] ?? null };
}
