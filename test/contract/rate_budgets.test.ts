import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { permitClient } from '../../connectors/calls/permit_client.ts';
import type { Draw, PermitSource } from '../../connectors/calls/permits.ts';
import { setDatabaseClock } from '../../lib/db/now.ts';
import { newId } from '../../lib/ids/ids.ts';
import { silentLog } from '../../lib/log/log.ts';
import { Problem } from '../../lib/problem/problem.ts';
import { type RpcConnection, rpcClient } from '../../lib/rpc/client.ts';
import { type RpcServer, startRpcServer } from '../../lib/rpc/server.ts';
import type { ServiceHandlers } from '../../lib/rpc/services.ts';
import { logTelemetry } from '../../lib/telemetry/log_telemetry.ts';
import { systemClock } from '../../lib/time/clock.ts';
import { makeAdoptBudgets } from '../../services/installation/budgets/rate_budgets.ts';
import { migrations as installationMigrations } from '../../services/installation/migrations/migrations.ts';
import { rateBudgetHandlers } from '../../services/installation/rpc/reading.ts';
import { sqlStores as installationStores } from '../../services/installation/stores.ts';
import { budgetAdopter } from '../../services/reads/clients/installation_client.ts';
import { migrations as readsMigrations } from '../../services/reads/migrations/migrations.ts';
import { afterHandOver, makeHandOverBudgets } from '../../services/reads/rate_limits/hand_over_budgets.ts';
import { sqlStores as readsStores } from '../../services/reads/stores.ts';
import { permitsIn } from '../../testbed/permits.ts';
import { forEachEngine, type TestDatabase } from '../support/engines.ts';
import { sharedTrust } from '../support/trust.ts';

const TOKEN = 'internal';
const HOUR = 3_600_000;
const allowed = [{ requests: 10, perMs: HOUR }];
const draw = (change: Partial<Draw> = {}): Draw => ({
  allowed,
  wanted: 100,
  isInteractive: false,
  lagMs: 0,
  unused: null,
  late: [],
  headers: null,
  ...change,
});

/** The rate budgets of installation, drawn by reads over RPC; and what reads had before 0.2. */
forEachEngine((engine) => {
  let installation: TestDatabase;
  let reads: TestDatabase;
  let server: RpcServer;
  let rpc: RpcConnection<'installation'>;
  let permits: ReturnType<typeof permitClient>;
  let adoptAt: ReturnType<typeof budgetAdopter>;
  let of: { projectId: string; key: string };

  async function serve(handlers: Partial<ServiceHandlers<'installation'>>): Promise<RpcServer> {
    return startRpcServer({
      service: 'installation',
      handlers: handlers as ServiceHandlers<'installation'>,
      port: 0,
      host: '127.0.0.1',
      trust: sharedTrust('installation', TOKEN),
      log: silentLog,
      telemetry: logTelemetry(silentLog, 'info'),
    });
  }
  const clientOf = ({ address }: RpcServer) =>
    rpcClient('installation', { address, trust: sharedTrust('reads', TOKEN) });
  const about = { clock: systemClock, newId };

  beforeAll(async () => {
    [installation, reads] = await Promise.all([engine.open(installationMigrations), engine.open(readsMigrations)]);
    const adoptBudgets = makeAdoptBudgets({ stores: installationStores(installation.db) });
    server = await serve(rateBudgetHandlers({ permits: permitsIn(installation.db), adoptBudgets }));
    rpc = clientOf(server);
    permits = permitClient({ process: 'reads', rpc, ...about });
    adoptAt = budgetAdopter({ rpc, ...about });
  });
  beforeEach(async () => {
    of = { projectId: newId(), key: `connection:${newId()}` };
    await reads.db('rate_budgets').del();
  });
  afterAll(async () => {
    rpc.close();
    await server.stop();
    await Promise.all([installation.close(), reads.close()]);
  });

  /** All permits that are left, without spacing. */
  const left = async (source: PermitSource = permits): Promise<number> =>
    (await source.draw(of, draw({ isInteractive: true }))).permits?.count ?? 0;

  describe('rate budgets over RPC', () => {
    it('are shared: what one process draws, another does not get', async () => {
      const other = permitClient({ process: 'reads', rpc, ...about });
      const [a, b] = await Promise.all([permits, other].map((one) => one.draw(of, draw({ wanted: 3 }))));
      expect([a?.permits?.count, b?.permits?.count].toSorted()).toEqual([2, 3]); // half of the limit at once
      expect(await left()).toBe(5);
      expect(await permits.draw(of, draw())).toEqual({ permits: null, waitMs: expect.any(Number) });
    });

    it('take back what was not used, and learn from headers', async () => {
      const { permits: drawn } = await permits.draw(of, draw({ wanted: 4 }));
      expect(drawn).toMatchObject({ count: 4, first: 1 });
      const headers = { limit: 10, remaining: 2, msUntilReset: HOUR, ageMs: 5, number: 4, inFlight: 0 };
      const again = await permits.draw(of, draw({ unused: { time: drawn!.time, count: 3 }, headers }));
      expect(again.permits).toMatchObject({ count: 2, first: 5 });
    });

    it('are closed by a 429 for every process, and of their own project only', async () => {
      await permits.close(of, HOUR);
      await permits.close({ ...of, projectId: newId() }, undefined);
      const closed = (await permits.listClosed()).filter(({ key }) => key === of.key);
      expect(closed).toHaveLength(2);
      const { waitMs = 0 } = closed.find(({ projectId }) => projectId === of.projectId) ?? {};
      expect(waitMs).toBeGreaterThan(HOUR - 60_000);
      expect(await permitsIn(installation.db).draw(of, draw())).toMatchObject({ permits: null });
    });

    it('are unavailable, not refused, while an older installation service answers', async () => {
      const old = await serve({});
      const client = clientOf(old);
      const calls = permitClient({ process: 'reads', rpc: client, ...about });
      for (const asked of [calls.draw(of, draw()), calls.listClosed(), calls.close(of, 1)])
        await expect(asked).rejects.toMatchObject({ kind: 'unavailable', retryable: true });
      client.close();
      await old.stop();
    });
  });

  describe('the upgrade from budgets of reads', () => {
    /** As a replica of 0.1 writes it. */
    async function oldRow(budget: object, version = 1): Promise<void> {
      const time = Date.now();
      const row = { closed_until: 0, version, update_time: time, project_id: of.projectId, budget_key: of.key };
      const text = JSON.stringify({ granted: 7, windows: {}, learnt: null, closed: null, ...budget });
      await reads.db('rate_budgets').where({ budget_key: of.key }).del();
      await reads.db('rate_budgets').insert({ ...row, budget: text });
    }
    function upgraded(adopt = adoptAt) {
      const handOver = makeHandOverBudgets({ stores: readsStores(reads.db), adopt });
      return { handOver, source: afterHandOver(permits, handOver) };
    }
    const spent = (count: number) => ({ windows: { [HOUR]: { spent: [[Date.now() - 1_000, count]], paced: 0 } } });

    it('forgets no wait that a provider asked for', async () => {
      await oldRow({ closed: { until: Date.now() + HOUR, waitMillis: HOUR } });
      const { source } = upgraded();
      expect((await source.draw(of, draw())).waitMs).toBeGreaterThan(HOUR - 60_000);
      expect((await source.listClosed()).map(({ key }) => key)).toContain(of.key);
    });

    it('forgets no call of a window and no remaining count', async () => {
      await oldRow(spent(6));
      expect(await left(upgraded().source)).toBe(4);
      of = { ...of, key: `connection:${newId()}` };
      await oldRow({ learnt: { limit: 50, left: 3, until: Date.now() + HOUR, span: HOUR } });
      expect(await left(upgraded().source)).toBe(3);
    });

    it('is safe to repeat: by each replica, and by one that starts again', async () => {
      await oldRow(spent(6));
      const [first, second] = [upgraded(), upgraded()];
      expect(await left(first.source)).toBe(4);
      await second.handOver();
      await upgraded().handOver();
      expect(await left(second.source)).toBe(0);
      const { permits: drawn } = await permits.draw(of, draw());
      expect(drawn).toBeNull();
    });

    it('goes on while old replicas run: what they learn later is handed over, and their rows stay as they are', async () => {
      await oldRow(spent(2));
      const { source, handOver } = upgraded();
      expect((await source.draw(of, draw({ wanted: 1 }))).permits).toMatchObject({ count: 1 });
      await oldRow(spent(5), 2);
      const before = await reads.db('rate_budgets').select();
      await handOver();
      expect(await left(source)).toBe(4); // of 10: 5 by old replicas, 1 by a new one
      expect(await reads.db('rate_budgets').select()).toEqual(before);
    });

    it('counts by the clock of each database', async () => {
      setDatabaseClock(reads.db, { originMs: 0, offsetMs: HOUR, scale: 1 });
      await oldRow({ closed: { until: Date.now() + HOUR + 60_000, waitMillis: 60_000 } });
      const { waitMs } = await upgraded().source.draw(of, draw());
      setDatabaseClock(reads.db, undefined);
      expect(waitMs).toBeLessThanOrEqual(60_000);
      expect(waitMs).toBeGreaterThan(0);
    });

    it('draws nothing before it, and goes on when installation is available again', async () => {
      await oldRow(spent(6));
      let isUnavailable = true;
      const unavailable = new Problem('unavailable', 'No connection.');
      const { source } = upgraded((request) => (isUnavailable ? Promise.reject(unavailable) : adoptAt(request)));
      await expect(source.draw(of, draw())).rejects.toBe(unavailable);
      isUnavailable = false;
      expect(await left(source)).toBe(4);
    });
  });
});
