import type { UploadStore } from '../domain/upload.ts';
import { Problem } from '../../../../lib/problem/problem.ts';
import type { Clock } from '../../../../lib/time/clock.ts';

type Stores = { uploads: UploadStore };

export type UploadLimits = { perDay: number; bytesPerDay: number };
export type CheckUploads = (owner: string, adding: { bytes: number; replacedBytes?: number }) => Promise<void>;

export const NO_UPLOAD_LIMITS: UploadLimits = { perDay: 0, bytesPerDay: 0 };
const DAY = 24 * 3_600_000;

/**
 * Throws rateLimited when an owner has started too many uploads in a day, or sent too much content. Concurrent requests
 * may exceed a limit by what they add themselves: the gateway limits requests in progress, and uploads end after a day.
 */
export function makeCheckUploads(
  { stores, clock }: { stores: Stores; clock: Clock },
  { perDay, bytesPerDay }: UploadLimits,
): CheckUploads {
  return async function checkUploads(owner, { bytes, replacedBytes = 0 }) {
    if (perDay === 0 && bytesPerDay === 0) return;
    const used = await stores.uploads.usage(owner, clock.now() - DAY);
    const retryAfter = used.firstTime + DAY;
    if (bytes === 0 && perDay > 0 && used.count >= perDay)
      throw tooMany(`${perDay} uploads`, { max: perDay, used: used.count }, retryAfter);
    if (bytesPerDay > 0 && used.bytes - replacedBytes + bytes > bytesPerDay)
      throw tooMany(`${bytesPerDay} bytes of uploads`, { max: bytesPerDay, used: used.bytes }, retryAfter);
  };
}

function tooMany(what: string, context: { max: number; used: number }, retryAfter: number): Problem {
  return new Problem('rateLimited', `A project may have at most ${what} in a day.`, {
    retryAfter,
    context,
    remedy: 'Send the manifest as sourceYaml, or wait until retryAfter.',
  });
}
