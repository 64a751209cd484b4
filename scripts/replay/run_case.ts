import { ProviderFailure } from '../../connectors/engine/answer/failure.ts';
import type { ProviderCatalogue } from '../../connectors/engine/catalogue/providers.ts';
import type { Provider } from '../../connectors/engine/file/provider.ts';
import { findObject, objectNames } from '../../connectors/engine/objects/objects.ts';
import { cursorFromToken } from '../../connectors/engine/read/cursor_from_token.ts';
import { type ReadTarget, readPage } from '../../connectors/engine/read/read.ts';
import type { SendRequest } from '../../lib/http/outbound.ts';
import { spanOf } from './asked_span.ts';
import { connectionVariables } from './connection_variables.ts';
import { failureFault, type Outcome, outcomeFault } from './expectation.ts';
import { describeFault, upsertFault } from './field_cases.ts';
import { knownKeys } from './known_keys.ts';
import { SIZE } from './page_after.ts';
import { rawFault } from './recorded_objects.ts';
import { type Exchange, type ReplayCase, WRITE_KINDS } from './replay_case.ts';
import type { ReplayServer } from './replay_server.ts';
import { askedFor, atServer, moduleOf, ownOrigins, plain, providerOf } from './replayed_provider.ts';
import { judgeWrite } from './write_case.ts';
import { type RecordedWrite, writeOf } from './write_selection.ts';

/**
 * `asked`: whether the engine read an object by its name, or a raw path. `expects`: how much a pass proves. A read
 * without expected records, or with an expected failure, proves less than a read with records. A write whose recorded
 * body is a dummy proves only its address.
 */
export type Verdict = {
  status: 'passed' | 'failed' | 'unsupported';
  reason: string;
  kind: string;
  asked: 'object' | 'path';
  expects: 'records' | 'nothing' | 'failure' | 'address';
};
export type Replayer = { catalogue: ProviderCatalogue; server: ReplayServer; send: SendRequest };

/** Far more pages than any recording has. A read that reaches this number does not end. */
const ENDLESS = 200;

/** A part of the engine's error for an object that the provider file marks as unreadable. */
const UNREADABLE = 'cannot be read. ';

/** Precedes the reason why a write differs from the recorded one (deviations.ts). */
export const DIFFERS = 'differs on purpose: ';

/** Noted when the rule in page_after.ts was used. */
export const EMPTIED = 'the page after a short one was answered empty';

/**
 * Runs one recorded case through the engine. A case that the provider file does not support is not run; its status is
 * `unsupported`.
 */
export async function runCase(replayCase: ReplayCase, { catalogue, server, send }: Replayer): Promise<Verdict> {
  const { kind } = replayCase;
  const about = { kind, asked: 'object' as const, expects: expectedOf(replayCase) };
  const unsupported = (reason: string): Verdict => ({ ...about, status: 'unsupported', reason });
  const run = runners[kind];
  if (WRITE_KINDS.includes(kind)) return runWrite(replayCase, { catalogue, server, send });
  if (!run) return unsupported(`cases of kind ${kind}`);
  const provider = providerOf(replayCase, catalogue);
  if (!provider) return unsupported(`no provider file for ${replayCase.expected.provider}`);
  if (!run.isSupported(provider)) return unsupported(`its file does not claim ${kind}`);
  const recording = {
    exchanges: kind === 'metadata' ? replayCase.exchanges.map(anySize) : replayCase.exchanges,
    rewriteOrigins: [...(replayCase.expected.rewriteOrigins ?? []), ...ownOrigins(provider)],
    misses: [] as string[],
    answered: new Set<Exchange>(),
    arrayPath: replayCase.expected.rawRecords?.arrayPath,
    emptied: [] as string[],
    isKnown: (_key: string) => true,
  };
  server.play(recording);
  const paths = replayCase.exchanges.map(({ request }) => request.path);
  const target = targetOf(replayCase, atServer(provider, server.origin, paths), server.origin);
  if (kind === 'read') recording.isKnown = knownKeys(target);
  const asked = kind === 'read' && isRawPath(target) ? ('path' as const) : ('object' as const);
  const fault =
    (await run.fault(replayCase, target, send, recording.answered)) ??
    run.leftOut?.(replayCase, recording.answered) ??
    null;
  if (fault?.includes(UNREADABLE)) return unsupported(fault);
  const note = asked === 'path' ? elsewhere(replayCase, provider) : '';
  const reasons = [note, recording.emptied.length > 0 ? EMPTIED : ''].filter((text) => text !== '').join('; ');
  if (fault === null) return { ...about, asked, status: 'passed', reason: reasons };
  // A description may request things that do not exist; a read may not.
  const reason = (kind === 'read' && recording.misses[0]) || fault;
  return { ...about, asked, status: 'failed', reason: [note, reason].filter((text) => text !== '').join('; ') };
}

async function runWrite(replayCase: ReplayCase, { catalogue, server, send }: Replayer): Promise<Verdict> {
  const write = writeOf(replayCase);
  const about = { kind: replayCase.kind, asked: 'object' as const, expects: provenBy(replayCase, write) };
  const provider = providerOf(replayCase, catalogue);
  const judged =
    typeof write === 'string'
      ? write
      : provider
        ? await judgeWrite(replayCase, write, provider, { server, send })
        : `no provider file for ${replayCase.expected.provider}`;
  if (typeof judged === 'string') return { ...about, status: 'unsupported', reason: judged };
  const { fault, reasons } = judged;
  if (fault !== null) return { ...about, status: 'failed', reason: fault };
  return { ...about, status: 'passed', reason: reasons.map((reason) => `${DIFFERS}${reason}`).join('; ') };
}

function provenBy(replayCase: ReplayCase, write: RecordedWrite | string): Verdict['expects'] {
  const expected = expectedOf(replayCase);
  return expected === 'records' && typeof write !== 'string' && write.isDummy ? 'address' : expected;
}

function expectedOf({ kind, expected }: ReplayCase): Verdict['expects'] {
  if (expected.ok === false) return 'failure';
  if (kind !== 'read') return 'records';
  const models = Object.values(expected.models ?? {}).reduce((sum, { records = [] }) => sum + records.length, 0);
  return models + (expected.records?.length ?? 0) + (expected.rows ?? 0) > 0 ? 'records' : 'nothing';
}

/** Whether the engine got a raw path, which proves nothing about the path in the provider file. */
function isRawPath({ provider, module, objectName }: ReadTarget): boolean {
  try {
    const { isUnknown, isLiteralPath } = findObject(provider, module, objectName);
    return isUnknown === true || isLiteralPath === true;
  } catch (error) {
    if (error instanceof ProviderFailure) return false;
    throw error;
  }
}

/** A note for a case whose object has another path in the provider file than in the recording. */
function elsewhere({ object, expected }: ReplayCase, provider: Provider): string {
  const wanted = plain(expected.input?.ObjectName ?? object);
  const name = objectNames(provider).find((one) => plain(one) === wanted);
  return name === undefined ? '' : `the file disagrees with the recording about ${name}`;
}

type Runner = {
  isSupported(provider: Provider): boolean;
  fault(
    replayCase: ReplayCase,
    target: ReadTarget,
    send: SendRequest,
    answered: ReadonlySet<Exchange>,
  ): Promise<string | null>;
  leftOut?(replayCase: ReplayCase, answered: ReadonlySet<Exchange>): string | null;
};

const reads = ({ support }: Provider) => support?.includes('read') === true;
const runners: Readonly<Record<string, Runner>> = {
  read: { isSupported: reads, fault: faultOf },
  metadata: { isSupported: (provider) => reads(provider) || provider.metadata !== undefined, fault: describeFault },
  upsertMetadata: {
    isSupported: ({ fieldUpsert }) => fieldUpsert !== undefined,
    fault: upsertFault,
    // The engine must repeat every recorded change at the provider.
    leftOut({ exchanges }, answered) {
      const left = exchanges.find((exchange) => !answered.has(exchange));
      return left ? `never asked ${left.request.method} ${left.request.path}` : null;
    },
  },
};

async function faultOf(
  replayCase: ReplayCase,
  target: ReadTarget,
  send: SendRequest,
  answered: ReadonlySet<Exchange>,
): Promise<string | null> {
  try {
    const outcome = await readAll(replayCase, target, send);
    return outcomeFault(replayCase, outcome) ?? rawFault(outcome.records, answered);
  } catch (err) {
    if (err instanceof ProviderFailure) return failureFault(replayCase, err);
    throw err;
  }
}

/** Removes the asserted page size: a description may sample any number of records. */
function anySize(exchange: Exchange): Exchange {
  const { assertedBySource } = exchange.request;
  if (!assertedBySource?.query) return exchange;
  const query = Object.fromEntries(Object.entries(assertedBySource.query).filter(([name]) => !SIZE.test(name)));
  return { ...exchange, request: { ...exchange.request, assertedBySource: { ...assertedBySource, query } } };
}

/** Reads one page if the source started in the middle; otherwise all pages, or as many as the source read. */
async function readAll({ expected }: ReplayCase, target: ReadTarget, send: SendRequest): Promise<Outcome> {
  const limit =
    expected.models || expected.done === true ? ENDLESS : expected.chained ? (expected.pages?.length ?? ENDLESS) : 1;
  const outcome: Outcome = { records: [], pages: 0, isEnded: false };
  const token = expected.input?.NextPage;
  let cursor = token
    ? cursorFromToken(target, token.replace(/\{\{(testServerURL|server)\}\}/, new URL(target.provider.baseURL).origin))
    : null;
  while (!outcome.isEnded && outcome.pages < limit) {
    const page = await readPage(target, cursor, send, { now: Date.now });
    outcome.records.push(...page.records);
    outcome.pages += 1;
    outcome.isEnded = page.next === null;
    cursor = page.next;
  }
  return outcome;
}

function targetOf(replayCase: ReplayCase, provider: Provider, origin: string): ReadTarget {
  const { input } = replayCase.expected;
  const module = moduleOf(replayCase, provider);
  const { objectName, variables } =
    replayCase.kind === 'read' ? askedFor(replayCase, provider) : { objectName: replayCase.object, variables: {} };
  return {
    provider,
    module,
    objectName,
    variables: {
      ...connectionVariables(replayCase.exchanges, { provider, module, objectName: objectName ?? '', origin }),
      ...variables,
    },
    auth: { headers: { Authorization: 'Bearer replayed' }, query: {} },
    fields: input?.Fields ?? [],
    ...spanOf(replayCase, provider, objectName),
    pageSize: input?.PageSize || undefined,
  };
}
