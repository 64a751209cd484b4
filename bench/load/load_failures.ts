type Load = { ok: number; failed: number; firstFailure?: string };

/** Failed requests are no load: their answers are quicker than the work. */
export function loadFailures(name: string, loads: readonly Load[]): string[] {
  const failed = loads.reduce((sum, load) => sum + load.failed, 0);
  if (failed === 0) return [];
  const first = loads.find(({ firstFailure }) => firstFailure)?.firstFailure;
  return [`${failed} requests to ${name} failed; the first: ${first}`];
}
