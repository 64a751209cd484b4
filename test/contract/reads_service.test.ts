import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readSettings } from '../../lib/config/settings.ts';
import { newKeyring } from '../../lib/crypto/sealer.ts';
import { eventOf } from '../../lib/events/event.ts';
import { inProcessBus } from '../../lib/events/in_process_bus.ts';
import type { InstallationBlock } from '../../lib/events/payloads.ts';
import { newId } from '../../lib/ids/ids.ts';
import { silentLog } from '../../lib/log/log.ts';
import type { RunningProcess } from '../../lib/process/run_process.ts';
import { systemCall } from '../../lib/rpc/call.ts';
import { type RpcConnection, rpcClient } from '../../lib/rpc/client.ts';
import { type RpcServer, startRpcServer } from '../../lib/rpc/server.ts';
import type { ServiceHandlers } from '../../lib/rpc/services.ts';
import { logTelemetry } from '../../lib/telemetry/log_telemetry.ts';
import { systemClock } from '../../lib/time/clock.ts';
import { type Sandbox, startSandbox } from '../../sandbox/sandbox.ts';
import { makeAdoptBudgets } from '../../services/installation/budgets/rate_budgets.ts';
import { migrations as installationMigrations } from '../../services/installation/migrations/migrations.ts';
import { rateBudgetHandlers } from '../../services/installation/rpc/reading.ts';
import { sqlStores } from '../../services/installation/stores.ts';
import { settings } from '../../services/reads/config.ts';
import { downloadLinks } from '../../services/reads/messages/download_link.ts';
import { installationBlock } from '../../services/reads/read_plan.ts';
import { start } from '../../services/reads/service.ts';
import { permitsIn } from '../../testbed/permits.ts';
import { aReadPlan, installationOf, until } from '../../testbed/reads_fixture.ts';
import { forEachEngine, type TestDatabase } from '../support/engines.ts';
import { sharedTrust } from '../support/trust.ts';

const token = 'internal';

forEachEngine((engine) => {
  describe('the reads service', () => {
    const plan = aReadPlan({ backfillDays: -1, schedule: '*/10 * * * *' });
    const bus = inProcessBus();
    const call = () => systemCall('test', { newId, clock: systemClock }, 120_000);
    const where = { projectId: plan.projectId, integrationId: plan.integrationId, installationId: plan.installationId };
    let database: TestDatabase;
    let budgets: TestDatabase;
    let sandbox: Sandbox;
    let installation: RpcServer;
    let reads: RunningProcess;
    let client: RpcConnection<'reads'>;
    const pages: string[] = [];

    beforeAll(async () => {
      database = await engine.open();
      sandbox = await startSandbox({ records: 350 });
      const stub = installationOf([plan], sandbox.url);
      budgets = await engine.open(installationMigrations);
      const handlers: Partial<ServiceHandlers<'installation'>> = {
        ListReadPlans: async (_call, { projectId, installationId }) => ({
          plans: await stub.listPlans(projectId, installationId),
        }),
        FindReadPlan: (_call, query) => stub.findPlan(query),
        GetCallAuth: (_call, { projectId, connectionId }) => stub.getCallAuth(projectId, connectionId),
        ReportRejected: async () => ({}),
        ...rateBudgetHandlers({
          permits: permitsIn(budgets.db),
          adoptBudgets: makeAdoptBudgets({ stores: sqlStores(budgets.db) }),
        }),
      };
      installation = await startRpcServer({
        service: 'installation',
        handlers: handlers as ServiceHandlers<'installation'>,
        port: 0,
        host: '127.0.0.1',
        trust: sharedTrust('installation', token),
        log: silentLog,
        telemetry: logTelemetry(silentLog, 'info'),
      });
      await bus.subscribe('notifications', async (event, producer) => {
        if (event.type === 'read.page.committed') pages.push(...event.payload.messageIds);
        bus.ack(producer, 'notifications', [event.id]);
      });
      const config = readSettings(settings, {
        CAUSEWAY_READS_DATABASE_URL: engine.name === 'sqlite' ? 'sqlite::memory:' : database.url,
        CAUSEWAY_INSTALLATION_ADDRESS: installation.address,
        CAUSEWAY_READS_POLL_MS: '60000', // so that an operation that starts at once was started by a wake-up
        CAUSEWAY_READS_PORT: '0',
        CAUSEWAY_READS_HOST: '127.0.0.1',
        CAUSEWAY_INTERNAL_TOKEN: token,
        CAUSEWAY_KEYRING: newKeyring(),
        CAUSEWAY_OUTBOUND_ALLOW: '127.0.0.1',
        CAUSEWAY_OUTBOUND_ALLOW_HTTP: '1',
        CAUSEWAY_SANDBOX: '1',
      });
      reads = await start(config, {
        log: silentLog,
        clock: systemClock,
        newId,
        bus,
        trust: sharedTrust('reads', token),
      });
      client = rpcClient('reads', { address: reads.address, trust: sharedTrust('gateway', token) });
    });
    afterAll(async () => {
      client.close();
      await reads.stop();
      await installation.stop();
      await sandbox.stop();
      await bus.close();
      await Promise.all([database.close(), budgets.close()]);
    });

    it('backfills an installation after its event, and serves the records', async () => {
      const payload = { ...(installationBlock(plan) as InstallationBlock), config: {} };
      const event = eventOf('installation.created', {
        id: newId(),
        projectId: plan.projectId,
        time: Date.now(),
        payload,
      });
      await bus.publish([{ producer: 'installation', event, consumers: ['reads'], attempt: 1 }]);
      await until(async () => (await client.listOperations(call(), { ...where })).operations[0]?.status === 'success');
      const { operations, nextPageToken } = await client.listOperations(call(), { ...where });
      expect(nextPageToken).toBe('');
      expect(operations).toEqual([
        expect.objectContaining({
          projectId: plan.projectId,
          actionType: 'read',
          readType: 'backfill',
          status: 'success',
          result: '[person] 350 records read',
          objects: ['person'],
          recordsProcessed: 350,
          recordsEstimatedTotal: 350,
          attempts: 1,
          configId: plan.configId,
        }),
      ]);
      await until(async () => pages.length === 4);
      const { messages } = await client.batchGetMessages(call(), { messageIds: pages });
      expect(messages.map(({ id }) => id)).toEqual(pages);
      expect(messages.every(({ body }) => body.toString().startsWith('{"action":"read"'))).toBe(true);
    });

    it('shows the progress of the backfill and its log', async () => {
      const progress = await client.getBackfillProgress(call(), { ...where, objectName: 'contacts' });
      expect(progress).toMatchObject({
        objectName: 'person',
        recordsProcessed: 350,
        installationId: plan.installationId,
      });
      const { entries } = await client.listOperationLogs(call(), {
        projectId: plan.projectId,
        operationId: progress.operationId,
      });
      expect(entries[0]).toMatchObject({
        severity: 'INFO',
        msg: 'Queued.',
        operationId: progress.operationId,
        detailsJson: '{"readType":"backfill","objectName":"person"}',
      });
      expect(entries.at(-2)?.msg).toBe('Finished: [person] 350 records read');
    });

    it('reads on trigger, at once', async () => {
      const { operationId } = await client.triggerRead(call(), {
        ...where,
        objectName: 'person',
        groupRef: 'acme',
        sinceTimestamp: '2025-12-01T00:00:00Z',
      });
      await until(
        async () =>
          (await client.getOperation(call(), { projectId: plan.projectId, operationId })).status === 'success',
      );
    });

    it('pauses, and returns problems over gRPC', async () => {
      await client.pauseReads(call(), { ...where, objects: ['person'] });
      await client.unpauseReads(call(), { ...where });
      await expect(client.pauseReads(call(), { ...where, objects: ['x'] })).rejects.toMatchObject({
        kind: 'invalidArgument',
        extras: { issues: [{ name: 'objects/0' }] },
      });
      await expect(
        client.getOperation(call(), { projectId: plan.projectId, operationId: newId() }),
      ).rejects.toMatchObject({ kind: 'notFound' });
      await expect(client.getLargeResult(call(), { messageId: newId(), signature: 'x' })).rejects.toMatchObject({
        kind: 'notFound',
      });
    });

    // An in-memory database belongs to the service, so only the other one can be inspected.
    if (engine.name === 'mariadb') {
      it('serves a result larger than the default limit of gRPC', async () => {
        const messageId = newId();
        const result = JSON.stringify([{ raw: 'x'.repeat(6_000_000) }]);
        await database.db('message_results').insert({
          message_id: messageId,
          project_id: plan.projectId,
          result,
          download_until: Date.now() + 60_000,
        });
        const url = downloadLinks({ publicUrl: 'http://x', secret: token }).urlOf(messageId);
        const signature = new URL(url).searchParams.get('signature') ?? '';
        const { resultJson } = await client.getLargeResult(call(), { messageId, signature });
        expect(resultJson.length).toBe(result.length);
      });

      it('has no pending events when all consumers have acknowledged', async () => {
        await until(async () => {
          const awaited = await database.db('outbox_acks').whereNot({ consumer: 'installation' }).select('event_id');
          return awaited.length === 0;
        });
      });
    }
  });
});
