import { Buffer } from 'node:buffer';
import { pathToFileURL } from 'node:url';
import { cpuTimes } from './measure/cpu_times.ts';
import { platformPath } from './measure/platform_path.ts';
import type { BenchResult } from './result.ts';
import { jsonInputs, ordinaryInputs } from './work/json_inputs.ts';

type JsonModule = Pick<typeof import('../lib/json/json.ts'), 'parseJson' | 'stringifyJson'>;
type Times = Record<string, number>;

/** The time of parseJson may be so many times that of JSON.parse, on any input. */
const ALLOWED = 3;
/** The same of stringifyJson over JSON.stringify, for usual records and for values that are made to be slow. */
const ALLOWED_WRITING = { ordinary: 3, odd: 10 };

/**
 * The CPU time of parseJson over that of JSON.parse for each input, and of stringifyJson over that of JSON.stringify
 * for the same values; alternating, medians of the rounds. `ratio` is the allowed value over the worst of reading;
 * `writing` has its own, for usual records and for the others.
 */
export async function benchJson(): Promise<BenchResult> {
  const ours = (await import(pathToFileURL(platformPath('dist/lib/json/json.js')).href)) as JsonModule;
  const [reading, writing]: [Times, Times] = [{}, {}];
  const failures: string[] = [];
  for (const [name, make] of Object.entries(jsonInputs)) {
    // A decoded text is flat, as that of an answer is.
    const text = new TextDecoder().decode(Buffer.from(make()));
    const [plain, exact]: [unknown, unknown] = [JSON.parse(text), ours.parseJson(text)];
    reading[name] = cpuTimes(
      () => ours.parseJson(text),
      () => JSON.parse(text),
    );
    writing[name] = cpuTimes(
      () => ours.stringifyJson(exact),
      () => JSON.stringify(plain),
    );
    if (JSON.stringify(JSON.parse(ours.stringifyJson(exact))) !== JSON.stringify(plain))
      failures.push(`What was read and written of ${name} is not what JSON.parse reads.`);
  }
  const { ratio, worst } = worstOf(reading, ALLOWED);
  return { ratio, failures, worst, allowed: ALLOWED, timesOfJsonParse: reading, writing: writingOf(writing) };
}

function writingOf(times: Times) {
  const only = (isOrdinary: boolean) =>
    Object.fromEntries(Object.entries(times).filter(([name]) => ordinaryInputs.includes(name) === isOrdinary));
  const ordinary = worstOf(only(true), ALLOWED_WRITING.ordinary);
  const odd = worstOf(only(false), ALLOWED_WRITING.odd);
  const { ratio, worst } = odd.ratio < ordinary.ratio ? odd : ordinary;
  return { ratio, worst, ordinary, odd, timesOfJsonStringify: times };
}

function worstOf(times: Times, allowed: number): { ratio: number; worst: string; allowed: number } {
  const [worst = '', value = 0] = Object.entries(times).toSorted(([, one], [, other]) => other - one)[0] ?? [];
  return { ratio: Number((allowed / value).toPrecision(3)), worst, allowed };
}
