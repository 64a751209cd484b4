import { error, type Fault, type PathNode, textOf } from './fault.ts';

/**
 * Returns the fault of a schedule as a sentence; null when it is valid. `minGapMinutes`: min time between two runs;
 * default 10.
 */
export type CheckCron = (text: string, minGapMinutes?: number) => string | null;

/** The rule ids of two faults: a schedule that can't be parsed (`syntax`) and one that runs too often (`minGap`). */
type ScheduleRules = { syntax: string; minGap: string };

const SCHEDULE_EXAMPLE = "For example '*/15 * * * *' for every 15 minutes, in UTC.";

export function scheduleFaults(
  node: PathNode,
  checkCron: CheckCron,
  rules: ScheduleRules,
  minGapMinutes?: number,
): Fault[] {
  const schedule = textOf(node);
  const reason = schedule === undefined ? null : checkCron(schedule, minGapMinutes);
  if (reason === null) return [];
  return [error(node.path, /more often/.test(reason) ? rules.minGap : rules.syntax, reason, SCHEDULE_EXAMPLE)];
}
