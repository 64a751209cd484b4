import { countsTable } from '../../../lib/counts/counts_table.ts';

/** Messages delivered, and attempts that failed. */
export const counts = countsTable('notifications_0018_counts');
