import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openProviderDoor } from '../connectors/calls/provider_door.ts';
import type { Provider } from '../connectors/engine/file/provider.ts';
import { newKeyring } from '../lib/crypto/sealer.ts';
import { migrateUp } from '../lib/db/migrate.ts';
import { type Db, openDatabase } from '../lib/db/open.ts';
import { newId } from '../lib/ids/ids.ts';
import { silentLog } from '../lib/log/log.ts';
import { systemClock } from '../lib/time/clock.ts';
import { startWorker } from '../lib/work/worker.ts';
import { type Lab, startLab } from '../sandbox/lab/lab.ts';
import { migrations } from '../services/reads/migrations/migrations.ts';
import type { ReadPlan } from '../services/reads/read_plan.ts';
import { sqlStores } from '../services/reads/stores.ts';
import { makeUseCases, type UseCaseDeps } from '../services/reads/use_cases.ts';
import { permitsIn } from '../testbed/permits.ts';
import { aReadPlan } from '../testbed/reads_fixture.ts';
import { sizeOf } from './measure/size_of.ts';
import type { BenchResult } from './result.ts';

const RATE = sizeOf({ requests: 100, perSeconds: 10 }, { requests: 10, perSeconds: 1 });
const SECONDS = sizeOf(42, 3);
const READS = 16;

const METERED: Provider = {
  name: 'metered',
  displayName: 'Metered',
  baseURL: 'https://metered.example',
  auth: { type: 'apiKey', in: 'header', name: 'X-Key' },
  rateLimit: { allowed: [RATE] },
  reading: { records: 'data', id: 'id', paging: { kind: 'cursor', path: 'next', param: 'after' } },
  objects: { things: { path: '/things' } },
};

/**
 * Two replicas with sixteen reads of one connection, against a provider that bans at the first call over the limit.
 * Real time, over HTTP, lab and replicas on one event loop, which makes the timing very uneven. Goal: share 0.95, no
 * refusal.
 */
export async function benchLimits(): Promise<BenchResult> {
  const folder = await mkdtemp(join(tmpdir(), 'causeway-limits-'));
  // One connection for both: the driver is synchronous, so a second one would block the first until its lock ends.
  const db = openDatabase(`sqlite:${join(folder, 'reads.db')}`);
  await migrateUp(db, migrations);
  const lab = await startLab({ providers: [METERED], records: 50_000, usualPage: 2 });
  lab.control.setLimits('metered', { ...RATE, banAfter: 0 });
  const plans = plansOf(READS);
  const door = openProviderDoor({ allow: ['127.0.0.1'], allowHttp: true });
  const replicas = [0, 1].map(() => replicaOf(db, plans, { lab, calls: door.calls }));
  for (const plan of plans) await replicas[0]?.trigger(plan);
  await sleep(SECONDS * 1_000);
  await Promise.all(replicas.map(({ worker }) => worker.stop()));
  const [limit] = lab.control.stats('metered').limits;
  await Promise.all([door.close(), lab.stop(), db.destroy()]);
  await rm(folder, { recursive: true });
  const { share = 0, allowed = 0, refused = 0, bans = 0 } = limit ?? {};
  const failures = refused + bans > 0 ? [`The provider refused ${refused} calls and banned ${bans} times.`] : [];
  return { ratio: share ?? 0, failures, allowed, refused, bans, seconds: SECONDS };
}

function plansOf(count: number): ReadPlan[] {
  const ids = { projectId: newId(), connectionId: newId() };
  const names = { provider: 'metered', objectName: 'things', mappedObjectName: 'thing' };
  const selectionJson = JSON.stringify({ selectedFields: ['id'], selectAll: false, mappings: [] });
  return Array.from({ length: count }, () =>
    aReadPlan({ ...ids, ...names, groupRef: newId(), selectionJson, pageSize: 0, configJson: '{}' }),
  );
}

function replicaOf(db: Db, plans: readonly ReadPlan[], { lab, calls }: { lab: Lab } & Pick<UseCaseDeps, 'calls'>) {
  const stores = sqlStores(db);
  const useCases = makeUseCases({
    stores,
    calls,
    permits: permitsIn(db),
    clock: systemClock,
    newId,
    log: silentLog,
    wake: () => {},
    wakeCredentialCaches: () => {},
    providers: { get: () => lab.provider('metered'), list: () => [] },
    installation: installationOf(plans),
    config: {
      publicUrl: 'http://localhost',
      internalToken: 'token',
      lease: 60_000,
      maxTries: 3,
      overlap: 300_000,
      keyring: newKeyring(),
      archiveMs: 0,
    } as UseCaseDeps['config'],
  });
  const shape = {
    concurrency: READS / 2,
    timeSliceMs: 1_000,
    yieldAfterMs: 2_000,
    leaseMs: 60_000,
    pollMs: 100,
  };
  const worker = startWorker({
    service: 'reads',
    ...shape,
    queue: stores.operations,
    run: useCases.runOperation,
    ownerOf: ({ installationId }) => installationId,
    log: silentLog,
  });
  const trigger = ({ projectId, integrationId, groupRef, objectName }: ReadPlan) =>
    useCases.triggerRead({ projectId, integrationId, groupRef, objectName, sinceTimestamp: '', untilTimestamp: '' });
  return { worker, trigger };
}

function installationOf(plans: readonly ReadPlan[]): UseCaseDeps['installation'] {
  const headers = { 'X-Key': 'lab-key' };
  return {
    listPlans: async (_, installationId) => plans.filter((plan) => plan.installationId === installationId),
    listInstallations: async () => [],
    findPlan: async ({ groupRef }) => plans.find((plan) => plan.groupRef === groupRef) as ReadPlan,
    getCallAuth: async () => ({ headers, query: {}, variables: {}, generation: 1, expireTime: 0 }),
    reportRejected: async () => {},
  };
}
