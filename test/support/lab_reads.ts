import { providerCalls } from '../../connectors/calls/provider_calls.ts';
import { callAuth } from '../../connectors/engine/auth/auth.ts';
import type { Db } from '../../lib/db/open.ts';
import type { SendRequest } from '../../lib/http/outbound.ts';
import { newId } from '../../lib/ids/ids.ts';
import { silentLog } from '../../lib/log/log.ts';
import { type Lab, startLab } from '../../sandbox/lab/lab.ts';
import { sqlStores } from '../../services/reads/stores.ts';
import { makeUseCases, type UseCaseDeps } from '../../services/reads/use_cases.ts';
import { permitsIn } from '../../testbed/permits.ts';
import { aReadPlan, installationOf, readsConfig } from '../../testbed/reads_fixture.ts';

/** Reads from a lab provider in the same process: real stores, engine and use cases. */
export async function labReads(db: Db, { records = 100, send = (lab) => lab.send, ...given }: LabReadsOptions = {}) {
  const lab = await startLab({ providers: ['hubspot'], records, usualPage: 10 });
  const plan = aReadPlan({ provider: 'hubspot', backfillDays: -1, pageSize: 10, ...given.plan });
  const provider = lab.provider('hubspot');
  const variables = lab.variables('hubspot');
  const auth = callAuth(provider, lab.credentials('hubspot'), variables);
  const stores = sqlStores(db);
  const installation = {
    ...installationOf([plan], ''),
    getCallAuth: async () => ({ ...auth, variables, generation: 1, expireTime: 0 }),
  };
  const useCases = makeUseCases({
    stores,
    installation: installation as unknown as UseCaseDeps['installation'],
    providers: { get: (name) => (name === 'hubspot' ? provider : undefined), list: () => [] },
    calls: providerCalls(send(lab)),
    permits: permitsIn(db),
    clock: given.clock ?? { now: () => Date.now() },
    newId,
    log: silentLog,
    wakeCredentialCaches: () => {},
    wake: () => {},
    config: { ...readsConfig, maxTries: 10, ...given.config },
  });

  /**
   * Claims and runs the operation, skipping its waits, until it has ended or was started `starts` times; returns the
   * number of starts.
   */
  async function run(id: string, starts = 20): Promise<number> {
    for (let started = 1; started <= starts; started += 1) {
      const [claimed] = await stores.operations.claim(1, 10_000);
      if (!claimed) throw new Error('Nothing was claimed.');
      await useCases.runOperation(claimed, new AbortController().signal);
      if (['success', 'failure'].includes((await operation(id)).state)) return started;
      await db('operations').where({ state: 'parked' }).update({ next_time: 1 });
    }
    return starts;
  }

  const operation = (id: string) => useCases.getOperation(plan.projectId, id);
  return {
    lab,
    plan,
    stores,
    useCases,
    run,
    operation,
    async backfill(): Promise<string> {
      const { projectId, integrationId, installationId, configId, objectName, mappedObjectName } = plan;
      const names = { projectId, integrationId, installationId, configId, objectName, mappedObjectName };
      const id = newId();
      await stores.schedules.insert({
        id: newId(),
        plan,
        cadence: null,
        nextTime: null,
        watermark: 1,
        firstSequence: 1,
        createTime: 1,
      });
      const createTime = Date.now();
      await stores.operations.insert(
        { ...names, id, readType: 'backfill', sinceTime: null, untilTime: null, createTime },
        'ready',
      );
      return id;
    },
    /** The number of deliveries of each record. */
    async delivered(): Promise<Map<string, number>> {
      const rows: { body: string }[] = await db('messages')
        .where({ installation_id: plan.installationId })
        .select('body');
      const counts = new Map<string, number>();
      for (const { body } of rows)
        for (const { raw } of (JSON.parse(body) as { result: { raw: { id: string } }[] }).result)
          counts.set(raw.id, (counts.get(raw.id) ?? 0) + 1);
      return counts;
    },
    async stop() {
      for (const table of ['messages', 'operations', 'operation_logs', 'schedules', 'outbox', 'outbox_acks', 'turns'])
        await db(table).del();
      await lab.stop();
    },
  };
}

type LabReadsOptions = {
  records?: number;
  /** Replaces the lab's `send`, for example to count or change its calls. */
  send?: (lab: Lab) => SendRequest;
  clock?: UseCaseDeps['clock'];
  plan?: Partial<ReturnType<typeof aReadPlan>>;
  config?: Partial<UseCaseDeps['config']>;
};
