import { createCallBudgets } from '../../connectors/calls/call_budgets.ts';
import type { PermitSource } from '../../connectors/calls/permits.ts';
import type { ProviderCalls } from '../../connectors/calls/provider_calls.ts';
import type { ProviderCatalogue } from '../../connectors/engine/catalogue/providers.ts';
import { makeWriteAuditEntry, type WriteAuditEntry } from '../../lib/audit/audit.ts';
import { makeListCounts } from '../../lib/counts/list_counts.ts';
import { createSealer } from '../../lib/crypto/sealer.ts';
import type { NewId } from '../../lib/ids/ids.ts';
import type { Log } from '../../lib/log/log.ts';
import type { Clock } from '../../lib/time/clock.ts';
import type { Timer } from '../../lib/time/timer.ts';
import { archiveKeys } from './archive/archive_keys.ts';
import { makeArchivePage } from './archive/archive_page.ts';
import { makeBackfillMissing } from './backfills/backfill_missing.ts';
import { makeDeferBackfill, makeGetBackfillProgress, makeResumeDeferred } from './backfills/deferred_backfills.ts';
import { makeBoundary } from './boundary/boundary.ts';
import { makeEndSweep } from './deletes/end_sweep.ts';
import { makeNoteListEnd } from './deletes/note_list_end.ts';
import { makeStartDueSweeps } from './deletes/sweeps.ts';
import { makeNoteDelayed, makeNoteHeld } from './deliveries/note_held.ts';
import { makeRereadUndelivered } from './deliveries/reread_undelivered.ts';
import { makeSettleMessages } from './deliveries/settle_messages.ts';
import { makeFollowDestination } from './destinations/destinations.ts';
import type { InstallationClient } from './installation.ts';
import { makeWalkDestinations } from './installations/apply_destination.ts';
import {
  makeFollowConnection,
  makeFollowInstallation,
  makeForgetInstallation,
  makePauseDroppedObjects,
  makeRestoreSchedules,
} from './installations/installations.ts';
import { makeSetPaused } from './installations/pause_reads.ts';
import { makeSyncInstallation } from './installations/sync_installation.ts';
import { downloadLinks } from './messages/download_link.ts';
import { makeFindOperationsOfRecord } from './messages/find_operations_of_record.ts';
import { makeDeliverOwing, makeDeliverResults } from './messages/held_messages.ts';
import { makeGetLargeResult, makeGetMessages } from './messages/messages.ts';
import { makeListOperations } from './operations/list_operations.ts';
import { type FinishOperation, RECORD_KINDS } from './operations/operation.ts';
import { makeGetOperation, makeListOperationLogs } from './operations/operation_logs.ts';
import { createCallAuths, type FetchPage, makeFetchPage } from './pages/fetch_page.ts';
import { makePageMeter } from './pages/prefetch_pages.ts';
import { makeIncludesDeleted, makeIsIncremental } from './pages/read_of.ts';
import { makeReplayPage } from './replays/replay_page.ts';
import { makeFinishReplay, makeStartReplay } from './replays/replays.ts';
import { makeAwaitDestination } from './runs/await_destination.ts';
import { makeCommitPages } from './runs/commit_pages.ts';
import { makeFinishOperation } from './runs/finish_operation.ts';
import { makeHandleFailure } from './runs/handle_failure.ts';
import { makeReadPages, makeRunOperation } from './runs/run_operation.ts';
import { makeStartOperation } from './runs/start_operation.ts';
import { makeTriggerRead } from './runs/trigger_read.ts';
import { makeFilterLines, makeStartOver, makeWidenSince } from './runs/widen_since.ts';
import { makeNoteScheduledEnd, makeStartDueReads } from './schedules/scheduled_reads.ts';
import { makeListSchedules } from './schedules/schedules.ts';
import type { Stores } from './stores.ts';

type Deps = UseCaseDeps & { audit: WriteAuditEntry<'reads'> };
export type UseCaseDeps = {
  stores: Stores;
  installation: InstallationClient;
  providers: ProviderCatalogue;
  calls: ProviderCalls;
  permits: PermitSource;
  clock: Clock;
  /** For waits between calls to a provider; defaults to the system timer. */
  timer?: Timer;
  newId: NewId;
  log: Log;
  wake: () => void;
  /** Tells every replica that credentials were replaced, because each replica may cache the previous credentials. */
  wakeCredentialCaches: () => void;
  config: {
    publicUrl: string;
    internalToken: string;
    lease: number;
    maxTries: number;
    overlap: number;
    maxPages: number;
    maxBytes: number;
    maxTimeMs: number;
    autoPauseAfter: number;
    autoPauseRefusals: number;
    failureBackoffMs: number;
    failureBackoffMaxMs: number;
    sweepMaxDeletedPercent: number;
    /** Decrypts the keys of archived pages. */
    keyring: string;
    /** How long pages are archived; 0: not at all. Ms. */
    archiveMs: number;
    startsPerSecond: number;
  };
};

/** Builds all use cases of the service `reads`: for the service, and for tests that call them without a port. */
export function makeUseCases(given: UseCaseDeps) {
  const deps: Deps = { ...given, audit: makeWriteAuditEntry('reads', given) };
  const parts = makeParts(deps);
  return {
    ...runUseCases(deps, parts),
    ...scheduleUseCases(deps, parts),
    ...installationUseCases(deps, parts),
    ...deliveryUseCases(deps),
    ...messageUseCases(deps, parts),
    ...operationUseCases(deps),
  };
}

export type UseCases = ReturnType<typeof makeUseCases>;
type UseCaseParts = ReturnType<typeof makeParts>;

/** The parts that several use cases share. */
function makeParts(deps: Deps) {
  const { config } = deps;
  const isIncremental = makeIsIncremental(deps);
  const backfillMissing = makeBackfillMissing({ ...deps, isIncremental });
  return {
    isIncremental,
    backfillMissing,
    syncInstallation: makeSyncInstallation({ ...deps, backfillMissing }),
    boundary: makeBoundary({ ...deps, isIncremental, overlapMs: config.overlap }),
    awaitDestination: makeAwaitDestination(deps),
    auths: createCallAuths(deps),
    keys: archiveKeys({ ...deps, sealer: createSealer(config.keyring) }),
    links: downloadLinks({ publicUrl: config.publicUrl, secret: config.internalToken }),
    failureLimits: failureLimitsOf(config),
  };
}

/** Builds the use cases of runs/, pages/, archive/ and replays/. They run an operation from its claim to its result. */
function runUseCases(deps: Deps, parts: UseCaseParts) {
  const { config } = deps;
  const { failureLimits } = parts;
  const finishOperation = makeFinishOperation({
    ...deps,
    ...parts,
    noteScheduledEnd: makeNoteScheduledEnd({ ...deps, failureLimits }),
    noteListEnd: makeNoteListEnd(deps),
    includesDeleted: makeIncludesDeleted(deps),
  });
  const finishReplay = makeFinishReplay(deps);
  const finish: FinishOperation = (operation, ...end) =>
    (operation.replay ? finishReplay : finishOperation)(operation, ...end);
  const commitPages = makeCommitPages({ ...deps, ...parts, leaseMs: config.lease, archiveMs: config.archiveMs });
  const runOperation = makeRunOperation({
    ...deps,
    ...parts,
    maxTries: config.maxTries,
    startOperation: makeStartOperation({
      ...deps,
      ...parts,
      filterLines: makeFilterLines(deps),
      overlapMs: config.overlap,
    }),
    readPages: makeReadPages({
      ...deps,
      ...parts,
      commitPages,
      widenSince: makeWidenSince(deps),
      startOver: makeStartOver(deps),
      limits: { pages: config.maxPages, bytes: config.maxBytes, ms: config.maxTimeMs },
      fetchPage: makeFetchAnyPage(deps, parts),
    }),
    endSweep: makeEndSweep({ ...deps, commitPages, maxDeletedShare: config.sweepMaxDeletedPercent / 100 }),
    finishOperation: finish,
    handleFailure: makeHandleFailure({
      ...deps,
      maxTries: config.maxTries,
      finishOperation: finish,
      deferBackfill: makeDeferBackfill({ ...deps, failureLimits }),
    }),
  });
  return {
    runOperation,
    finishOperation,
    triggerRead: makeTriggerRead(deps),
    startReplay: makeStartReplay({ ...deps, ...parts }),
    wakeCredentialCaches: deps.wakeCredentialCaches,
    forgetCredentials: parts.auths.clear,
  };
}

/** Fetches a page from the provider, or from the archive when the operation is a replay. */
function makeFetchAnyPage(deps: Deps, { auths, keys }: UseCaseParts): FetchPage {
  const replayPage = makeReplayPage({ ...deps, keys });
  const fetchPage = makeFetchPage({
    ...deps,
    auths,
    pageMeter: makePageMeter(createCallBudgets(deps)),
    archivePage: deps.config.archiveMs > 0 ? makeArchivePage({ keys }) : null,
  });
  return (run, ...at) => (run.operation.replay ? replayPage : fetchPage)(run, ...at);
}

/** Builds the use cases of schedules/, backfills/ and deletes/. They start reads that no caller requested. */
function scheduleUseCases(deps: Deps, { failureLimits }: UseCaseParts) {
  return {
    listSchedules: makeListSchedules(deps),
    startDueReads: makeStartDueReads(deps),
    startDueSweeps: makeStartDueSweeps(deps),
    resumeDeferred: makeResumeDeferred({ ...deps, failureLimits }),
  };
}

/** Builds the use cases of installations/ and destinations/. They change the schedules of an installation. */
function installationUseCases(deps: Deps, { backfillMissing, syncInstallation }: UseCaseParts) {
  const followInstallation = makeFollowInstallation({ ...deps, syncInstallation });
  return {
    followInstallation,
    restoreSchedules: makeRestoreSchedules({ ...deps, followInstallation }),
    forgetInstallation: makeForgetInstallation(deps),
    followConnection: makeFollowConnection({ ...deps, backfillMissing }),
    pauseDroppedObjects: makePauseDroppedObjects(deps),
    setPaused: makeSetPaused({ ...deps, syncInstallation }),
    followDestination: makeFollowDestination(deps),
    walkDestinations: makeWalkDestinations(deps),
  };
}

/** Builds the use cases of deliveries/. They handle the reports of the service `notifications` about messages. */
function deliveryUseCases(deps: Deps) {
  return {
    settleMessages: makeSettleMessages(deps),
    noteHeld: makeNoteHeld(deps),
    noteDelayed: makeNoteDelayed(deps),
    rereadUndelivered: makeRereadUndelivered(deps),
  };
}

function messageUseCases(deps: Deps, { links }: UseCaseParts) {
  return {
    deliverResults: makeDeliverResults(deps),
    deliverOwing: makeDeliverOwing(deps),
    getMessages: makeGetMessages(deps),
    getLargeResult: makeGetLargeResult({ ...deps, links }),
  };
}

function operationUseCases(deps: Deps) {
  const getOperation = makeGetOperation(deps);
  return {
    getOperation,
    listOperations: makeListOperations({ ...deps, findOperationsOfRecord: makeFindOperationsOfRecord(deps) }),
    listRecordCounts: makeListCounts(RECORD_KINDS, { ...deps, counts: deps.stores.counts }),
    listOperationLogs: makeListOperationLogs({ ...deps, getOperation }),
    getBackfillProgress: makeGetBackfillProgress(deps),
  };
}

function failureLimitsOf(config: UseCaseDeps['config']) {
  return {
    pauseAfter: config.autoPauseAfter,
    pauseAfterRefusals: config.autoPauseRefusals,
    firstWaitMs: config.failureBackoffMs,
    maxWaitMs: config.failureBackoffMaxMs,
  };
}
