import { Buffer } from 'node:buffer';
import { Unzip, type UnzipFile, UnzipInflate } from 'fflate';
import { noSuchText, Problem } from '../../../lib/problem/problem.ts';
import type { Call } from '../../../lib/rpc/call.ts';
import { type UploadStore, uploadIdOf } from './upload.ts';

type Deps = { stores: { uploads: UploadStore } };

/** The source of a manifest. Exactly one field must be set. */
export type ManifestSource = { sourceYaml?: string; sourceZipUrl?: string };
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
    { sourceYaml = '', sourceZipUrl = '' }: ManifestSource,
  ): Promise<string> {
    if ((sourceYaml === '') === (sourceZipUrl === '')) throw notOneSource();
    if (sourceYaml) return sourceYaml;
    const id = uploadIdOf(sourceZipUrl);
    const owners = [`project:${projectId}`, call.principal];
    const content = id === null ? undefined : await stores.uploads.findContent(owners, id);
    if (!content) throw noUpload();
    return manifestInArchive(content);
  };
}

function notOneSource(): Problem {
  const detail = 'Send either sourceZipUrl or sourceYaml.';
  return new Problem('invalidArgument', detail, {
    issues: ['sourceZipUrl', 'sourceYaml'].map((name) => ({ in: 'body', name, detail })),
  });
}

function noUpload(): Problem {
  const detail = noSuchText('upload');
  return new Problem('unprocessable', detail, {
    issues: [{ in: 'body', name: 'sourceZipUrl', detail }],
    remedy: 'Ask for an upload URL, PUT the zip there, and deploy it within a day as gs://<bucket><path>.',
  });
}

const MANIFEST_NAMES = ['amp.yaml', 'amp.yml'];
/** Max bytes of the manifest; equal to the limit of a manifest that is sent as text. */
const MAX_MANIFEST_BYTES = 524_288;
const MAX_ENTRIES = 1_000;
/**
 * Bytes of the zip that are inflated between two checks. Deflate expands data by a factor of about 1,000 at most, so
 * this limits the memory that a zip bomb uses.
 */
const SLICE_BYTES = 4_096;

type ArchiveReading = { chunks: Uint8Array[]; size: number; entries: number; isWhole: boolean; fault: string | null };

/**
 * Returns the text of `amp.yaml` (or `amp.yml`) at the root of a zip. Inflates only that file, as a stream of slices,
 * so that a zip bomb never expands fully in memory. Throws unprocessable.
 */
export function manifestInArchive(bytes: Uint8Array): string {
  const reading: ArchiveReading = { chunks: [], size: 0, entries: 0, isWhole: false, fault: null };
  const unzip = new Unzip((file) => readEntry(file, reading));
  unzip.register(UnzipInflate);
  try {
    for (let at = 0; at < bytes.length && reading.fault === null; at += SLICE_BYTES)
      unzip.push(bytes.subarray(at, at + SLICE_BYTES), at + SLICE_BYTES >= bytes.length);
  } catch {
    reading.fault ??= 'is damaged';
  }
  const fault = reading.fault ?? missingManifestFault(reading);
  if (fault !== null) throw invalidUpload(fault);
  return manifestText(reading);
}

function readEntry(file: UnzipFile, reading: ArchiveReading): void {
  reading.entries += 1;
  if (reading.entries > MAX_ENTRIES) reading.fault ??= `has more than ${MAX_ENTRIES} files`;
  if (!MANIFEST_NAMES.includes(file.name) || reading.fault !== null) return;
  if (reading.size > 0 || reading.isWhole) {
    reading.fault = `has more than one ${MANIFEST_NAMES.join(' or ')}`;
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

function missingManifestFault({ entries, isWhole }: ArchiveReading): string | null {
  if (isWhole) return null;
  return entries === 0 ? 'is not a zip archive' : `has no complete ${MANIFEST_NAMES.join(' or ')} at its root`;
}

function manifestText({ chunks }: ArchiveReading): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
  } catch {
    throw invalidUpload('has a manifest that is not valid UTF-8');
  }
}

function invalidUpload(fault: string): Problem {
  const detail = `The upload ${fault}.`;
  return new Problem('unprocessable', detail, {
    issues: [{ in: 'body', name: 'sourceZipUrl', detail }],
    remedy: `Upload a zip with ${MANIFEST_NAMES[0]} at its root.`,
  });
}
