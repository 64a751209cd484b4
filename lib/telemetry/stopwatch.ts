/** Returns a function that returns the milliseconds since this call, by a monotonic clock, rounded to 0.01. */
export function stopwatch(): () => number {
  const started = performance.now();
  return () => Math.round((performance.now() - started) * 100) / 100;
}
