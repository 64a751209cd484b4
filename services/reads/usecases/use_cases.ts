import type { ProviderCatalogue } from '../../../connectors/engine/file/providers.ts';
import type { Send } from '../../../lib/http/outbound.ts';
import type { NewId } from '../../../lib/ids/ids.ts';
import type { Log } from '../../../lib/log/log.ts';
import type { Clock } from '../../../lib/time/clock.ts';
import { downloadLinks } from '../domain/download_link.ts';
import type { InstallationClient } from '../domain/installation.ts';
import type { Stores } from '../domain/stores.ts';
import { createCallAuthCache } from './call_auth_cache.ts';
import { makeCommitPages } from './commit_pages.ts';
import { makeDeliverOwing, makeDeliverResults } from './deliver_results.ts';
import { makeDropOldBodies } from './drop_old_bodies.ts';
import { makeDropOldLogs } from './drop_old_logs.ts';
import { makeFetchPage, makeIsIncremental } from './fetch_page.ts';
import { makeFilterLines } from './filter_lines.ts';
import { makeGetBackfillProgress, makeGetOperation, makeListOperationLogs } from './find_operation.ts';
import { makeFinishOperation } from './finish_operation.ts';
import { makeFollowInstallation } from './follow_installation.ts';
import { makeForgetInstallation } from './forget_installation.ts';
import { makeGetLargeResult } from './get_large_result.ts';
import { makeGetMessages } from './get_messages.ts';
import { makeListOperations } from './list_operations.ts';
import { makePauseDroppedObjects } from './pause_dropped_objects.ts';
import { makeSetPaused } from './pause_reads.ts';
import { makeRunOperation } from './run_operation.ts';
import { makeSettleMessages } from './settle_messages.ts';
import { makeStartDueReads } from './start_due_reads.ts';
import { makeStartOperation } from './start_operation.ts';
import { makeSyncInstallation } from './sync_installation.ts';
import { makeTriggerRead } from './trigger_read.ts';

export type UseCaseDeps = {
  stores: Stores;
  installation: InstallationClient;
  providers: ProviderCatalogue;
  send: Send;
  clock: Clock;
  newId: NewId;
  log: Log;
  wake: () => void;
  /** Tells every replica that credentials were replaced: each may hold the old ones in memory. */
  tellCredentials: () => void;
  config: {
    publicUrl: string;
    internalToken: string;
    lease: number;
    maxTries: number;
    overlap: number;
    retention: number;
    logRetentionDays: number;
  };
};

/** All that reads does, put together once: for the service, and for tests that want the real thing without its ports. */
export function makeUseCases(deps: UseCaseDeps) {
  const { config, stores } = deps;
  const links = downloadLinks({ publicUrl: config.publicUrl, secret: config.internalToken });
  const syncInstallation = makeSyncInstallation(deps);
  const isIncremental = makeIsIncremental(deps);
  const filterLines = makeFilterLines(deps);
  const auths = createCallAuthCache(deps);
  const finishOperation = makeFinishOperation(deps);
  const runOperation = makeRunOperation({
    ...deps,
    maxTries: config.maxTries,
    startOperation: makeStartOperation({ ...deps, isIncremental, filterLines, overlapMillis: config.overlap }),
    fetchPage: makeFetchPage({ ...deps, auths }),
    commitPages: makeCommitPages({ ...deps, links, leaseMillis: config.lease }),
    finishOperation,
  });
  return {
    runOperation,
    triggerRead: makeTriggerRead(deps),
    deliverResults: makeDeliverResults(deps),
    deliverOwing: makeDeliverOwing(deps),
    setPaused: makeSetPaused({ ...deps, syncInstallation }),
    startDueReads: makeStartDueReads(deps),
    followInstallation: makeFollowInstallation({ ...deps, syncInstallation }),
    tellCredentials: deps.tellCredentials,
    forgetCredentials: auths.clear,
    forgetInstallation: makeForgetInstallation(deps),
    settleMessages: makeSettleMessages(deps),
    pauseDroppedObjects: makePauseDroppedObjects(deps),
    dropOldBodies: makeDropOldBodies({ stores, clock: deps.clock, retentionMillis: config.retention }),
    dropOldLogs: makeDropOldLogs({ ...deps, retentionDays: config.logRetentionDays }),
    getMessages: makeGetMessages(deps),
    getLargeResult: makeGetLargeResult({ ...deps, links }),
    getOperation: makeGetOperation({ stores }),
    listOperations: makeListOperations(deps),
    listOperationLogs: makeListOperationLogs({ stores }),
    getBackfillProgress: makeGetBackfillProgress({ stores }),
  };
}

export type UseCases = ReturnType<typeof makeUseCases>;
