import { createCallBudgets } from '../../connectors/calls/call_budgets.ts';
import type { PermitSource } from '../../connectors/calls/permits.ts';
import { providerCalls } from '../../connectors/calls/provider_calls.ts';
import type { DeclaredRate, Provider, RateLimitHeaders } from '../../connectors/engine/file/provider.ts';
import { newId } from '../../lib/ids/ids.ts';
import { silentLog } from '../../lib/log/log.ts';
import { startLab } from '../../sandbox/lab/lab.ts';
import type { LabLimit } from '../../sandbox/lab/limits/call_limit.ts';
import { engineConnectors } from '../../services/installation/clients/engine_connectors.ts';
import { RateLimited } from '../../services/installation/providers/provider.ts';
import type { ReadPlan } from '../../services/reads/read_plan.ts';
import { sqlStores } from '../../services/reads/stores.ts';
import { makeUseCases, type UseCases } from '../../services/reads/use_cases.ts';
import { permitsIn } from '../../testbed/permits.ts';
import { aReadPlan, readsConfig } from '../../testbed/reads_fixture.ts';
import type { TestDatabase } from './engines.ts';
import { virtualTime } from './virtual_time.ts';

type Options = {
  /** For each connection, the number of objects that are read in parallel. */
  connections: readonly number[];
  /** The rate limits in the provider file. */
  allowed?: DeclaredRate[];
  headers?: RateLimitHeaders;
  /** The rate limits that the lab enforces. */
  limits: LabLimit[];
  replicas?: number;
  concurrency?: number;
  records?: number;
  /** The max latency in each direction in milliseconds; random for each call. */
  latencyMs?: number;
  object?: Partial<NonNullable<Provider['reading']>>;
  /** Wraps the source of permits for reads. */
  permitsOf?: (source: PermitSource) => PermitSource;
  /** The interval between two samples that installation reads on each replica, in milliseconds. */
  samplesEveryMs?: number;
};

const START = Date.UTC(2026, 5, 1);
const LEASE = 24 * 3_600_000;

/**
 * A lab provider with rate limits, and replicas of reads that read from it, with real stores, use cases and engine in
 * virtual time. Each connection has the given number of installations, each with one object and one operation.
 */
export async function limitedWorld(database: TestDatabase, options: Options) {
  const { replicas: count = 2, concurrency = 8, latencyMs = 12, records = 4_000, permitsOf = (one) => one } = options;
  const databases = Array.from({ length: count }, (_, i) => (i === 0 ? database.db : database.replica()));
  const time = virtualTime(START, databases);
  const lab = await startLab({ providers: [meteredProvider(options)], records, usualPage: 2, clock: time.clock });
  lab.control.setLimits('metered', ...options.limits);
  lab.control.setTokenRules('metered', { accessTtlSeconds: LEASE / 1_000 });
  const random = randomOf(7);
  const lag = () => (latencyMs > 0 ? time.timer.sleep(random() * latencyMs) : Promise.resolve());
  const [projectId, app] = [newId(), newId()];
  const connections = options.connections.map((operations) => ({
    plans: plansOf(projectId, newId(), operations),
    token: tokenOf(lab.credentials('metered')),
  }));
  const plans = connections.flatMap((one) => one.plans);
  const calls = providerCalls(async (request) => {
    await lag();
    const response = await lab.send(request);
    await lag();
    return response;
  });
  const replicas = databases.map((db) => {
    const stores = sqlStores(db);
    const useCases = makeUseCases({
      stores,
      clock: time.clock,
      timer: time.timer,
      newId,
      log: silentLog,
      installation: installationOf(),
      providers: { get: () => lab.provider('metered'), list: () => [] },
      permits: permitsOf(permitsIn(db)),
      calls,
      wake: () => {},
      wakeCredentialCaches: () => {},
      config: { ...readsConfig, lease: LEASE },
    });
    return { stores, useCases, running: new Map<string, AbortController>() };
  });

  const samplers = databases.map((db) => sampler(db));
  const samples = { read: 0, leftOut: 0 };
  let isOver = false;

  /** Another process, with its own permits. */
  function sampler(db: (typeof databases)[number]) {
    const budgets = createCallBudgets({
      permits: permitsIn(db),
      clock: time.clock,
      timer: time.timer,
      log: silentLog,
    });
    const catalogue = { get: () => lab.provider('metered'), list: () => [] };
    return engineConnectors({ catalogue, calls, budgets, policy: { allow: [], allowHttp: false }, clock: time.clock });
  }

  async function sampleAgainAndAgain({ sample }: (typeof samplers)[number], everyMs: number): Promise<void> {
    const [{ plans: [plan] = [], token }] = connections as [(typeof connections)[number]];
    for (;;) {
      await time.timer.sleep(everyMs);
      if (isOver) return;
      const caller = { projectId, connectionId: plan?.connectionId ?? '', providerAppId: app };
      const attachments = { headers: { Authorization: `Bearer ${token}` }, query: {} };
      const about = { provider: 'metered', module: '', object: 'things', fields: ['id'], filters: [], variables: {} };
      await sample({ ...about, caller, attachments }).then(
        () => (samples.read += 1),
        (error: unknown) => {
          if (!(error instanceof RateLimited)) throw error;
          samples.leftOut += 1;
        },
      );
    }
  }
  const sampling = options.samplesEveryMs === undefined ? [] : samplers;
  const sampled = sampling.map((one) => sampleAgainAndAgain(one, options.samplesEveryMs ?? 0));
  const asleep = () => time.sleeping() >= runningCount() + sampling.length;

  function installationOf() {
    const found = (wanted: (plan: ReadPlan) => boolean) => plans.filter(wanted);
    return {
      listPlans: async (_: string, installationId: string) => found((plan) => plan.installationId === installationId),
      listInstallations: async () => [],
      findPlan: async ({ groupRef }: { groupRef: string }) =>
        found((plan) => plan.groupRef === groupRef)[0] as ReadPlan,
      async getCallAuth(_: string, connectionId: string) {
        const { token } = connections.find((one) => one.plans[0]?.connectionId === connectionId) as { token: string };
        const headers = { Authorization: `Bearer ${token}` };
        return { headers, query: {}, variables: {}, generation: 1, expireTime: 0, providerAppId: app };
      },
      reportRejected: async () => {},
    };
  }

  async function claimFor({ stores, useCases, running }: (typeof replicas)[number]): Promise<void> {
    const claimed = running.size < concurrency ? await stores.operations.claim(concurrency - running.size, LEASE) : [];
    for (const operation of claimed) {
      const controller = new AbortController();
      running.set(operation.id, controller);
      void useCases.runOperation(operation, controller.signal).finally(() => running.delete(operation.id));
    }
  }

  const runningCount = () => replicas.reduce((sum, { running }) => sum + running.size, 0);
  /** The next time at which a replica with a free slot can claim an operation. */
  async function nextDue(): Promise<number> {
    if (replicas.every(({ running }) => running.size >= concurrency)) return Number.POSITIVE_INFINITY;
    const row = await database.db('operations').whereIn('state', ['ready', 'parked']).min({ at: 'next_time' }).first();
    return row?.at === null || row?.at === undefined
      ? Number.POSITIVE_INFINITY
      : Number(row.at) + time.databaseBehind();
  }
  /** Claims all due operations and runs them until all of them wait. */
  async function claimDue(): Promise<void> {
    for (const replica of replicas) await claimFor(replica);
    await time.quiet(asleep);
  }

  return {
    lab,
    time,
    plans,
    database,
    replicas,
    /** Queues one operation for each plan of `of`; for all plans by default. */
    async triggerAll(of: readonly ReadPlan[] = plans, useCases: UseCases = replicas[0]!.useCases) {
      const ids: string[] = [];
      for (const { groupRef, integrationId, objectName } of of) {
        const span = { sinceTimestamp: '', untilTimestamp: '' };
        ids.push(await useCases.triggerRead({ projectId, integrationId, groupRef, objectName, ...span }));
      }
      return ids;
    },
    /** Runs the replicas for `ms`, until no work is left, or until the lab refuses a call because of a limit. */
    async run(ms: number): Promise<void> {
      for (const end = time.timer.now() + ms; time.timer.now() < end; ) {
        if (lab.control.stats('metered').limits.some(({ refused }) => refused > 0)) return;
        // A look-up takes one statement and a claim many. Most wake-ups are for calls, so the look-up comes first.
        let due = await nextDue();
        if (due <= time.timer.now()) {
          await claimDue();
          due = Math.max(await nextDue(), time.timer.now() + 1);
        }
        const next = Math.min(time.nextWake(), due);
        if (next === Number.POSITIVE_INFINITY) return;
        time.leapTo(Math.min(next, end));
        await time.quiet(asleep);
      }
    },
    running: runningCount,
    samples,
    limits: () => lab.control.stats('metered').limits,
    rows: (columns: string[]): Promise<Record<string, unknown>[]> =>
      database.db('operations').orderBy('id').select(columns),
    async stop() {
      isOver = true;
      for (const { running } of replicas)
        for (const controller of running.values()) controller.abort(new Error('over'));
      let isSampling = sampling.length > 0;
      void Promise.allSettled(sampled).then(() => (isSampling = false));
      while (runningCount() > 0 || isSampling) {
        time.leapTo(time.nextWake() === Number.POSITIVE_INFINITY ? time.timer.now() : time.nextWake());
        await time.quiet(() => true);
      }
      await lab.stop();
      time.stop();
    },
  };
}

export type LimitedWorld = Awaited<ReturnType<typeof limitedWorld>>;

function meteredProvider({ allowed, headers, object }: Options): Provider {
  return {
    name: 'metered',
    displayName: 'Metered',
    baseURL: 'https://metered.example',
    auth: {
      type: 'oauth2',
      grant: 'authorizationCode',
      authorizeURL: 'https://metered.example/authorize',
      tokenURL: 'https://metered.example/token',
    },
    rateLimit: { ...headers, ...(allowed && { allowed }) },
    reading: { records: 'data', id: 'id', paging: { kind: 'cursor', path: 'next', param: 'after' } },
    objects: { things: { path: '/things', ...object } },
  };
}

function plansOf(projectId: string, connectionId: string, count: number): ReadPlan[] {
  return Array.from({ length: count }, () => {
    const selectionJson = JSON.stringify({ selectedFields: ['id'], selectAll: false, mappings: [] });
    const plan = {
      projectId,
      connectionId,
      provider: 'metered',
      objectName: 'things',
      groupRef: newId(),
      selectionJson,
    };
    return aReadPlan({ ...plan, mappedObjectName: 'thing', pageSize: 0 });
  });
}

function tokenOf(credentials: object): string {
  return (credentials as { accessToken: string }).accessToken;
}

/** A small pseudorandom generator, so that runs are reproducible. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) >>> 0;
    return state / 2 ** 32;
  };
}
