import { createCallAuthCache } from '../../connectors/calls/call_auth_cache.ts';
import { createCallBudgets } from '../../connectors/calls/call_budgets.ts';
import { type CredentialSource, throwRefusal } from '../../connectors/calls/credentials.ts';
import type { PermitSource } from '../../connectors/calls/permits.ts';
import type { ProviderCalls } from '../../connectors/calls/provider_calls.ts';
import type { ProviderStreams } from '../../connectors/calls/provider_streams.ts';
import type { ProviderCatalogue } from '../../connectors/engine/catalogue/providers.ts';
import { makeWriteAuditEntry } from '../../lib/audit/audit.ts';
import { makeListCounts } from '../../lib/counts/list_counts.ts';
import { createSealer } from '../../lib/crypto/sealer.ts';
import type { NewId } from '../../lib/ids/ids.ts';
import type { Log } from '../../lib/log/log.ts';
import { answerLabel, metrics } from '../../lib/telemetry/metrics.ts';
import { providerLabel } from '../../lib/telemetry/provider_label.ts';
import type { EndedProxyRequest, Telemetry } from '../../lib/telemetry/telemetry.ts';
import { traceId } from '../../lib/telemetry/tracing.ts';
import type { Clock } from '../../lib/time/clock.ts';
import { makeTakeKey } from './idempotency/take_key.ts';
import type { CallAuth, InstallationClient } from './installation.ts';
import { RECORD_KINDS } from './operations/operation.ts';
import { makeGetOperation, makeListOperationLogs, makeListOperations } from './operations/operations.ts';
import { makeReportEnded } from './operations/report_ended.ts';
import { makeProxyCounts } from './proxy/proxy_counts.ts';
import { makeServeProxy } from './proxy/serve_proxy.ts';
import { makeEndAbandoned, makeEndOperation } from './records/end_operation.ts';
import { makeReserveOpenRecords } from './records/open_records.ts';
import { makeQueueWrite } from './records/queue_write.ts';
import { makeRunRecord } from './records/run_record.ts';
import { makeSendRecord } from './records/send_record.ts';
import { makeShowBodies } from './records/show_bodies.ts';
import { makeWriteRecords } from './records/write_records.ts';
import { makeSeals } from './records/write_request.ts';
import type { Stores } from './stores.ts';

export type UseCaseDeps = {
  stores: Stores;
  installation: InstallationClient;
  providers: ProviderCatalogue;
  calls: ProviderCalls;
  permits: PermitSource;
  clock: Clock;
  newId: NewId;
  log: Log;
  wake: () => void;
  telemetry: Pick<Telemetry, 'proxied'>;
  streams: ProviderStreams;
  config: { keyring: string; maxOpenRecords: number; proxyMaxBytes: number; proxyIdle: number };
};

/** Builds all use cases of the service `writes`: for the service, and for tests that call them without a port. */
export function makeUseCases(given: UseCaseDeps) {
  const seals = makeSeals(createSealer(given.config.keyring));
  const deps = { ...given, seals, audit: makeWriteAuditEntry('writes', given), budgets: createCallBudgets(given) };
  const auths = createCallAuthCache({ source: credentialsOf(given.installation), clock: given.clock });
  const sendRecord = makeSendRecord({ ...deps, auths });
  const endOperation = makeEndOperation(deps);
  const parts = { ...deps, sendRecord, endOperation };
  const queueWrite = makeQueueWrite({ ...deps, reserveOpenRecords: makeReserveOpenRecords(deps) });
  const proxyCounts = makeProxyCounts(given);
  const note = (ended: EndedProxyRequest): void => {
    const trace = traceId();
    given.telemetry.proxied({ ...ended, ...(trace && { traceId: trace }) });
    metrics.proxied.inc({ provider: providerLabel(ended.provider), answer: answerLabel(ended.status) });
    metrics.proxiedSeconds.observe(ended.durationMs / 1_000);
    proxyCounts.note(ended);
  };
  return {
    serveProxy: makeServeProxy({ ...deps, auths, note }),
    writeProxyCounts: proxyCounts.write,
    listProxyCounts: proxyCounts.list,
    writeRecords: makeWriteRecords({ ...parts, queueWrite, takeKey: makeTakeKey(deps) }),
    runRecord: makeRunRecord(parts),
    endAbandoned: makeEndAbandoned(parts),
    reportEnded: makeReportEnded(deps),
    getOperation: makeGetOperation(deps),
    listOperations: makeListOperations(deps),
    listOperationLogs: makeListOperationLogs(deps),
    listRecordCounts: makeListCounts(RECORD_KINDS, { ...deps, counts: deps.stores.counts }),
    showBodies: makeShowBodies(deps),
  };
}

function credentialsOf(installation: InstallationClient): CredentialSource<CallAuth> {
  return {
    get: ({ projectId, connectionId }) => installation.getCallAuth(projectId, connectionId).catch(throwRefusal),
    reportRejected: ({ projectId, connectionId }, generation) =>
      installation.reportRejected(projectId, connectionId, generation),
  };
}

export type UseCases = ReturnType<typeof makeUseCases>;
