import { Buffer } from 'node:buffer';
import { setImmediate } from 'node:timers/promises';
import { promisify, TextDecoder } from 'node:util';
import { brotliDecompress, gunzip, inflate, inflateRaw } from 'node:zlib';
import { startTurn } from '../loop/turn.ts';
import { AnswerLimitExceeded } from './answer_limits.ts';
import { OutboundError } from './outbound_error.ts';

type Body = AsyncIterable<Uint8Array> & { destroy(error?: Error): unknown };
type BodyLimits = {
  /** Max bytes before and after decompression. */
  maxBytes: number;
  /** Truncate at the limit and close the connection instead of failing. */
  cut: boolean;
};

const ungzip = promisify(gunzip);
const unbrotli = promisify(brotliDecompress);
const unzlib = promisify(inflate);
const undeflate = promisify(inflateRaw);
/** Max content-encoding layers. Each layer can multiply the size; honest servers use one. */
const MAX_LAYERS = 2;

/** Reads the body as text. Throws OutboundError 'tooLarge' above the limit, 'protocol' when decompression fails. */
export async function responseText(
  body: Body,
  headers: Readonly<Record<string, string>>,
  limits: BodyLimits,
): Promise<string> {
  const encodings = encodingsOf(headers['content-encoding'] ?? '');
  const { bytes, isWhole } = await read(body, limits);
  // The chunks were joined at once.
  if (bytes.length > PORTION) await setImmediate();
  // A truncated compressed body cannot be decompressed. Requests that truncate do not ask for compression.
  if (!isWhole && encodings.length > 0) return '';
  return decode(await unpack(bytes, encodings, limits), headers['content-type'] ?? '');
}

function encodingsOf(header: string): string[] {
  return header
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && name !== 'identity');
}

async function read(body: Body, { maxBytes, cut }: BodyLimits): Promise<{ bytes: Buffer; isWhole: boolean }> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  // Leaving the loop, by break or throw, destroys the stream and with it the connection.
  for await (const chunk of body) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > maxBytes && !cut) throw tooLarge(maxBytes);
    if (size > maxBytes) break;
  }
  return { bytes: Buffer.concat(chunks).subarray(0, maxBytes), isWhole: size <= maxBytes };
}

async function unpack(bytes: Buffer, encodings: string[], { maxBytes, cut }: BodyLimits): Promise<Buffer> {
  if (encodings.length > MAX_LAYERS)
    throw new OutboundError('protocol', new Error('The answer is encoded too many times.'));
  let unpacked = bytes;
  for (const encoding of encodings.reverse()) {
    if (unpacked.length === 0) break; // HEAD, 204 and 304 may name an encoding without a body.
    unpacked = await unpackOne(unpacked, encoding, maxBytes).catch((error: unknown) => {
      if (cut) return Buffer.alloc(0);
      throw isOversize(error) ? tooLarge(maxBytes) : new OutboundError('protocol', error);
    });
  }
  return unpacked;
}

function unpackOne(bytes: Buffer, encoding: string, maxOutputLength: number): Promise<Buffer> {
  if (encoding === 'gzip' || encoding === 'x-gzip') return ungzip(bytes, { maxOutputLength });
  if (encoding === 'br') return unbrotli(bytes, { maxOutputLength });
  // "deflate" means zlib-wrapped, but many servers send raw deflate; the first byte tells them apart.
  if (encoding === 'deflate') return (((bytes[0] ?? 0) & 0x0f) === 8 ? unzlib : undeflate)(bytes, { maxOutputLength });
  return Promise.reject(new Error(`The answer is encoded as ${encoding}, which was not asked for.`));
}

function tooLarge(maxBytes: number): OutboundError {
  return new OutboundError('tooLarge', new AnswerLimitExceeded('bytes', maxBytes));
}

function isOversize(error: unknown): boolean {
  return (error as { code?: unknown } | null)?.code === 'ERR_BUFFER_TOO_LARGE';
}

/** Bytes that are decoded before it is asked whether other work should have its turn. */
const PORTION = 256 * 1024;

/** UTF-8 unless the response names another charset that the runtime supports. */
async function decode(bytes: Buffer, contentType: string): Promise<string> {
  const decoder = decoderFor(/charset="?([\w-]+)/i.exec(contentType)?.[1] ?? 'utf-8');
  if (bytes.length <= PORTION) return decoder.decode(bytes);
  const turn = startTurn();
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += PORTION) {
    parts.push(decoder.decode(bytes.subarray(at, at + PORTION), { stream: true }));
    await turn.pause();
  }
  parts.push(decoder.decode());
  return parts.join('');
}

function decoderFor(charset: string): TextDecoder {
  try {
    return new TextDecoder(charset);
  } catch {
    return new TextDecoder();
  }
}
