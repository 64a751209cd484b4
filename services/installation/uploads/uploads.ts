import { Buffer } from 'node:buffer';
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { Problem } from '../../../lib/problem/problem.ts';
import type { Call } from '../../../lib/rpc/call.ts';
import type { ClockAndIds } from '../../../lib/use_case/use_case_context.ts';
import { bucketAndPathOf, type UploadStore } from './upload.ts';

/** Signed upload URLs. The holder of a URL may only upload to its slot, until the slot expires. */
type UploadLinks = {
  urlOf(uploadId: string): string;
  isSigned(uploadId: string, signature: string): boolean;
};

/** @param secret shared by all processes of a deployment; the signing key is derived from it. */
export function uploadLinks({ publicUrl, secret }: { publicUrl: string; secret: string }): UploadLinks {
  const key = createHmac('sha256', secret).update('causeway/uploads/1').digest();
  const sign = (uploadId: string) => createHmac('sha256', key).update(uploadId).digest('base64url');
  return {
    urlOf: (uploadId) => `${publicUrl.replace(/\/+$/, '')}/v1/uploads/${uploadId}?signature=${sign(uploadId)}`,
    isSigned(uploadId, signature) {
      const [given, wanted] = [Buffer.from(signature), Buffer.from(sign(uploadId))];
      return given.length === wanted.length && timingSafeEqual(given, wanted);
    },
  };
}

type Stores = { uploads: UploadStore };

export type UploadLimits = { perDay: number; bytesPerDay: number };
type CheckUploads = (owner: string, adding: { bytes: number; replacedBytes?: number }) => Promise<void>;

export const NO_UPLOAD_LIMITS: UploadLimits = { perDay: 0, bytesPerDay: 0 };
const DAY_MS = 24 * 3_600_000;

/**
 * Throws rateLimited when an owner has started too many uploads in a day, or sent too much content. Concurrent requests
 * may together exceed a limit. The excess is small, because the gateway limits requests in progress, and uploads end
 * after a day.
 */
export function makeCheckUploads(
  { stores, clock }: ClockAndIds & { stores: Stores },
  { perDay, bytesPerDay }: UploadLimits,
): CheckUploads {
  return async function checkUploads(owner, { bytes, replacedBytes = 0 }) {
    if (perDay === 0 && bytesPerDay === 0) return;
    const used = await stores.uploads.usage(owner, clock.now() - DAY_MS);
    const retryAfter = used.firstTime + DAY_MS;
    if (bytes === 0 && perDay > 0 && used.count >= perDay)
      throw tooManyUploads(`${perDay} uploads`, { max: perDay, used: used.count }, retryAfter);
    if (bytesPerDay > 0 && used.bytes - replacedBytes + bytes > bytesPerDay)
      throw tooManyUploads(`${bytesPerDay} bytes of uploads`, { max: bytesPerDay, used: used.bytes }, retryAfter);
  };
}

function tooManyUploads(what: string, context: { max: number; used: number }, retryAfter: number): Problem {
  return new Problem('rateLimited', `At most ${what} are allowed in a day.`, {
    retryAfter,
    context,
    remedy: 'Send the manifest as sourceYaml, or wait until retryAfter.',
  });
}

type Deps = ClockAndIds & { stores: { uploads: UploadStore } };

const UPLOAD_VALID_MS = 15 * 60_000;

/**
 * Creates an upload slot for one zip and returns its signed URL. `projectId` is the project of the API key; empty when
 * the caller has no API key. Throws rateLimited.
 */
export function makeGenerateUploadUrl({ stores, clock, newId }: Deps, links: UploadLinks, checkUploads: CheckUploads) {
  return async function generateUploadUrl(call: Call, { projectId, md5 }: { projectId: string; md5: string }) {
    const id = newId();
    const createTime = clock.now();
    const owner = projectId ? `project:${projectId}` : call.principal;
    await checkUploads(owner, { bytes: 0 });
    await stores.uploads.insert({ id, owner, md5, createTime, expireTime: createTime + UPLOAD_VALID_MS });
    return { url: links.urlOf(id), ...bucketAndPathOf(id) };
  };
}

type UploadSourceDeps = ClockAndIds & { stores: { uploads: UploadStore } };

type UploadRequest = { uploadId: string; signature: string; content: Uint8Array };

/**
 * Stores the content of a zip. A client may send the content again until the URL expires, for example after a lost
 * response. All invalid URLs give the same problem, so that an attacker learns nothing from it. Throws notFound,
 * rateLimited, and invalidArgument for another MD5.
 */
export function makeUploadSource({ stores, clock }: UploadSourceDeps, links: UploadLinks, checkUploads: CheckUploads) {
  return async function uploadSource(_call: Call, { uploadId, signature, content }: UploadRequest): Promise<void> {
    const upload = links.isSigned(uploadId, signature) ? await stores.uploads.find(uploadId) : undefined;
    if (!upload || upload.expireTime <= clock.now()) throw noUpload();
    if (upload.md5 && md5Of(content) !== upload.md5) throw wrongMd5();
    await checkUploads(upload.owner, { bytes: content.length, replacedBytes: upload.bytes });
    if (!(await stores.uploads.putContent(upload.owner, uploadId, content))) throw noUpload();
  };
}

function md5Of(content: Uint8Array): string {
  return createHash('md5').update(content).digest('base64');
}

function noUpload(): Problem {
  return new Problem('notFound', 'There is no such upload, or its URL has expired.', {
    remedy: 'Ask for an upload URL again and send the zip there.',
  });
}

function wrongMd5(): Problem {
  return new Problem('invalidArgument', 'The content does not have the MD5 that was given for this upload.', {
    remedy: 'Send the zip again, or ask for an upload URL for this one.',
  });
}
