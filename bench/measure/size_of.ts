import process from 'node:process';

/**
 * A size of a bench. `CAUSEWAY_BENCH_SIZE=tiny` runs every bench to its end in seconds; its figures mean nothing then,
 * but a bench that no longer works is noticed.
 */
export function sizeOf<T>(full: T, tiny: T): T {
  const size = process.env['CAUSEWAY_BENCH_SIZE'] || 'full';
  if (size !== 'full' && size !== 'tiny') throw new Error('CAUSEWAY_BENCH_SIZE is full or tiny.');
  return size === 'tiny' ? tiny : full;
}
