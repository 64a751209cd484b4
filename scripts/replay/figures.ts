import type { CaseResult } from './replay_all.ts';
import { WRITE_KINDS } from './replay_case.ts';
import { DIFFERS, EMPTIED, type Verdict } from './run_case.ts';

export type Tally = Record<Verdict['status'], number>;

export function tallyOf(results: readonly Pick<Verdict, 'status'>[]): Tally {
  const count = (status: Verdict['status']) => results.filter((result) => result.status === status).length;
  return { passed: count('passed'), failed: count('failed'), unsupported: count('unsupported') };
}

export type Figures = {
  all: Tally;
  /** The number of passed cases by how much a pass proves. */
  passed: {
    byObject: number;
    byPath: number;
    expectNothing: number;
    expectFailure: number;
    byAddress: number;
    byEmptyPage: number;
  };
  disagreeing: number;
  byKind: Record<string, Tally>;
  byProvider: Record<string, Tally>;
  writes: WriteFigures;
};

/** `dummy` counts the writes whose recorded body is a dummy. They prove only method, path and id. */
export type WriteTally = { judged: number; agreed: number; dummy: { judged: number; agreed: number } };
export type WriteFigures = {
  all: WriteTally;
  /** The number of agreed writes that differ from the recording for a documented reason. */
  onPurpose: number;
  byProvider: Record<string, WriteTally>;
  /** The number of cases that were not judged, by reason. */
  byReason: Record<string, number>;
};

/** Counts the results of a run, separated by how much each pass proves. */
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
      byAddress: passed.filter(({ expects }) => expects === 'address').length,
      byEmptyPage: passed.filter(({ reason }) => reason.includes(EMPTIED)).length,
    },
    disagreeing: results.filter(({ reason }) => reason.includes('disagrees with the recording')).length,
    byKind: tallies(results, ({ kind }) => kind),
    byProvider: tallies(results, ({ provider }) => provider),
    writes: writeFigures(results.filter(({ kind }) => WRITE_KINDS.includes(kind))),
  };
}

function writeFigures(writes: readonly CaseResult[]): WriteFigures {
  const judged = writes.filter(({ status }) => status !== 'unsupported');
  const left = writes.filter(({ status }) => status === 'unsupported').map(({ reason }) => withoutNames(reason));
  return {
    all: writeTally(judged),
    onPurpose: judged.filter(({ status, reason }) => status === 'passed' && reason.includes(DIFFERS)).length,
    byProvider: grouped(judged, ({ provider }) => provider, writeTally),
    byReason: grouped(
      left,
      (reason) => reason,
      ({ length }) => length,
    ),
  };
}

function writeTally(results: readonly CaseResult[]): WriteTally {
  const agreed = ({ status }: CaseResult) => status === 'passed';
  const dummies = results.filter(({ expects }) => expects === 'address');
  return {
    judged: results.length,
    agreed: results.filter(agreed).length,
    dummy: { judged: dummies.length, agreed: dummies.filter(agreed).length },
  };
}

/** Removes object, action and provider names from a reason, so that equal reasons are counted together. */
function withoutNames(reason: string): string {
  return reason
    .replace(/^(the action )\S+/, '$1…')
    .replace(/^(its file has no \w+ of |no provider file for ).+/, '$1…');
}

/** The figures as lines of text. The last line is `N passed, N failed, N unsupported`. */
export function figureLines({ all, passed, disagreeing, byKind, byProvider, writes }: Figures): string[] {
  const rows = (title: string, tally: Record<string, Tally>) => [
    title,
    ...Object.entries(tally).map(([name, one]) => `  ${name.padEnd(28)} ${textOf(one)}`),
  ];
  return [
    '',
    ...rows('By provider', byProvider),
    ...rows('By kind', byKind),
    ...writeLines(writes),
    `Of the passed: ${passed.byObject} by the object of the file, ${passed.byPath} by a raw path, ` +
      `${passed.expectNothing} expect no record, ${passed.expectFailure} expect a failure, ` +
      `${passed.byAddress} are writes with a dummy body; ` +
      `${passed.byEmptyPage} end by an empty page after a short one.`,
    `In ${disagreeing} cases the file disagrees with the recording.`,
    textOf(all),
  ];
}

function writeLines({ all, onPurpose, byProvider, byReason }: WriteFigures): string[] {
  if (all.judged === 0 && Object.keys(byReason).length === 0) return [];
  const text = ({ judged, agreed, dummy }: WriteTally) =>
    `${judged} judged, ${agreed} agreed; of them with a dummy body ${dummy.judged} judged, ${dummy.agreed} agreed`;
  return [
    'Writes of one record',
    ...Object.entries(byProvider).map(([name, tally]) => `  ${name.padEnd(28)} ${text(tally)}`),
    `  ${'all'.padEnd(28)} ${text(all)}; ${onPurpose} agree with a difference on purpose`,
    ...Object.entries(byReason).map(([reason, count]) => `  ${count} not judged: ${reason}`),
  ];
}

function textOf({ passed, failed, unsupported }: Tally): string {
  return `${passed} passed, ${failed} failed, ${unsupported} unsupported`;
}

function tallies(results: readonly CaseResult[], nameOf: (result: CaseResult) => string): Record<string, Tally> {
  return grouped(results, nameOf, tallyOf);
}

function grouped<T, V>(
  all: readonly T[],
  nameOf: (one: T) => string,
  valueOf: (group: readonly T[]) => V,
): Record<string, V> {
  const names = [...new Set(all.map(nameOf))].sort();
  return Object.fromEntries(names.map((name) => [name, valueOf(all.filter((one) => nameOf(one) === name))]));
}
