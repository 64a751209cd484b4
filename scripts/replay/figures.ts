import type { CaseResult } from './replay_all.ts';
import { EMPTIED, type Verdict } from './run_case.ts';

export type Tally = Record<Verdict['status'], number>;

export function tallyOf(results: readonly Pick<Verdict, 'status'>[]): Tally {
  const count = (status: Verdict['status']) => results.filter((result) => result.status === status).length;
  return { passed: count('passed'), failed: count('failed'), unsupported: count('unsupported') };
}

export type Figures = {
  all: Tally;
  /** What a pass rests on. */
  passed: { byObject: number; byPath: number; expectNothing: number; expectFailure: number; byEmptyPage: number };
  disagreeing: number;
  byKind: Record<string, Tally>;
  byProvider: Record<string, Tally>;
};

/** What a run of cases shows, apart by how much each pass proves. */
export function figuresOf(results: readonly CaseResult[]): Figures {
  const passed = results.filter(({ status }) => status === 'passed');
  const full = passed.filter(({ expects }) => expects === 'records');
  return {
    all: tallyOf(results),
    passed: {
      byObject: full.filter(({ asked }) => asked === 'object').length,
      byPath: full.filter(({ asked }) => asked === 'path').length,
      expectNothing: passed.filter(({ expects }) => expects === 'nothing').length,
      expectFailure: passed.filter(({ expects }) => expects === 'failure').length,
      byEmptyPage: passed.filter(({ reason }) => reason.includes(EMPTIED)).length,
    },
    disagreeing: results.filter(({ reason }) => reason.includes('disagrees with the recording')).length,
    byKind: tallies(results, ({ kind }) => kind),
    byProvider: tallies(results, ({ provider }) => provider),
  };
}

/** Lines for people, the closing one last: `N passed, N failed, N unsupported`. */
export function figureLines({ all, passed, disagreeing, byKind, byProvider }: Figures): string[] {
  const rows = (title: string, tally: Record<string, Tally>) => [
    title,
    ...Object.entries(tally).map(([name, one]) => `  ${name.padEnd(28)} ${textOf(one)}`),
  ];
  return [
    '',
    ...rows('By provider', byProvider),
    ...rows('By kind', byKind),
    `Of the passed: ${passed.byObject} by the object of the file, ${passed.byPath} by a raw path, ` +
      `${passed.expectNothing} expect no record, ${passed.expectFailure} expect a failure; ` +
      `${passed.byEmptyPage} end by an empty page after a short one.`,
    `In ${disagreeing} cases the file disagrees with the recording.`,
    textOf(all),
  ];
}

function textOf({ passed, failed, unsupported }: Tally): string {
  return `${passed} passed, ${failed} failed, ${unsupported} unsupported`;
}

function tallies(results: readonly CaseResult[], nameOf: (result: CaseResult) => string): Record<string, Tally> {
  const names = [...new Set(results.map(nameOf))].sort();
  return Object.fromEntries(names.map((name) => [name, tallyOf(results.filter((one) => nameOf(one) === name))]));
}
