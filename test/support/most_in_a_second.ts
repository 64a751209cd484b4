/** How many of these times (Unix ms) lie within the fullest second. */
export function mostInASecond(times: readonly number[]): number {
  const sorted = times.toSorted((one, other) => one - other);
  let most = 0;
  for (let first = 0, last = 0; last < sorted.length; last += 1) {
    while ((sorted[last] ?? 0) - (sorted[first] ?? 0) >= 1_000) first += 1;
    most = Math.max(most, last - first + 1);
  }
  return most;
}
