import { countsTable } from '../../../lib/counts/counts_table.ts';

/** Records read, delivered and undelivered. */
export const counts = countsTable('0037_counts');
