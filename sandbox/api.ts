/** The CRM's API under /api/v1: authentication, faults and routing. */
import { Buffer } from 'node:buffer';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { fromIso } from '../lib/time/iso.ts';
import type { Access } from './access.ts';
import { ApiError, notFound } from './api_error.ts';
import type { CustomFields } from './custom_fields.ts';
import { beforeAnswer } from './fault_effects.ts';
import { type Fault, type Faults, faultFromHeader } from './faults.ts';
import { fieldIndex } from './fields.ts';
import { readJson, sendBody, sendJson } from './http.ts';
import type { Overlay } from './overlay.ts';
import type { Pages } from './pages.ts';
import { isObjectName, type ObjectName } from './records.ts';
import type { Stats } from './stats.ts';
import type { Writes } from './writes.ts';

export type Crm = {
  access: Access;
  faults: Faults;
  stats: Stats;
  overlay: Overlay;
  pages: Pages;
  customFields: CustomFields;
  writes: Writes;
  /** Max records of a page, even if a request asks for more. */
  maxPageSize: number;
};

const largestPage = 1000;
const usualPage = 100;

/** Handles one request to /api/v1/. Throws ApiError. */
export async function handleApi(crm: Crm, request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> {
  const [first = '', second, third, ...rest] = url.pathname.slice('/api/v1/'.length).split('/').map(decodeURIComponent);
  if (rest.length > 0 || (third !== undefined && second !== 'fields') || (first !== 'me' && !isObjectName(first)))
    throw notFound();
  response.once('close', () => crm.stats.request(first, response.writableFinished ? response.statusCode : 'dropped'));
  // A 500 fault comes before the check of the credentials, because a CRM that fails does not get that far.
  const failure = crm.faults.take(first, ({ kind }) => kind === '500');
  if (failure) await beforeAnswer(failure, response);
  await crm.access.check(request.headers);
  const fault = faultFromHeader(header(request, 'x-sandbox-fault')) ?? crm.faults.take(first);
  if (fault && (await beforeAnswer(fault, response)) === 'answered') return;
  if (first === 'me')
    return sendJson(response, 200, { id: 'sandbox-account', name: 'Sandbox CRM', workspace: 'sandbox' });
  const object = first as ObjectName;
  switch (`${request.method} ${kindOf(second, third)}`) {
    case 'GET list':
      return sendPage(crm, object, url.searchParams, { fault, response });
    case 'GET fields':
      return sendFaulted(response, Buffer.from(JSON.stringify(crm.customFields.list(object))), fault);
    case 'POST fields':
      return createFields(crm, object, request, response);
    case 'PATCH field':
      return sendJson(response, 200, crm.customFields.update(object, third!, await readJson(request)));
    case 'GET record':
      return sendRecord(crm, object, second!, response);
    case 'POST list':
      return crm.writes.create(object, { fault, request, response });
    case 'PATCH record':
      return crm.writes.update(object, second!, { fault, request, response });
    case 'DELETE record':
      return crm.writes.remove(object, second!, { fault, request, response });
    default:
      throw new ApiError(405, 'method_not_allowed', `This path does not support ${request.method}.`);
  }
}

function kindOf(second: string | undefined, third: string | undefined): 'list' | 'fields' | 'field' | 'record' {
  if (second === undefined || second === '') return 'list';
  if (second !== 'fields') return 'record';
  return third === undefined ? 'fields' : 'field';
}

/** Answers 201, or 207 when some fields could not be created. */
async function createFields(
  { customFields }: Crm,
  object: ObjectName,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const made = customFields.create(object, (await readJson(request))['fields']);
  sendJson(response, made.errors.length > 0 ? 207 : 201, made);
}

type Answer = { fault: Fault | null; response: ServerResponse };

function sendPage(
  { pages, faults, stats, customFields, maxPageSize }: Crm,
  object: ObjectName,
  query: URLSearchParams,
  { fault, response }: Answer,
): void {
  const limit = Math.min(readLimit(query.get('limit')), maxPageSize);
  const { body, records } = pages.read(
    {
      object,
      limit: fault?.kind === 'short-page' ? Math.ceil(limit / 2) : limit,
      cursor: query.get('cursor') || null,
      since: readTime(query, 'updated_since'),
      until: readTime(query, 'updated_until'),
      fields: readFields(query.get('fields'), (name) => customFields.has(object, name)),
    },
    fault?.kind === 'repeat-cursor',
  );
  stats.page(object, records);
  faults.pageServed(object);
  sendFaulted(response, body, fault);
}

/** `cut` declares the full length and closes the connection half-way; `invalid-json` sends half a body as complete. */
function sendFaulted(response: ServerResponse, body: Buffer, fault: Fault | null): void {
  const half = body.subarray(0, body.length >>> 1);
  if (fault?.kind === 'invalid-json') return sendBody(response, 200, half);
  if (fault?.kind !== 'cut') return sendBody(response, 200, body);
  response.writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'content-length': body.length });
  response.write(half, () => response.destroy());
}

function sendRecord({ pages }: Crm, object: ObjectName, id: string, response: ServerResponse): void {
  const text = pages.recordText(object, id);
  if (text === null) throw notFound();
  sendBody(response, 200, Buffer.from(text));
}

function readLimit(text: string | null): number {
  const limit = text === null ? usualPage : Number(text);
  if (Number.isInteger(limit) && limit >= 1 && limit <= largestPage) return limit;
  throw new ApiError(400, 'invalid_limit', `limit must be a whole number from 1 to ${largestPage}.`);
}

function readTime(query: URLSearchParams, name: string): number | null {
  const text = query.get(name);
  if (text === null) return null;
  const time = fromIso(text);
  if (time === null) throw new ApiError(400, 'invalid_time', `${name} must be an RFC 3339 time.`);
  return time;
}

/**
 * The positions of the chosen fields in `fields` (fields.ts), in order; null for all. `id` and `updated_at` are always
 * included, because every client needs them. Custom fields are accepted and skipped: records have no values for them.
 */
function readFields(text: string | null, isCustom: (name: string) => boolean): number[] | null {
  if (!text) return null;
  const chosen = new Set([fieldIndex.get('id')!, fieldIndex.get('updated_at')!]);
  for (const name of text.split(',')) {
    const position = fieldIndex.get(name.trim());
    if (position === undefined && isCustom(name.trim())) continue;
    if (position === undefined) throw unknownField(name.trim());
    chosen.add(position);
  }
  return [...chosen].sort((a, b) => a - b);
}

function header(request: IncomingMessage, name: string): string | undefined {
  const value = request.headers[name];
  return Array.isArray(value) ? value[0] : value;
}

function unknownField(name: string): ApiError {
  return new ApiError(400, 'unknown_field', `There is no field named ${name}.`);
}
