import { Buffer } from 'node:buffer';
import { Unzip, type UnzipFile, UnzipInflate } from 'fflate';
import { noSuch, Problem } from '../../../lib/problem/problem.ts';
import type { Call } from '../../../lib/rpc/call.ts';
import { type UploadStore, uploadIdOf } from './upload.ts';

type Deps = { stores: { uploads: UploadStore } };

/** The source of a manifest. Exactly one field must be set. */
export type Source = { sourceYaml?: string; sourceZipUrl?: string };
export type ReadSource = ReturnType<typeof makeReadSource>;

/**
 * Returns the text of a manifest. A `sourceZipUrl` is never fetched: it identifies a zip that this project or this
 * caller uploaded. Throws invalidArgument unless exactly one source is set, unprocessable for an unknown upload or an
 * invalid zip.
 */
export function makeReadSource({ stores }: Deps) {
  return async function readSource(
    call: Call,
    projectId: string,
    { sourceYaml = '', sourceZipUrl = '' }: Source,
  ): Promise<string> {
    if ((sourceYaml === '') === (sourceZipUrl === '')) throw oneOfBoth();
    if (sourceYaml) return sourceYaml;
    const id = uploadIdOf(sourceZipUrl);
    const owners = [`project:${projectId}`, call.principal];
    const content = id === null ? undefined : await stores.uploads.findContent(owners, id);
    if (!content) throw noUpload();
    return manifestInArchive(content);
  };
}

function oneOfBoth(): Problem {
  const detail = 'Send either sourceZipUrl or sourceYaml.';
  return new Problem('invalidArgument', detail, {
    issues: ['sourceZipUrl', 'sourceYaml'].map((name) => ({ in: 'body', name, detail })),
  });
}

function noUpload(): Problem {
  const detail = noSuch('upload');
  return new Problem('unprocessable', detail, {
    issues: [{ in: 'body', name: 'sourceZipUrl', detail }],
    remedy: 'Ask for an upload URL, PUT the zip there, and deploy it within a day as gs://<bucket><path>.',
  });
}

const NAMES = ['amp.yaml', 'amp.yml'];
/** Max bytes of the manifest; equal to the limit of a manifest that is sent as text. */
const MAX_MANIFEST_BYTES = 524_288;
const MAX_ENTRIES = 1_000;
/**
 * Bytes of the zip that are inflated between two checks. Deflate expands data by a factor of about 1,000 at most, so
 * this limits the memory that a zip bomb uses.
 */
const SLICE = 4_096;

type Reading = { chunks: Uint8Array[]; size: number; entries: number; isWhole: boolean; fault: string | null };

/**
 * Returns the text of `amp.yaml` (or `amp.yml`) at the root of a zip. Inflates only that file, as a stream of slices,
 * so that a zip bomb never expands fully in memory. Throws unprocessable.
 */
export function manifestInArchive(bytes: Uint8Array): string {
  const reading: Reading = { chunks: [], size: 0, entries: 0, isWhole: false, fault: null };
  const unzip = new Unzip((file) => meet(file, reading));
  unzip.register(UnzipInflate);
  try {
    for (let at = 0; at < bytes.length && reading.fault === null; at += SLICE)
      unzip.push(bytes.subarray(at, at + SLICE), at + SLICE >= bytes.length);
  } catch {
    reading.fault ??= 'is damaged';
  }
  const fault = reading.fault ?? missing(reading);
  if (fault !== null) throw unfit(fault);
  return textOf(reading);
}

function meet(file: UnzipFile, reading: Reading): void {
  reading.entries += 1;
  if (reading.entries > MAX_ENTRIES) reading.fault ??= `has more than ${MAX_ENTRIES} files`;
  if (!NAMES.includes(file.name) || reading.fault !== null) return;
  if (reading.size > 0 || reading.isWhole) {
    reading.fault = `has more than one ${NAMES.join(' or ')}`;
    return;
  }
  file.ondata = (error, chunk, isLast) => {
    if (error) reading.fault ??= 'is damaged';
    if (error || reading.fault !== null) return;
    reading.size += chunk.length;
    if (reading.size > MAX_MANIFEST_BYTES) reading.fault = `has a manifest of more than ${MAX_MANIFEST_BYTES} bytes`;
    else reading.chunks.push(chunk);
    if (isLast) reading.isWhole = true;
  };
  file.start();
}

function missing({ entries, isWhole }: Reading): string | null {
  if (isWhole) return null;
  return entries === 0 ? 'is not a zip archive' : `has no complete ${NAMES.join(' or ')} at its root`;
}

function textOf({ chunks }: Reading): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
  } catch {
    throw unfit('has a manifest that is not valid UTF-8');
  }
}

function unfit(fault: string): Problem {
  const detail = `The upload ${fault}.`;
  return new Problem('unprocessable', detail, {
    issues: [{ in: 'body', name: 'sourceZipUrl', detail }],
    remedy: `Upload a zip with ${NAMES[0]} at its root.`,
  });
}
