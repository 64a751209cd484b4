type Failing = { failingSince?: string; health?: { since?: string } };

const HOUR_MS = 3_600_000;

/**
 * The start times that a recovery offers, the most likely first, as pairs of ISO 8601 time and text. `now`: Unix ms.
 */
export function sinceChoices({ failingSince, health }: Failing, now: number): [since: string, text: string][] {
  const began = [failingSince, health?.since].filter((at) => at !== undefined).sort()[0];
  const ago = (ms: number) => new Date(now - ms).toISOString();
  return [
    ...(began ? [[began, 'since it began failing'] as [string, string]] : []),
    [ago(HOUR_MS), 'of the last hour'],
    [ago(24 * HOUR_MS), 'of the last day'],
  ];
}
