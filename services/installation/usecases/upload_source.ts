import { createHash } from 'node:crypto';
import { Problem } from '../../../lib/problem/problem.ts';
import type { Call } from '../../../lib/rpc/call.ts';
import type { Deps } from './deps.ts';
import type { UploadLinks } from './upload_links.ts';

type Request = { uploadId: string; signature: string; content: Uint8Array };
export type UploadSource = ReturnType<typeof makeUploadSource>;

/**
 * Takes the bytes of a zip. They may be sent again until the address expires, so that a client whose answer was lost can
 * repeat itself. One problem for all that can be wrong with an address, so that nothing can be learned by trying.
 */
export function makeUploadSource({ stores, clock }: Pick<Deps, 'stores' | 'clock'>, links: UploadLinks) {
  return async function uploadSource(_call: Call, { uploadId, signature, content }: Request): Promise<void> {
    const upload = links.isSigned(uploadId, signature) ? await stores.uploads.find(uploadId) : undefined;
    if (!upload || upload.expireTime <= clock.now()) throw noPlace();
    if (upload.md5 && md5Of(content) !== upload.md5) throw otherBytes();
    if (!(await stores.uploads.putContent(upload.owner, uploadId, content))) throw noPlace();
  };
}

function md5Of(content: Uint8Array): string {
  return createHash('md5').update(content).digest('base64');
}

function noPlace(): Problem {
  return new Problem('notFound', 'There is no such upload, or its 15 minutes are over.', {
    remedy: 'Ask for an upload URL again and send the zip there.',
  });
}

function otherBytes(): Problem {
  return new Problem('invalidArgument', 'The bytes are not those whose MD5 was given for this upload.', {
    remedy: 'Send the zip again, or ask for an upload URL for this one.',
  });
}
