import { Buffer } from 'node:buffer';
import process from 'node:process';
import { parseJson } from '../lib/json/json.ts';
import { jsonInputs } from './work/json_inputs.ts';
import { medianOf } from './measure/median.ts';
import type { BenchResult } from './result.ts';

const WARM_ROUNDS = 4;
const ROUNDS = 11;
/** The time of parseJson may be so many times that of JSON.parse, on any input. */
const ALLOWED = 3;

/**
 * The CPU time of parseJson over that of JSON.parse for each input, alternating, as the median of the rounds. `ratio`
 * is the allowed value over the worst.
 */
export async function benchJson(): Promise<BenchResult> {
  const ratios = Object.fromEntries(Object.entries(jsonInputs).map(([name, make]) => [name, ratioOf(make())]));
  const [worst = '', value = 0] = Object.entries(ratios).toSorted(([, one], [, other]) => other - one)[0] ?? [];
  return { ratio: Number((ALLOWED / value).toFixed(2)), worst, allowed: ALLOWED, timesOfJsonParse: ratios };
}

function ratioOf(made: string): number {
  // A decoded text is flat, as that of an answer is.
  const text = new TextDecoder().decode(Buffer.from(made));
  const rounds = Array.from({ length: WARM_ROUNDS + ROUNDS }, () => ({
    theirs: cpuOf(() => JSON.parse(text)),
    ours: cpuOf(() => parseJson(text)),
  })).slice(WARM_ROUNDS);
  return Number((medianOf(rounds.map(({ ours }) => ours)) / medianOf(rounds.map(({ theirs }) => theirs))).toFixed(2));
}

/** CPU time of all threads of this process, so that the garbage collector's counts too. Microseconds. */
function cpuOf(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return user + system;
}
