import { providerCalls } from '../../../connectors/calls/provider_calls.ts';
import type { ProviderCatalogue } from '../../../connectors/engine/catalogue/providers.ts';
import type { Send } from '../../../lib/http/outbound.ts';
import { createSealer } from '../../../lib/crypto/sealer.ts';
import type { NewId } from '../../../lib/ids/ids.ts';
import type { Log } from '../../../lib/log/log.ts';
import type { Clock } from '../../../lib/time/clock.ts';
import type { Timer } from '../../../lib/time/timer.ts';
import { downloadLinks } from '../domain/download_link.ts';
import type { InstallationClient } from '../domain/installation.ts';
import type { Stores } from '../domain/stores.ts';
import { makeAwaitDestination } from './await_destination.ts';
import { makeBackfillMissing } from './backfill_missing.ts';
import { makeBoundary } from './boundary.ts';
import { createCallAuthCache } from './call_auth_cache.ts';
import { makeCommitPages } from './commit_pages.ts';
import { makeDeliverOwing, makeDeliverResults } from './deliver_results.ts';
import { makeDropForgottenIds } from './drop_forgotten_ids.ts';
import { makeDropArchivedPages } from './drop_archived_pages.ts';
import { makeDropOldBodies } from './drop_old_bodies.ts';
import { makeDropOldBudgets } from './drop_old_budgets.ts';
import { makeDropOldLogs } from './drop_old_logs.ts';
import { makeEndSweep } from './end_sweep.ts';
import { makeFetchPage, makeIsIncremental, makeTellsDeleted } from './fetch_page.ts';
import { makeFilterLines } from './filter_lines.ts';
import { makeGetBackfillProgress, makeGetOperation, makeListOperationLogs } from './find_operation.ts';
import { makeFindOperationsOfRecord } from './find_operations_of_record.ts';
import { makeFinishOperation } from './finish_operation.ts';
import { makeFollowConnection } from './follow_connection.ts';
import { makeFollowDestination } from './follow_destination.ts';
import { makeFollowInstallation } from './follow_installation.ts';
import { makeForgetInstallation } from './forget_installation.ts';
import { makeGetLargeResult } from './get_large_result.ts';
import { makeGetMessages } from './get_messages.ts';
import { makeArchivePage } from './archive_page.ts';
import { archiveKeys } from './archive_keys.ts';
import { makeFinishReplay } from './finish_replay.ts';
import { makeListOperations } from './list_operations.ts';
import { makeNoteListEnd } from './note_list_end.ts';
import { makeNoteHeld } from './note_held.ts';
import { makeNoteDelayed } from './note_delayed.ts';
import { makeNoteScheduledEnd } from './note_scheduled_end.ts';
import { makePauseDroppedObjects } from './pause_dropped_objects.ts';
import { makeSetPaused } from './pause_reads.ts';
import { makeRereadUndelivered } from './reread_undelivered.ts';
import { createRateBudgets } from './rate_budgets.ts';
import { makeResumeDeferred } from './resume_deferred.ts';
import { makeRunOperation } from './run_operation.ts';
import { makeSettleMessages } from './settle_messages.ts';
import { makeStartDueSweeps } from './start_due_sweeps.ts';
import { makeStartDueReads } from './start_due_reads.ts';
import { makeDeferBackfill } from './defer_backfill.ts';
import { makeReplayPage } from './replay_page.ts';
import { makeStartReplay } from './start_replay.ts';
import { makeStartOver } from './start_over.ts';
import { makeStartOperation } from './start_operation.ts';
import { makeSyncInstallation } from './sync_installation.ts';
import { makeTriggerRead } from './trigger_read.ts';
import { makeWalkDestinations } from './walk_destinations.ts';
import { makeWidenSince } from './widen_since.ts';

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
    retention: number;
    logRetentionDays: number;
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
  const runOperation = makeRunOperation({
    ...deps,
    maxTries: config.maxTries,
    startOperation: makeStartOperation({ ...deps, isIncremental, filterLines, overlapMs: config.overlap }),
    widenSince: makeWidenSince(deps),
    startOver: makeStartOver(deps),
    limits: { pages: config.maxPages, bytes: config.maxBytes, ms: config.maxTimeMs },
    fetchPage: (run, ...at) => (run.operation.replay ? replayPage : fetchPage)(run, ...at),
    commitPages,
    deferBackfill: makeDeferBackfill({ ...deps, failureLimits }),
    awaitDestination: makeAwaitDestination(deps),
    endSweep: makeEndSweep({ ...deps, commitPages, maxDeletedShare: config.sweepMaxDeletedPercent / 100 }),
    finishOperation: (operation, ...end) => (operation.replay ? finishReplay : finishOperation)(operation, ...end),
  });
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
    dropOldBodies: makeDropOldBodies({ stores, clock: deps.clock, retentionMs: config.retention }),
    dropOldBudgets: makeDropOldBudgets(deps),
    dropForgottenIds: makeDropForgottenIds(deps),
    dropOldLogs: makeDropOldLogs({ ...deps, retentionDays: config.logRetentionDays }),
    dropArchivedPages: makeDropArchivedPages(deps),
    getMessages: makeGetMessages(deps),
    getLargeResult: makeGetLargeResult({ ...deps, links }),
    getOperation: makeGetOperation({ stores }),
    listOperations: makeListOperations({ ...deps, findOperationsOfRecord: makeFindOperationsOfRecord(deps) }),
    listOperationLogs: makeListOperationLogs({ stores }),
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
