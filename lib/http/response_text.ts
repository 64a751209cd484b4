import { Buffer } from 'node:buffer';
import { Readable, type Transform } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { promisify, TextDecoder } from 'node:util';
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw, gunzip } from 'node:zlib';
import { currentTurn } from '../loop/turn.ts';
import { AnswerLimitExceeded } from './answer_limits.ts';
import { OutboundError } from './outbound_error.ts';

type ResponseBody = AsyncIterable<Uint8Array> & { destroy(error?: Error): unknown };
type BodyLimits = {
  /** Max bytes before and after decompression. */
  maxBytes: number;
  /** Truncate at the limit and close the connection instead of failing. */
  cut: boolean;
};

const ungzip = promisify(gunzip);
/** Max content-encoding layers. Each layer can multiply the size; honest servers use one. */
const MAX_LAYERS = 2;

/** Reads the body as text. Throws OutboundError 'tooLarge' above the limit, 'protocol' when decompression fails. */
export async function responseText(
  body: ResponseBody,
  headers: Readonly<Record<string, string>>,
  limits: BodyLimits,
): Promise<string> {
  const encodings = encodingsOf(headers['content-encoding'] ?? '');
  const { chunks, isWhole } = await readChunks(body, limits);
  // A truncated compressed body cannot be decompressed. Requests that truncate do not ask for compression.
  if (!isWhole && encodings.length > 0) return '';
  return decodeText(await decompress(chunks, encodings, limits), headers['content-type'] ?? '');
}

function encodingsOf(header: string): string[] {
  return header
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && name !== 'identity');
}

/** Does not join the chunks: copying the largest answer would block the event loop. */
async function readChunks(
  body: ResponseBody,
  { maxBytes, cut }: BodyLimits,
): Promise<{ chunks: Uint8Array[]; isWhole: boolean }> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  // Leaving the loop, by break or throw, destroys the stream and with it the connection.
  for await (const chunk of body) {
    size += chunk.length;
    chunks.push(size > maxBytes ? chunk.subarray(0, chunk.length - (size - maxBytes)) : chunk);
    if (size > maxBytes && !cut) throw tooLarge(maxBytes);
    if (size > maxBytes) break;
  }
  return { chunks, isWhole: size <= maxBytes };
}

async function decompress(chunks: Uint8Array[], encodings: string[], limits: BodyLimits): Promise<Uint8Array[]> {
  const { maxBytes, cut } = limits;
  if (encodings.length > MAX_LAYERS)
    throw new OutboundError('protocol', new Error('The answer is encoded too many times.'));
  let unpacked = chunks;
  for (const encoding of encodings.reverse()) {
    if (sizeOf(unpacked) === 0) break; // HEAD, 204 and 304 may name an encoding without a body.
    unpacked = await decompressLayer(unpacked, encoding, maxBytes).catch((error: unknown) => {
      if (cut) return [];
      throw error instanceof OutboundError ? error : new OutboundError('protocol', error);
    });
  }
  return unpacked;
}

/**
 * Unpacks a small gzip body in one call, which is faster than a stream. The last bytes of gzip give the unpacked size.
 */
async function decompressLayer(chunks: Uint8Array[], encoding: string, maxBytes: number): Promise<Uint8Array[]> {
  const packed = /^(x-)?gzip$/.test(encoding) && sizeOf(chunks) <= PORTION_BYTES ? Buffer.concat(chunks) : undefined;
  if (packed && packed.length > SIZE_BYTES && packed.readUInt32LE(packed.length - SIZE_BYTES) <= PORTION_BYTES) {
    const maxOutputLength = Math.min(maxBytes, PORTION_BYTES);
    const small = await ungzip(packed, { maxOutputLength }).catch(refuseTooLarge);
    if (small) return [small];
  }
  const unpacked: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of Readable.from(chunks).pipe(decompressor(encoding, chunks[0]?.[0] ?? 0))) {
    unpacked.push(chunk as Uint8Array);
    size += (chunk as Uint8Array).length;
    if (size > maxBytes) throw tooLarge(maxBytes);
  }
  return unpacked;
}

function decompressor(encoding: string, first: number): Transform {
  if (/^(x-)?gzip$/.test(encoding)) return createGunzip({ chunkSize: PORTION_BYTES });
  if (encoding === 'br') return createBrotliDecompress({ chunkSize: PORTION_BYTES });
  // "deflate" means zlib-wrapped, but many servers send raw deflate; the first byte tells them apart.
  if (encoding === 'deflate')
    return ((first & 0x0f) === 8 ? createInflate : createInflateRaw)({ chunkSize: PORTION_BYTES });
  throw new Error(`The answer is encoded as ${encoding}, which was not asked for.`);
}

function refuseTooLarge(error: unknown): undefined {
  if ((error as { code?: unknown } | null)?.code !== 'ERR_BUFFER_TOO_LARGE') throw error;
}

function sizeOf(chunks: readonly Uint8Array[]): number {
  return chunks.reduce((sum, { length }) => sum + length, 0);
}

function tooLarge(maxBytes: number): OutboundError {
  return new OutboundError('tooLarge', new AnswerLimitExceeded('bytes', maxBytes));
}

/** The bytes at the end of gzip data that hold the unpacked size. A sender may write a wrong size. */
const SIZE_BYTES = 4;

/** Bytes that are decoded before the code checks whether it must yield the event loop. */
const PORTION_BYTES = 256 * 1024;

/** UTF-8 unless the response names another charset that the runtime supports. */
async function decodeText(chunks: readonly Uint8Array[], contentType: string): Promise<string> {
  const decoder = decoderFor(/charset="?([\w-]+)/i.exec(contentType)?.[1] ?? 'utf-8');
  const [only] = chunks;
  if (chunks.length === 1 && only && only.length <= PORTION_BYTES) return decoder.decode(only);
  const turn = currentTurn();
  const parts: string[] = [];
  for (const chunk of chunks) {
    for (let at = 0; at < chunk.length; at += PORTION_BYTES) {
      parts.push(decoder.decode(chunk.subarray(at, at + PORTION_BYTES), { stream: true }));
      await turn.pause();
    }
  }
  parts.push(decoder.decode());
  const text = parts.join('');
  // `join` ran without a pause, so the event loop is yielded now.
  if (text.length > PORTION_BYTES) await setImmediate();
  return text;
}

function decoderFor(charset: string): TextDecoder {
  try {
    return new TextDecoder(charset);
  } catch {
    return new TextDecoder();
  }
}
