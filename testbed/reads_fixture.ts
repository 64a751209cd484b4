import { setTimeout as sleep } from 'node:timers/promises';
import { providerCalls } from '../connectors/calls/provider_calls.ts';
import { loadProviders } from '../connectors/engine/catalogue/providers.ts';
import { newKeyring } from '../lib/crypto/sealer.ts';
import type { Db } from '../lib/db/open.ts';
import { type OutboundClient, outboundClient, type SendRequest } from '../lib/http/outbound.ts';
import { newId } from '../lib/ids/ids.ts';
import { type JsonObject, parseJson } from '../lib/json/json.ts';
import { silentLog } from '../lib/log/log.ts';
import { Problem } from '../lib/problem/problem.ts';
import { purgeRulesOf } from '../lib/retention/retention.ts';
import { systemClock } from '../lib/time/clock.ts';
import { startWorker, type Worker, type WorkerOptions } from '../lib/work/worker.ts';
import { type SandboxOptions, startSandbox } from '../sandbox/sandbox.ts';
import type { InstallationClient } from '../services/reads/installation.ts';
import { type RetentionConfig, retentions } from '../services/reads/jobs/retention.ts';
import type { ClaimedOperation } from '../services/reads/operations/operation.ts';
import type { ReadPlan } from '../services/reads/read_plan.ts';
import type { RunOperation } from '../services/reads/runs/run_operation.ts';
import { sqlStores } from '../services/reads/stores.ts';
import { makeUseCases, type UseCaseDeps } from '../services/reads/use_cases.ts';
import { permitsIn } from './permits.ts';
import { patienceFor, TIMED_OUT } from './timed_out.ts';

/** A plan for the sandbox's contacts; `given` overrides its fields. */
export function aReadPlan(given: Partial<ReadPlan> = {}): ReadPlan {
  return {
    projectId: newId(),
    installationId: newId(),
    installationUpdateTime: 1_767_000_000_000,
    integrationId: newId(),
    integrationName: 'contacts-in',
    configId: newId(),
    revisionId: newId(),
    connectionId: newId(),
    groupRef: 'acme',
    groupName: 'Acme Inc.',
    consumerRef: 'ada',
    consumerName: 'Ada Lovelace',
    provider: 'sandbox',
    module: '',
    workspace: 'w-1',
    objectName: 'contacts',
    mappedObjectName: 'person',
    destinationName: 'crm-webhook',
    schedule: '',
    disabled: false,
    backfillDays: 0,
    deliveryMode: 'auto',
    pageSize: 100,
    selectionJson: JSON.stringify({
      selectedFields: ['id', 'email'],
      selectAll: false,
      mappings: [{ mapToName: 'number', fieldName: 'big_number' }],
    }),
    filtersJson: '[]',
    backfillFiltersJson: '[]',
    configJson: '{"provider":"sandbox"}',
    ...given,
  };
}

/**
 * Replaces the installation service, which is another process, and answers from `plans`. A test may change `key` (the
 * sandbox's key) and `generation` (of the credentials). `rejected`: the generations that reads reported as rejected.
 */
export function installationOf(
  plans: ReadPlan[],
  baseUrl: string,
): InstallationClient & { key: string; generation: number; rejected: number[] } {
  const state = {
    key: 'sandbox-key',
    generation: 1,
    rejected: [] as number[],
    async listPlans(projectId: string, installationId: string) {
      const found = plans.filter((plan) => plan.projectId === projectId && plan.installationId === installationId);
      if (found.length === 0) throw new Problem('notFound', 'There is no such installation.');
      return found;
    },
    async listInstallations(after: string) {
      const ids = new Map(plans.map(({ projectId, installationId }) => [installationId, projectId]));
      const all = [...ids].map(([installationId, projectId]) => ({ projectId, installationId }));
      return all.filter(({ installationId }) => installationId > after);
    },
    async findPlan({ projectId, objectName }: { projectId: string; objectName: string }) {
      const plan = plans.find(
        (one) => one.projectId === projectId && [one.objectName, one.mappedObjectName].includes(objectName),
      );
      if (!plan) throw new Problem('invalidArgument', 'No such object.');
      return plan;
    },
    async getCallAuth(_projectId: string, _connectionId: string) {
      return {
        headers: { 'X-Sandbox-Key': state.key },
        query: {},
        variables: { baseUrl },
        generation: state.generation,
        expireTime: 0,
      };
    },
    async reportRejected(_projectId: string, _connectionId: string, generation: number) {
      state.rejected.push(generation);
    },
  };
  return state;
}

const KEYRING = newKeyring();
const RETENTION = { retention: 60_000, logRetentionDays: 30, operationRetentionDays: 90 };

export const readsConfig: UseCaseDeps['config'] = {
  publicUrl: 'http://localhost:8080',
  internalToken: 'token',
  lease: 10_000,
  maxTries: 3,
  overlap: 300_000,
  maxPages: 1_000_000,
  maxBytes: 100_000_000_000,
  maxTimeMs: 7 * 24 * 3_600_000,
  sweepMaxDeletedPercent: 20,
  autoPauseAfter: 10,
  autoPauseRefusals: 3,
  failureBackoffMs: 600_000,
  failureBackoffMaxMs: 21_600_000,
  keyring: KEYRING,
  archiveMs: 3_600_000,
  startsPerSecond: 500,
};

type GivenWorker = Partial<WorkerOptions<ClaimedOperation>> & { runOperation?: RunOperation };

export type ReadsFixture = Awaited<ReturnType<typeof readsFixture>>;

/** The service `reads` without its ports. Stores, engine, outbound client and sandbox are real. */
export async function readsFixture(
  db: Db,
  {
    plans,
    sandbox: options = {},
    ...given
  }: {
    plans: ReadPlan[];
    sandbox?: SandboxOptions;
    config?: Partial<UseCaseDeps['config']>;
    retention?: Partial<RetentionConfig>;
    clock?: UseCaseDeps['clock'];
  },
) {
  const sandbox = await startSandbox({ records: 250, ...options });
  const outbound: OutboundClient = outboundClient({ allow: ['127.0.0.1'], allowHttp: true });
  const installation = installationOf(plans, sandbox.url);
  const workers: Worker[] = [];
  const retention = { ...RETENTION, ...given.retention };
  const deps: UseCaseDeps = {
    stores: sqlStores(db),
    installation,
    providers: loadProviders(),
    calls: providerCalls(outbound.send),
    permits: permitsIn(db),
    clock: given.clock ?? systemClock,
    newId,
    log: silentLog,
    wakeCredentialCaches: () => {},
    wake: () => {
      for (const worker of workers) worker.wake();
    },
    config: {
      ...readsConfig,
      ...given.config,
    },
  };
  return {
    db,
    sandbox,
    installation,
    deps,
    stores: deps.stores,
    useCases: makeUseCases(deps),
    /** The use cases with another outbound client, like a second replica. */
    useCasesWith: (send: SendRequest, others: Partial<UseCaseDeps> = {}) =>
      makeUseCases({ ...deps, calls: providerCalls(send), ...others }),
    send: outbound.send,
    startWorker({ runOperation = makeUseCases(deps).runOperation, ...over }: GivenWorker = {}): Worker {
      const worker = startWorker({
        service: 'reads',
        queue: deps.stores.operations,
        run: runOperation,
        ownerOf: ({ installationId }) => installationId,
        wakeAll: deps.wake,
        log: silentLog,
        concurrency: 2,
        timeSliceMs: 1_000,
        yieldAfterMs: 2_000,
        leaseMs: deps.config.lease,
        pollMs: 50,
        ...over,
      });
      workers.push(worker);
      return worker;
    },
    /** Claims due operations and runs them to their end, like a worker, but when the test calls it. */
    async runDue(useCases = makeUseCases(deps)): Promise<ClaimedOperation[]> {
      const claimed = await deps.stores.operations.claim(10, deps.config.lease);
      await Promise.all(claimed.map((operation) => useCases.runOperation(operation, new AbortController().signal)));
      return claimed;
    },
    retention,
    /** Runs one batch of a retention rule (services/reads/jobs/retention.ts). True when there may be more to delete. */
    async dropDue(name: string, limit = 500): Promise<boolean> {
      const rule = purgeRulesOf(retentions(retention), deps).find((one) => one.name === name);
      if (!rule) throw new Error(`There is no rule ${name}.`);
      return (await rule.run(limit)).hasMore;
    },
    messages: () => messagesOf(db),
    events: async (type: string): Promise<Record<string, unknown>[]> => {
      const rows: { payload: string }[] = await db('outbox').where({ type }).orderBy('id').select('payload');
      return rows.map(({ payload }) => JSON.parse(payload) as Record<string, unknown>);
    },
    async stop() {
      await Promise.all(workers.map((worker) => worker.stop()));
      await outbound.close();
      await sandbox.stop();
    },
  };
}

type StoredMessage = { id: string; sequence: number; text: string; body: JsonObject };

async function messagesOf(db: Db): Promise<StoredMessage[]> {
  const rows: { id: string; sequence: number; body: string }[] = await db('messages')
    .orderBy('sequence')
    .select('id', 'sequence', 'body');
  return rows.map(({ id, sequence, body }) => ({ id, sequence, text: body, body: parseJson(body) as JsonObject }));
}

/** The ids of the records in messages, in order. */
export function recordIds(messages: readonly StoredMessage[]): string[] {
  return messages.flatMap(({ body }) => (body['result'] as { raw: { id: string } }[]).map(({ raw }) => raw.id));
}

export async function until(holds: () => Promise<boolean>, limitMs = 30_000): Promise<void> {
  for (const end = Date.now() + patienceFor(limitMs); Date.now() < end; await sleep(20)) if (await holds()) return;
  throw new Error(TIMED_OUT);
}
