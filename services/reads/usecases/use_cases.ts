import type { ProviderCatalogue } from '../../../connectors/engine/file/providers.ts';
import type { Send } from '../../../lib/http/outbound.ts';
import { createSealer } from '../../../lib/crypto/sealer.ts';
import type { NewId } from '../../../lib/ids/ids.ts';
import type { Log } from '../../../lib/log/log.ts';
import type { Rules } from '../../../lib/rules/rules.ts';
import type { Clock } from '../../../lib/time/clock.ts';
import type { Timer } from '../../../lib/time/timer.ts';
import { downloadLinks } from '../domain/download_link.ts';
import type { InstallationClient } from '../domain/installation.ts';
import type { Stores } from '../domain/stores.ts';
import { makeBackfillMissing } from './backfill_missing.ts';
import { makeBoundary } from './boundary.ts';
import { createCallAuthCache } from './call_auth_cache.ts';
import { makeCommitPages } from './commit_pages.ts';
import { makeDeliverOwing, makeDeliverResults } from './deliver_results.ts';
import { makeDropForgottenIds } from './drop_forgotten_ids.ts';
import { makeDropKeptPages } from './drop_kept_pages.ts';
import { makeDropOldBodies } from './drop_old_bodies.ts';
import { makeDropOldBudgets } from './drop_old_budgets.ts';
import { makeDropOldLogs } from './drop_old_logs.ts';
import { makeEndSweep } from './end_sweep.ts';
import { makeFetchPage, makeIsIncremental, makeTellsDeleted } from './fetch_page.ts';
import { makeFilterLines } from './filter_lines.ts';
import { makeGetBackfillProgress, makeGetOperation, makeListOperationLogs } from './find_operation.ts';
import { makeFinishOperation } from './finish_operation.ts';
import { makeFollowConnection } from './follow_connection.ts';
import { makeFollowInstallation } from './follow_installation.ts';
import { makeForgetInstallation } from './forget_installation.ts';
import { makeGetLargeResult } from './get_large_result.ts';
import { makeGetMessages } from './get_messages.ts';
import { makeKeepPage } from './keep_page.ts';
import { keptKeys } from './kept_keys.ts';
import { makeFinishReplay } from './finish_replay.ts';
import { makeListOperations } from './list_operations.ts';
import { makeNoteScheduledEnd } from './note_scheduled_end.ts';
import { makePauseDroppedObjects } from './pause_dropped_objects.ts';
import { makeSetPaused } from './pause_reads.ts';
import { createRateBudgets } from './rate_budgets.ts';
import { makeResumePutOff } from './resume_put_off.ts';
import { makeRunOperation } from './run_operation.ts';
import { makeSettleMessages } from './settle_messages.ts';
import { makeStartDueSweeps } from './start_due_sweeps.ts';
import { makeStartDueReads } from './start_due_reads.ts';
import { makePutOff } from './put_off.ts';
import { makeReplayPage } from './replay_page.ts';
import { makeStartReplay } from './start_replay.ts';
import { makeStartOver } from './start_over.ts';
import { makeStartOperation } from './start_operation.ts';
import { makeSyncInstallation } from './sync_installation.ts';
import { makeTriggerRead } from './trigger_read.ts';
import { makeWidenSince } from './widen_since.ts';

export type UseCaseDeps = {
  stores: Stores;
  installation: InstallationClient;
  providers: ProviderCatalogue;
  send: Send;
  clock: Clock;
  /** For waits between calls to a provider; the system's own when absent. */
  timer?: Timer;
  newId: NewId;
  log: Log;
  rules: Rules;
  wake: () => void;
  /** Tells every replica that credentials were replaced: each may hold the old ones in memory. */
  tellCredentials: () => void;
  config: {
    publicUrl: string;
    internalToken: string;
    lease: number;
    maxTries: number;
    overlap: number;
    mostPages: number;
    mostBytes: number;
    mostTime: number;
    retention: number;
    logRetentionDays: number;
    autoPauseAfter: number;
    autoPauseRefusals: number;
    failureWait: number;
    failureWaitMost: number;
    sweepMostGone: number;
    /** What opens the keys of kept pages. */
    keyring: string;
    /** How long pages are kept; 0 for not at all. Ms. */
    keepPages: number;
    startsPerSecond: number;
  };
};

/** All that reads does, put together once: for the service, and for tests that want the real thing without its ports. */
export function makeUseCases(deps: UseCaseDeps) {
  const { config, stores } = deps;
  const links = downloadLinks({ publicUrl: config.publicUrl, secret: config.internalToken });
  const isIncremental = makeIsIncremental(deps);
  const backfillMissing = makeBackfillMissing({ ...deps, isIncremental });
  const syncInstallation = makeSyncInstallation({ ...deps, backfillMissing });
  const filterLines = makeFilterLines(deps);
  const auths = createCallAuthCache(deps);
  const failureLimits = failureLimitsOf(config);
  const boundary = makeBoundary({ ...deps, isIncremental, overlapMillis: config.overlap });
  const noteScheduledEnd = makeNoteScheduledEnd({ ...deps, failureLimits });
  const finishOperation = makeFinishOperation({
    ...deps,
    boundary,
    noteScheduledEnd,
    backfillMissing,
    tellsDeleted: makeTellsDeleted(deps),
  });
  const keys = keptKeys({ ...deps, sealer: createSealer(config.keyring) });
  const keepPage = config.keepPages > 0 ? makeKeepPage({ keys }) : null;
  const finishReplay = makeFinishReplay(deps);
  const fetchPage = makeFetchPage({ ...deps, auths, budgets: createRateBudgets(deps), keepPage });
  const replayPage = makeReplayPage({ ...deps, keys });
  const commitPages = makeCommitPages({
    ...deps,
    links,
    boundary,
    leaseMillis: config.lease,
    keepMillis: config.keepPages,
  });
  const runOperation = makeRunOperation({
    ...deps,
    maxTries: config.maxTries,
    startOperation: makeStartOperation({ ...deps, isIncremental, filterLines, overlapMillis: config.overlap }),
    widenSince: makeWidenSince(deps),
    startOver: makeStartOver(deps),
    limits: { pages: config.mostPages, bytes: config.mostBytes, millis: config.mostTime },
    fetchPage: (run, ...at) => (run.operation.replay ? replayPage : fetchPage)(run, ...at),
    commitPages,
    putOff: makePutOff({ ...deps, failureLimits }),
    endSweep: makeEndSweep({ ...deps, commitPages, mostGone: config.sweepMostGone / 100 }),
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
    resumePutOff: makeResumePutOff({ ...deps, failureLimits }),
    startDueSweeps: makeStartDueSweeps(deps),
    startDueReads: makeStartDueReads(deps),
    followConnection: makeFollowConnection({ ...deps, backfillMissing }),
    followInstallation: makeFollowInstallation({ ...deps, syncInstallation }),
    tellCredentials: deps.tellCredentials,
    forgetCredentials: auths.clear,
    forgetInstallation: makeForgetInstallation(deps),
    settleMessages: makeSettleMessages(deps),
    pauseDroppedObjects: makePauseDroppedObjects(deps),
    dropOldBodies: makeDropOldBodies({ stores, clock: deps.clock, retentionMillis: config.retention }),
    dropOldBudgets: makeDropOldBudgets(deps),
    dropForgottenIds: makeDropForgottenIds(deps),
    dropOldLogs: makeDropOldLogs({ ...deps, retentionDays: config.logRetentionDays }),
    dropKeptPages: makeDropKeptPages(deps),
    getMessages: makeGetMessages(deps),
    getLargeResult: makeGetLargeResult({ ...deps, links }),
    getOperation: makeGetOperation({ stores }),
    listOperations: makeListOperations(deps),
    listOperationLogs: makeListOperationLogs({ stores }),
    getBackfillProgress: makeGetBackfillProgress({ stores }),
  };
}

export type UseCases = ReturnType<typeof makeUseCases>;

function failureLimitsOf(config: UseCaseDeps['config']) {
  return {
    pauseAfter: config.autoPauseAfter,
    pauseAfterRefusals: config.autoPauseRefusals,
    firstWaitMillis: config.failureWait,
    longestWaitMillis: config.failureWaitMost,
  };
}
