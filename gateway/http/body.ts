import { Buffer } from 'node:buffer';
import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { type JsonLimits, parseJson } from '../../lib/json/json.ts';
import { Problem } from '../../lib/problem/problem.ts';
import type { TakeRoom } from '../limits/body_room.ts';

const MAX_DEPTH = 20;
const MAX_TOKENS = 20_000;
const JSON_LIMITS: JsonLimits = { values: MAX_TOKENS, depth: MAX_DEPTH, members: MAX_TOKENS, exceeded: throwExceeded };

/** The max bytes of a body, and the function that reserves memory for arriving bytes. */
type BodyLimits = { limit: number; take: TakeRoom };

/**
 * Reads a JSON body; undefined when there is none. Depth and size are checked before parsing: JSON.parse accepts 60 kB
 * of `[`, and any recursive function that reads the result overflows the stack.
 */
export async function readBody(request: IncomingMessage, { limit, take }: BodyLimits): Promise<unknown> {
  const length = request.headers['content-length'];
  if (request.headers['transfer-encoding'] === undefined && (length === undefined || length === '0')) return undefined;
  if (typeOf(request) !== 'application/json')
    throw new Problem('unsupportedMediaType', 'The body must be JSON with content-type application/json.');
  refuseCompressed(request);
  const text = decodeUtf8(await collectBody(request, { limit, take }));
  return text.trim() === '' ? undefined : parseBody(text);
}

/**
 * Reads a body as bytes; undefined when there is none. Accepts the given media types, and requests without a
 * content-type, which plain HTTP clients send for files. Checks `Content-MD5` when it is present.
 */
export async function readBytes(
  request: IncomingMessage,
  { types, ...bound }: BodyLimits & { types: string[] },
): Promise<Uint8Array | undefined> {
  const { 'content-length': length, 'transfer-encoding': coding, 'content-md5': md5 } = request.headers;
  if (coding === undefined && (length === undefined || length === '0')) return undefined;
  const type = typeOf(request);
  if (type !== '' && !types.includes(type))
    throw new Problem('unsupportedMediaType', `The body must be ${types.join(' or ')}.`);
  refuseCompressed(request);
  const bytes = await collectBody(request, bound);
  if (md5 !== undefined && createHash('md5').update(bytes).digest('base64') !== md5)
    throw new Problem('invalidArgument', 'The body is not what its Content-MD5 says.', {
      issues: [{ in: 'header', name: 'content-md5', detail: 'must be the MD5 of the body in base64' }],
    });
  return bytes;
}

function typeOf({ headers }: IncomingMessage): string {
  return (headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
}

function refuseCompressed({ headers }: IncomingMessage): void {
  if (headers['content-encoding'] !== undefined)
    throw new Problem('unsupportedMediaType', 'The body must not be compressed.');
}

async function collectBody(request: IncomingMessage, { limit, take }: BodyLimits): Promise<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > limit) throw tooLarge(limit);
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > limit) throw tooLarge(limit);
    take(chunk.length);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function tooLarge(limit: number): Problem {
  return new Problem('tooLarge', `The body is larger than ${limit} bytes.`, { context: { maxBytes: limit } });
}

function decodeUtf8(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new Problem('invalidArgument', 'The body is not valid UTF-8.');
  }
}

function parseBody(text: string): unknown {
  let value: unknown;
  try {
    value = parseJson(text, JSON_LIMITS);
  } catch (err) {
    if (err instanceof Problem) throw err;
    throw new Problem('invalidArgument', 'The body is not valid JSON.');
  }
  if (/\\u[dD]/.test(text) && !isWellFormed(value))
    throw new Problem('invalidArgument', 'The body has text that is not valid Unicode.');
  if (/"__proto__"\s*:/.test(text))
    throw new Problem('invalidArgument', 'The body has a key that is not allowed: __proto__.');
  return value;
}

/**
 * Whether no text has a lone surrogate. An escaped one passes UTF-8 decoding and JSON.parse, but the database refuses
 * it.
 */
function isWellFormed(value: unknown): boolean {
  if (typeof value === 'string') return !/\p{Surrogate}/u.test(value);
  if (value === null || typeof value !== 'object') return true;
  return Object.entries(value).every(([key, member]) => isWellFormed(key) && isWellFormed(member));
}

function throwExceeded(limit: 'values' | 'depth' | 'members', max: number): never {
  if (limit === 'depth') throw new Problem('invalidArgument', `The body is nested deeper than ${max} levels.`);
  throw new Problem('tooLarge', `The body has more than ${max} values.`);
}
