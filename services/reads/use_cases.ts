import { providerCalls } from '../../connectors/calls/provider_calls.ts';
import type { ProviderCatalogue } from '../../connectors/engine/catalogue/providers.ts';
import type { Send } from '../../lib/http/outbound.ts';
import { createSealer } from '../../lib/crypto/sealer.ts';
import type { NewId } from '../../lib/ids/ids.ts';
import type { Log } from '../../lib/log/log.ts';
import type { Clock } from '../../lib/time/clock.ts';
import type { Timer } from '../../lib/time/timer.ts';
import { downloadLinks } from './messages/domain/download_link.ts';
import type { InstallationClient } from './domain/installation.ts';
import type { Stores } from './stores.ts';
import { makeAwaitDestination } from './runs/usecases/await_destination.ts';
import { makeBackfillMissing } from './backfills/usecases/backfill_missing.ts';
import { makeBoundary } from './boundary/usecases/boundary.ts';
import { createCallAuthCache } from './rate_limits/usecases/call_auth_cache.ts';
import { makeCommitPages } from './runs/usecases/commit_pages.ts';
import { makeDeliverOwing, makeDeliverResults } from './messages/usecases/deliver_results.ts';
import { makeEndEarly } from './runs/usecases/end_early.ts';
import type { FinishOperation } from './operations/domain/outcome.ts';
import { makeEndSweep } from './deletes/usecases/end_sweep.ts';
import { makeFetchPage } from './pages/usecases/fetch_page.ts';
import { makeTellsDeleted } from './pages/usecases/tells_deleted.ts';
import { makeIsIncremental } from './pages/usecases/is_incremental.ts';
import { makeFilterLines } from './runs/usecases/filter_lines.ts';
import { makeGetBackfillProgress } from './backfills/usecases/get_backfill_progress.ts';
import { makeGetOperation } from './operations/usecases/get_operation.ts';
import { makeListOperationLogs } from './operations/usecases/list_operation_logs.ts';
import { makeFindOperationsOfRecord } from './messages/usecases/find_operations_of_record.ts';
import { makeFinishOperation } from './runs/usecases/finish_operation.ts';
import { makeFollowConnection } from './installations/usecases/follow_connection.ts';
import { makeFollowDestination } from './destinations/usecases/follow_destination.ts';
import { makeFollowInstallation } from './installations/usecases/follow_installation.ts';
import { makeForgetInstallation } from './installations/usecases/forget_installation.ts';
import { makeGetLargeResult } from './messages/usecases/get_large_result.ts';
import { makeGetMessages } from './messages/usecases/get_messages.ts';
import { makeArchivePage } from './archive/usecases/archive_page.ts';
import { archiveKeys } from './archive/usecases/archive_keys.ts';
import { makeFinishReplay } from './replays/usecases/finish_replay.ts';
import { makeListOperations } from './operations/usecases/list_operations.ts';
import { makeNoteListEnd } from './deletes/usecases/note_list_end.ts';
import { makeNoteHeld } from './deliveries/usecases/note_held.ts';
import { makeNoteDelayed } from './deliveries/usecases/note_delayed.ts';
import { makeNoteScheduledEnd } from './schedules/usecases/note_scheduled_end.ts';
import { makePauseDroppedObjects } from './installations/usecases/pause_dropped_objects.ts';
import { makeSetPaused } from './installations/usecases/pause_reads.ts';
import { makeRereadUndelivered } from './deliveries/usecases/reread_undelivered.ts';
import { createRateBudgets } from './rate_limits/usecases/rate_budgets.ts';
import { makeResumeDeferred } from './backfills/usecases/resume_deferred.ts';
import { makeRunOperation } from './runs/usecases/run_operation.ts';
import { makeSettleMessages } from './deliveries/usecases/settle_messages.ts';
import { makeStartDueSweeps } from './deletes/usecases/start_due_sweeps.ts';
import { makeStartDueReads } from './schedules/usecases/start_due_reads.ts';
import { makeDeferBackfill } from './backfills/usecases/defer_backfill.ts';
import { makeReplayPage } from './replays/usecases/replay_page.ts';
import { makeStartReplay } from './replays/usecases/start_replay.ts';
import { makeStartOver } from './runs/usecases/start_over.ts';
import { makeStartOperation } from './runs/usecases/start_operation.ts';
import { makeSyncInstallation } from './installations/usecases/sync_installation.ts';
import { makeTriggerRead } from './runs/usecases/trigger_read.ts';
import { makeWalkDestinations } from './installations/usecases/walk_destinations.ts';
import { makeWidenSince } from './runs/usecases/widen_since.ts';

export type UseCaseDeps = {
  stores: Stores;
  installation: InstallationClient;
  providers: ProviderCatalogue;
  /** The network. Only `providerCalls` calls it. */
  send: Send;
  clock: Clock;
  /** For waits between calls to a provider; defaults to the system timer. */
  timer?: Timer;
  newId: NewId;
  log: Log;
  wake: () => void;
  /** Tells every replica that credentials were replaced, because each may cache the old ones. */
  tellCredentials: () => void;
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

/** Builds all use cases of reads: for the service, and for tests that use the real ones without ports. */
export function makeUseCases(deps: UseCaseDeps) {
  const { config, stores } = deps;
  const links = downloadLinks({ publicUrl: config.publicUrl, secret: config.internalToken });
  const isIncremental = makeIsIncremental(deps);
  const backfillMissing = makeBackfillMissing({ ...deps, isIncremental });
  const syncInstallation = makeSyncInstallation({ ...deps, backfillMissing });
  const filterLines = makeFilterLines(deps);
  const auths = createCallAuthCache(deps);
  const failureLimits = failureLimitsOf(config);
  const boundary = makeBoundary({ ...deps, isIncremental, overlapMs: config.overlap });
  const noteScheduledEnd = makeNoteScheduledEnd({ ...deps, failureLimits });
  const finishOperation = makeFinishOperation({
    ...deps,
    boundary,
    noteScheduledEnd,
    noteListEnd: makeNoteListEnd(deps),
    backfillMissing,
    tellsDeleted: makeTellsDeleted(deps),
  });
  const keys = archiveKeys({ ...deps, sealer: createSealer(config.keyring) });
  const archivePage = config.archiveMs > 0 ? makeArchivePage({ keys }) : null;
  const finishReplay = makeFinishReplay(deps);
  const fetchPage = makeFetchPage({
    ...deps,
    calls: providerCalls(deps.send),
    auths,
    budgets: createRateBudgets(deps),
    archivePage,
  });
  const replayPage = makeReplayPage({ ...deps, keys });
  const commitPages = makeCommitPages({
    ...deps,
    links,
    boundary,
    leaseMs: config.lease,
    archiveMs: config.archiveMs,
  });
  const finish: FinishOperation = (operation, ...end) =>
    (operation.replay ? finishReplay : finishOperation)(operation, ...end);
  const runOperation = makeRunOperation({
    ...deps,
    maxTries: config.maxTries,
    startOperation: makeStartOperation({ ...deps, isIncremental, filterLines, overlapMs: config.overlap }),
    widenSince: makeWidenSince(deps),
    startOver: makeStartOver(deps),
    limits: { pages: config.maxPages, bytes: config.maxBytes, ms: config.maxTimeMs },
    fetchPage: (run, ...at) => (run.operation.replay ? replayPage : fetchPage)(run, ...at),
    commitPages,
    endEarly: makeEndEarly({
      ...deps,
      maxTries: config.maxTries,
      finishOperation: finish,
      deferBackfill: makeDeferBackfill({ ...deps, failureLimits }),
    }),
    awaitDestination: makeAwaitDestination(deps),
    endSweep: makeEndSweep({ ...deps, commitPages, maxDeletedShare: config.sweepMaxDeletedPercent / 100 }),
    finishOperation: finish,
  });
  const getOperation = makeGetOperation({ stores });
  return {
    runOperation,
    finishOperation,
    triggerRead: makeTriggerRead(deps),
    startReplay: makeStartReplay({ ...deps, keys }),
    deliverResults: makeDeliverResults(deps),
    deliverOwing: makeDeliverOwing(deps),
    setPaused: makeSetPaused({ ...deps, syncInstallation }),
    resumeDeferred: makeResumeDeferred({ ...deps, failureLimits }),
    startDueSweeps: makeStartDueSweeps(deps),
    startDueReads: makeStartDueReads(deps),
    followDestination: makeFollowDestination(deps),
    walkDestinations: makeWalkDestinations(deps),
    followConnection: makeFollowConnection({ ...deps, backfillMissing }),
    followInstallation: makeFollowInstallation({ ...deps, syncInstallation }),
    tellCredentials: deps.tellCredentials,
    forgetCredentials: auths.clear,
    forgetInstallation: makeForgetInstallation(deps),
    settleMessages: makeSettleMessages(deps),
    noteHeld: makeNoteHeld(deps),
    rereadUndelivered: makeRereadUndelivered(deps),
    noteDelayed: makeNoteDelayed(deps),
    pauseDroppedObjects: makePauseDroppedObjects(deps),
    getMessages: makeGetMessages(deps),
    getLargeResult: makeGetLargeResult({ ...deps, links }),
    getOperation,
    listOperations: makeListOperations({ ...deps, findOperationsOfRecord: makeFindOperationsOfRecord(deps) }),
    listOperationLogs: makeListOperationLogs({ stores, getOperation }),
    getBackfillProgress: makeGetBackfillProgress({ stores }),
  };
}

export type UseCases = ReturnType<typeof makeUseCases>;

function failureLimitsOf(config: UseCaseDeps['config']) {
  return {
    pauseAfter: config.autoPauseAfter,
    pauseAfterRefusals: config.autoPauseRefusals,
    firstWaitMs: config.failureBackoffMs,
    longestWaitMs: config.failureBackoffMaxMs,
  };
}
