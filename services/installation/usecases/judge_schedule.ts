import { checkCron } from '../../../lib/cron/check_cron.ts';
import type { Deps } from './deps.ts';

export type JudgeSchedule = (text: string, minGapMinutes: number) => string | null;

/**
 * What is wrong with a schedule, wherever it comes in: with a manifest, or with the config of one installation, made,
 * replaced, masked or patched. Null when nothing is.
 */
export function makeJudgeSchedule({ rules }: Pick<Deps, 'rules'>): JudgeSchedule {
  return (text, minGapMinutes) => checkCron(text, rules.holds('gaps') ? minGapMinutes : 0);
}
