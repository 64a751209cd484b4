import { Problem } from '../problem/problem.ts';

/** The max number of one kind of thing that an owner may have. `max` 0: no limit. */
export type Quota = {
  max: number;
  /** The setting that has `max`, for the text of the problem. */
  setting: string;
  /** The name of the things in the plural, such as `destinations`, for the text of the problem. */
  things: string;
  /** The kind of owner, such as `project`. */
  owner: string;
};

/** Throws unprocessable when `adding` more would exceed the quota. */
export function checkQuota({ max, setting, things, owner }: Quota, used: number, adding: number): void {
  if (max === 0 || used + adding <= max) return;
  throw new Problem('unprocessable', `A ${owner} may have at most ${max} ${things}, and this one has ${used}.`, {
    remedy: `Delete ${things} that are not needed, or ask the operator to raise ${setting}.`,
    context: { quota: setting, max, used },
  });
}
