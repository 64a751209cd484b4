import type { UploadStore } from '../domain/upload.ts';
import type { Clock } from '../../../../lib/time/clock.ts';
import { createHash } from 'node:crypto';
import { Problem } from '../../../../lib/problem/problem.ts';
import type { Call } from '../../../../lib/rpc/call.ts';
import type { CheckUploads } from './upload_quota.ts';
import type { UploadLinks } from './upload_links.ts';

type Deps = { stores: { uploads: UploadStore }; clock: Clock };

type Request = { uploadId: string; signature: string; content: Uint8Array };
export type UploadSource = ReturnType<typeof makeUploadSource>;

/**
 * Stores the content of a zip. It may be sent again until the URL expires, so that a client can retry after a lost
 * response. Every fault of a URL gives the same problem, so that probing reveals nothing. Throws notFound,
 * rateLimited, and invalidArgument for another MD5.
 */
export function makeUploadSource({ stores, clock }: Deps, links: UploadLinks, checkUploads: CheckUploads) {
  return async function uploadSource(_call: Call, { uploadId, signature, content }: Request): Promise<void> {
    const upload = links.isSigned(uploadId, signature) ? await stores.uploads.find(uploadId) : undefined;
    if (!upload || upload.expireTime <= clock.now()) throw noPlace();
    if (upload.md5 && md5Of(content) !== upload.md5) throw otherBytes();
    await checkUploads(upload.owner, { bytes: content.length, replacedBytes: upload.bytes });
    if (!(await stores.uploads.putContent(upload.owner, uploadId, content))) throw noPlace();
  };
}

function md5Of(content: Uint8Array): string {
  return createHash('md5').update(content).digest('base64');
}

function noPlace(): Problem {
  return new Problem('notFound', 'There is no such upload, or its URL has expired.', {
    remedy: 'Ask for an upload URL again and send the zip there.',
  });
}

function otherBytes(): Problem {
  return new Problem('invalidArgument', 'The content does not have the MD5 that was given for this upload.', {
    remedy: 'Send the zip again, or ask for an upload URL for this one.',
  });
}
