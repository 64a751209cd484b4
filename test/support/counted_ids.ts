import type { NewId } from '../../lib/ids/ids.ts';

/** Makes ids that increase like those of a service, and are the same in every run. */
export function countedIds(): NewId {
  let made = 0;
  return () => {
    made += 1;
    return `01900000-0000-7000-8000-${made.toString(16).padStart(12, '0')}`;
  };
}

/** An id that is never in the database. */
export const ABSENT = '01900000-0000-7000-8000-ffffffffffff';
