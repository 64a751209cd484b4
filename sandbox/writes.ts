/** Records that a client creates, changes and deletes: what the CRM checks, and what it answers. */
import { Buffer } from 'node:buffer';
import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { stringifyJson } from '../lib/json/json.ts';
import { fromIso } from '../lib/time/iso.ts';
import { ApiError, notFound } from './api_error.ts';
import type { Fault } from './faults.ts';
import { type Field, fieldIndex, fields } from './fields.ts';
import { readJson, sendBody } from './http.ts';
import type { Changes, Overlay } from './overlay.ts';
import type { Pages } from './pages.ts';
import type { ObjectName } from './records.ts';

type Exchange = { fault: Fault | null; request: IncomingMessage; response: ServerResponse };
type Answer = { status: number; body: Buffer };

export type Writes = {
  /** Throws ApiError 400 (a field), 409 (an Idempotency-Key that was used with another body). */
  create(object: ObjectName, exchange: Exchange): Promise<void>;
  /** Throws ApiError 400 (a field), 404. */
  update(object: ObjectName, id: string, exchange: Exchange): Promise<void>;
  /** Throws ApiError 404, also for a record that was deleted before. */
  remove(object: ObjectName, id: string, exchange: Exchange): void;
};

export function createWrites(overlay: Overlay, pages: Pages): Writes {
  /** The answers to earlier creates, by object and `Idempotency-Key`. */
  const answered = new Map<string, Answer & { fingerprint: string }>();

  function textOf(object: ObjectName, id: string): Buffer {
    const text = pages.recordText(object, id);
    if (text === null) throw notFound();
    return Buffer.from(text);
  }

  return {
    async create(object, { fault, request, response }) {
      const body = await readJson(request);
      const name = request.headers['idempotency-key'];
      const key = name && `${object} ${name}`;
      const fingerprint = createHash('sha256').update(stringifyJson(body)).digest('hex');
      const before = key && answered.get(key);
      if (before && before.fingerprint !== fingerprint)
        throw new ApiError(409, 'key_reused', 'This Idempotency-Key was used with another body.');
      if (before) return send(response, before, fault);
      const changes = readChanges(body);
      checkRequired(changes);
      const answer = { status: 201, body: textOf(object, overlay.create(object, changes).id) };
      if (key) answered.set(key, { ...answer, fingerprint });
      send(response, answer, fault);
    },
    async update(object, id, { fault, request, response }) {
      const changes = readChanges(await readJson(request));
      if (!overlay.update(object, id, changes)) throw notFound();
      send(response, { status: 200, body: textOf(object, id) }, fault);
    },
    remove(object, id, { fault, response }) {
      if (!overlay.remove(object, id)) throw notFound();
      send(response, { status: 204, body: Buffer.alloc(0) }, fault);
    },
  };
}

/** Sends the answer to a write that was done. The fault `lose-answer` closes the connection instead. */
function send(response: ServerResponse, { status, body }: Answer, fault: Fault | null): void {
  if (fault?.kind === 'lose-answer') response.destroy();
  else if (status === 204) response.writeHead(204).end();
  else sendBody(response, status, body);
}

/** Checks that every field exists, may be written and has a value of its type. Throws ApiError 400. */
export function readChanges(body: Record<string, unknown>): Changes {
  const changes: Changes = {};
  for (const [name, value] of Object.entries(body)) {
    const field = fields[fieldIndex.get(name) ?? -1];
    if (!field) throw new ApiError(400, 'unknown_field', `There is no field named ${name}.`);
    if (field.readOnly) throw new ApiError(400, 'read_only_field', `The field ${name} cannot be written.`);
    changes[name] = stringifyJson(value);
    checkValue(field, value, changes[name]);
  }
  return changes;
}

function checkRequired(changes: Changes): void {
  const missing = fields.find(({ name, required, readOnly }) => required && !readOnly && changes[name] === undefined);
  if (missing) throw new ApiError(400, 'missing_field', `The field ${missing.name} is required.`);
}

const FITS: Partial<Record<Field['type'], (value: unknown, text: string) => boolean>> = {
  string: (value) => typeof value === 'string',
  number: (_value, text) => /^-?\d/.test(text),
  boolean: (value) => typeof value === 'boolean',
  datetime: (value) => typeof value === 'string' && fromIso(value) !== null,
  object: (_value, text) => text.startsWith('{'),
};

function checkValue({ name, type, options, required }: Field, value: unknown, text: string): void {
  if (value === null && !required) return;
  const fits = options ? options.includes(String(value)) : (FITS[type]?.(value, text) ?? true);
  if (fits) return;
  const wanted = options ? `one of ${options.join(', ')}` : `a ${type}`;
  throw new ApiError(400, 'wrong_type', `The field ${name} must be ${wanted}.`);
}
