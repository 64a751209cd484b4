import type { Clock } from '../../../../lib/time/clock.ts';
import type { NewId } from '../../../../lib/ids/ids.ts';
import type { Call } from '../../../../lib/rpc/call.ts';
import { placeOf, type UploadStore } from '../domain/upload.ts';
import type { CheckUploads } from './upload_quota.ts';
import type { UploadLinks } from './upload_links.ts';

type Deps = { stores: { uploads: UploadStore }; clock: Clock; newId: NewId };

export type GenerateUploadUrl = ReturnType<typeof makeGenerateUploadUrl>;

const VALID_MS = 15 * 60_000;

/**
 * Creates an upload slot for one zip and returns its signed URL. `projectId` is the project of the API key; empty
 * without one. Throws rateLimited.
 */
export function makeGenerateUploadUrl({ stores, clock, newId }: Deps, links: UploadLinks, checkUploads: CheckUploads) {
  return async function generateUploadUrl(call: Call, { projectId, md5 }: { projectId: string; md5: string }) {
    const id = newId();
    const createTime = clock.now();
    const owner = projectId ? `project:${projectId}` : call.principal;
    await checkUploads(owner, { bytes: 0 });
    await stores.uploads.insert({ id, owner, md5, createTime, expireTime: createTime + VALID_MS });
    return { url: links.urlOf(id), ...placeOf(id) };
  };
}
