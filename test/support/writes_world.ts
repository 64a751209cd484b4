import { providerCalls } from '../../connectors/calls/provider_calls.ts';
import { providerStreams } from '../../connectors/calls/provider_streams.ts';
import { loadProviders } from '../../connectors/engine/catalogue/providers.ts';
import type { Provider } from '../../connectors/engine/file/provider.ts';
import { newKeyring } from '../../lib/crypto/sealer.ts';
import type { Db } from '../../lib/db/open.ts';
import { outboundClient, type SendRequest } from '../../lib/http/outbound.ts';
import { newId } from '../../lib/ids/ids.ts';
import type { JsonObject } from '../../lib/json/json.ts';
import { silentLog } from '../../lib/log/log.ts';
import { systemCall } from '../../lib/rpc/call.ts';
import { systemClock } from '../../lib/time/clock.ts';
import type { WritePlan, WriteRules } from '../../lib/write_plan/write_plan.ts';
import { startSandbox } from '../../sandbox/sandbox.ts';
import { rateBudgetsTable } from '../../services/reads/migrations/0015_rate_budgets.ts';
import { migrations } from '../../services/writes/migrations/migrations.ts';
import type { Operation } from '../../services/writes/operations/operation.ts';
import { sqlStores } from '../../services/writes/stores.ts';
import { makeUseCases, type UseCaseDeps } from '../../services/writes/use_cases.ts';
import { permitsIn } from '../../testbed/permits.ts';

/** The tables of the writes service, and the table of rate budgets, which belongs to the installation service. */
export const writesTables = [...migrations, rateBudgetsTable];

const NO_RULES: WriteRules = { mappings: [], unmapped: [], valueMappings: {}, settings: {}, allowAnyFields: false };
const LEASE = 10_000;
const RECORDS = 20;

type Body = { operationId: string; errors?: { message: string }[]; result?: { success: boolean; recordId?: string } };
type Given = {
  takesKey?: boolean;
  maxOpenRecords?: number;
  change?: (provider: Provider) => Provider;
  clock?: UseCaseDeps['clock'];
  /** The base URL for calls; the sandbox by default. */
  providerUrl?: string;
};

/**
 * The writes service without its ports: real stores, engine, outbound client and sandbox. The installation service is
 * replaced.
 */
export async function writesWorld(
  db: Db,
  { takesKey = false, maxOpenRecords = 0, change = (one) => one, clock = systemClock, providerUrl }: Given = {},
) {
  const sandbox = await startSandbox({ records: RECORDS });
  const outbound = outboundClient({ allow: ['127.0.0.1'], allowHttp: true });
  let isRemoved = false;
  let generation = 1;
  const plan = planOf();
  const providers = loadProviders();
  const file = change(withKey(providers.get('sandbox') as Provider, takesKey));
  const deps: UseCaseDeps = {
    stores: sqlStores(db),
    installation: {
      // Each other customer has its own installation and connection.
      findPlan: async ({ groupRef }) => (groupRef === plan.groupRef ? plan : { ...planOf(), groupRef }),
      findProxyPlan: async () => ({ ...plan, module: '' }),
      getCallAuth: async () => ({
        headers: { 'X-Sandbox-Key': 'sandbox-key' },
        query: {},
        variables: { baseUrl: providerUrl ?? sandbox.url },
        generation,
        expireTime: 0,
        providerAppId: '',
      }),
      reportRejected: async () => void (generation += 1),
    },
    providers: { ...providers, get: (name) => (name === 'sandbox' && !isRemoved ? file : undefined) },
    calls: providerCalls(outbound.send),
    streams: providerStreams(outbound.stream),
    telemetry: { proxied: () => {} },
    permits: permitsIn(db),
    clock,
    newId,
    log: silentLog,
    wake: () => {},
    config: { keyring: newKeyring(), maxOpenRecords, proxyMaxBytes: 1_000_000, proxyIdle: 30_000 },
  };
  const useCases = makeUseCases(deps);
  const never = new AbortController().signal;
  const slot = { isOver: () => false, waitFor: <T>(coming: Promise<T>) => coming };

  return {
    db,
    sandbox,
    stores: deps.stores,
    useCases,
    send: outbound.send,
    removeFile: () => {
      isRemoved = true;
    },
    /** The use cases with another outbound client, like a second replica. */
    useCasesWith: (send: SendRequest) => makeUseCases({ ...deps, calls: providerCalls(send) }),
    async write(more: object, through = useCases): Promise<{ status: number; body: Body; isReplayed: boolean }> {
      const { records = [{ name: 'Grace' }], ...given } = more as { records?: JsonObject[] };
      const { status, bodyJson, isReplayed } = await through.writeRecords(
        systemCall('test', { newId, clock: systemClock }, 60_000),
        {
          projectId: plan.projectId,
          integrationId: plan.integrationId,
          groupRef: 'acme',
          objectName: 'contacts',
          type: 'create',
          isAsync: false,
          isBatch: false,
          recordsJson: records.map((record) => JSON.stringify(record)),
          headers: [],
          deadlineHours: 0,
          idempotencyKey: '',
          ...given,
        },
      );
      return { status, body: bodyJson as unknown as Body, isReplayed };
    },
    /** Claims due records and sends them, as a worker does, but when the test calls it. Returns their number. */
    async runDue(through = useCases): Promise<number> {
      const claimed = await deps.stores.queuedRecords.claim(10, LEASE);
      await Promise.all(claimed.map((record) => through.runRecord(record, never, slot)));
      return claimed.length;
    },
    operation: async (id: string) => (await deps.stores.operations.find(plan.projectId, id)) as Operation,
    logs: async (id: string) => (await useCases.listOperationLogs(plan.projectId, id)).map(({ msg }) => msg),
    /** The number of records that were added at the provider since the start. */
    async added(): Promise<number> {
      const answer = await fetch(`${sandbox.url}/api/v1/contacts?limit=1`, {
        headers: { 'x-sandbox-key': 'sandbox-key' },
      });
      return ((await answer.json()) as { total: number }).total - RECORDS;
    },
    async stop() {
      await outbound.close();
      await sandbox.stop();
    },
  };
}

function withKey(provider: Provider, takesKey: boolean): Provider {
  const { idempotencyKey, ...write } = provider.write as Record<string, unknown>;
  return { ...provider, write: takesKey ? { ...write, idempotencyKey } : write } as Provider;
}

function planOf(): WritePlan {
  return {
    projectId: newId(),
    installationId: newId(),
    integrationId: newId(),
    integrationName: 'notes-back',
    configId: newId(),
    connectionId: newId(),
    groupRef: 'acme',
    groupName: 'Acme Inc.',
    consumerRef: 'ada',
    consumerName: 'Ada Lovelace',
    provider: 'sandbox',
    module: '',
    workspace: '',
    credentialsVersion: '1',
    objectName: 'contacts',
    mappedObjectName: 'contacts',
    deletionEnabled: true,
    rulesJson: JSON.stringify(NO_RULES),
  };
}
