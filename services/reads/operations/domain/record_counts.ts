import type { CountStore } from '../../../../lib/counts/domain/counts.ts';

/** What is counted of records over time. A record that is delivered after it was undelivered counts in both. */
export const RECORD_KINDS = ['fetched', 'delivered', 'undelivered'] as const;

export type RecordCountStore = CountStore<(typeof RECORD_KINDS)[number]>;
