/** The max number of `times` (Unix ms) within any period of one second. */
export function maxInASecond(times: readonly number[]): number {
  const sorted = times.toSorted((one, other) => one - other);
  let max = 0;
  for (let first = 0, last = 0; last < sorted.length; last += 1) {
    while ((sorted[last] ?? 0) - (sorted[first] ?? 0) >= 1_000) first += 1;
    max = Math.max(max, last - first + 1);
  }
  return max;
}
