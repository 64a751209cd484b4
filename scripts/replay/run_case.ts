import { cursorFromToken } from '../../connectors/engine/read/cursor_from_token.ts';
import { ProviderFailure } from '../../connectors/engine/answer/failure.ts';
import type { Provider } from '../../connectors/engine/file/provider.ts';
import type { ProviderCatalogue } from '../../connectors/engine/catalogue/providers.ts';
import { readPage, type ReadTarget } from '../../connectors/engine/read/read.ts';
import type { Send } from '../../lib/http/outbound.ts';
import { knownKeys } from './known_keys.ts';
import { connectionVariables } from './connection_variables.ts';
import { spanOf } from './asked_span.ts';
import { failureFault, outcomeFault, type Outcome } from './expectation.ts';
import { describeFault, upsertFault } from './field_cases.ts';
import type { Exchange, ReplayCase } from './replay_case.ts';
import type { ReplayServer } from './replay_server.ts';
import { SIZE } from './page_after.ts';
import { askedFor, atServer, moduleOf, ownOrigins, providerOf } from './replayed_provider.ts';

export type Verdict = { status: 'passed' | 'failed' | 'unsupported'; reason: string };
export type Replayer = { catalogue: ProviderCatalogue; server: ReplayServer; send: Send };

/** Far more pages than any recording has: a read that reaches it does not end. */
const ENDLESS = 200;

/** The engine's error for an object that its file calls unreadable. */
const UNREADABLE = 'cannot be read. ';

/** See page_after.ts. */
export const EMPTIED = 'the page after a short one was answered empty';

/**
 * Runs one recorded case through the engine. A failing case counts as unsupported if the provider's file does not
 * support its kind.
 */
export async function runCase(replayCase: ReplayCase, { catalogue, server, send }: Replayer): Promise<Verdict> {
  const run = runners[replayCase.kind];
  if (!run) return { status: 'unsupported', reason: `cases of kind ${replayCase.kind}` };
  const provider = providerOf(replayCase, catalogue);
  if (!provider) return { status: 'unsupported', reason: `no provider file for ${replayCase.expected.provider}` };
  const recording = {
    exchanges: replayCase.kind === 'metadata' ? replayCase.exchanges.map(anySize) : replayCase.exchanges,
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
  if (replayCase.kind === 'read') recording.isKnown = knownKeys(target);
  const fault = (await run.fault(replayCase, target, send)) ?? run.leftOut?.(replayCase, recording.answered) ?? null;
  if (fault?.includes(UNREADABLE)) return { status: 'unsupported', reason: fault };
  if (fault === null) return { status: 'passed', reason: recording.emptied.length > 0 ? EMPTIED : '' };
  // Descriptions may request what does not exist; reads may not.
  const reason = (replayCase.kind === 'read' && recording.misses[0]) || fault;
  return { status: run.isSupported(provider) ? 'failed' : 'unsupported', reason };
}

type Runner = {
  isSupported(provider: Provider): boolean;
  fault(replayCase: ReplayCase, target: ReadTarget, send: Send): Promise<string | null>;
  leftOut?(replayCase: ReplayCase, answered: ReadonlySet<Exchange>): string | null;
};

const reads = ({ support }: Provider) => support?.includes('read') === true;
const runners: Readonly<Record<string, Runner>> = {
  read: { isSupported: reads, fault: faultOf },
  metadata: { isSupported: (provider) => reads(provider) || provider.metadata !== undefined, fault: describeFault },
  upsertMetadata: {
    isSupported: ({ fieldUpsert }) => fieldUpsert !== undefined,
    fault: upsertFault,
    // Every recorded change at the provider must be requested here too.
    leftOut({ exchanges }, answered) {
      const left = exchanges.find((exchange) => !answered.has(exchange));
      return left ? `never asked ${left.request.method} ${left.request.path}` : null;
    },
  },
};

async function faultOf(replayCase: ReplayCase, target: ReadTarget, send: Send): Promise<string | null> {
  try {
    return outcomeFault(replayCase, await readAll(replayCase, target, send));
  } catch (err) {
    if (err instanceof ProviderFailure) return failureFault(replayCase, err);
    throw err;
  }
}

/** The number of records that a description samples may differ. */
function anySize(exchange: Exchange): Exchange {
  const { assertedBySource } = exchange.request;
  if (!assertedBySource?.query) return exchange;
  const query = Object.fromEntries(Object.entries(assertedBySource.query).filter(([name]) => !SIZE.test(name)));
  return { ...exchange, request: { ...exchange.request, assertedBySource: { ...assertedBySource, query } } };
}

/** One page if the source started in the middle; otherwise all pages, or as many as the source read. */
async function readAll({ expected }: ReplayCase, target: ReadTarget, send: Send): Promise<Outcome> {
  const limit =
    expected.models || expected.done === true ? ENDLESS : expected.chained ? (expected.pages?.length ?? ENDLESS) : 1;
  const outcome: Outcome = { records: [], pages: 0, isEnded: false };
  const token = expected.input?.NextPage;
  let cursor = token
    ? cursorFromToken(target, token.replace(/\{\{(testServerURL|server)\}\}/, new URL(target.provider.baseURL).origin))
    : null;
  while (!outcome.isEnded && outcome.pages < limit) {
    const page = await readPage(target, cursor, send);
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
