/**
 * The rules that the promises of docs/promises.md rest on, each with a switch. A test of a promise runs twice: with all
 * rules, and without the one it is about, where it must turn red; a test that can't is none. A rule is asked at the one
 * place where it is enforced. Only tests switch rules off, by `rulesWithout` or, in a process, by CAUSEWAY_TEST_BREAK.
 */
export const ruleNames = [
  'overlap',
  'dedupe',
  'skew',
  'circles',
  'wayOn',
  'budgets',
  'startOver',
  'fence',
  'ledger',
  'gaps',
  'once',
  'grid',
  'settledOnce',
  'coalesce',
  'spread',
  'pace',
  'pause',
  'autoPause',
  'refusals',
  'backOff',
  'countScheduled',
  'successResets',
  'resumeAtWatermark',
  'disabled',
  'dropped',
  'causeGone',
  'backfillDays',
  'backfillOnce',
  'highestTotal',
  'backfillDifference',
  'failedBackfill',
  'putOff',
  'leaveOutLater',
  'unscheduled',
  'backfillWatermark',
  'rateBudget',
  'parking',
  'clockBack',
  'fairness',
  'lastSlot',
  'quantum',
  'lending',
  'singleRefresh',
  'lostAnswer',
  'transient',
  'secondRefusal',
  'tombstones',
  'sweepGuard',
  'pageCredit',
  'heldFirst',
  'seal',
  'offline',
  'bounded',
] as const;

export type Rule = (typeof ruleNames)[number];
export type Rules = { holds(rule: Rule): boolean };

export const allRules: Rules = { holds: () => true };

export function rulesWithout(...broken: readonly Rule[]): Rules {
  const names = new Set<Rule>(broken);
  return { holds: (rule) => !names.has(rule) };
}

/** Throws RangeError for a name that is none of them. */
export function rulesBut(names: readonly string[]): Rules {
  const unknown = names.find((name) => !(ruleNames as readonly string[]).includes(name));
  if (unknown !== undefined) throw new RangeError(`"${unknown}" is no rule; there are: ${ruleNames.join(', ')}.`);
  return rulesWithout(...(names as readonly Rule[]));
}
