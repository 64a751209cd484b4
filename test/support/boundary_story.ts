/**
 * A randomized test of the boundary between two reads, reproducible by its seed. Records change at random moments, in
 * bursts of the same millisecond, around the start and the `since` of reads, and become visible late. The provider's
 * clock is ahead or behind, its dates are rounded, and its `since` may be exclusive. Reads run at random times: some
 * fail, some are interrupted and resumed, some are triggered.
 *
 * The story ends with one more read while nothing changes. Then the last delivered version of each record must be its
 * current version, and no scheduled read may have delivered a version that an earlier read had delivered.
 */
import { providerCalls } from '../../connectors/calls/provider_calls.ts';
import type { Db } from '../../lib/db/open.ts';
import { newId } from '../../lib/ids/ids.ts';
import { silentLog } from '../../lib/log/log.ts';
import type { ReadType } from '../../services/reads/operations/operation.ts';
import { sqlStores } from '../../services/reads/stores.ts';
import { makeUseCases, type UseCases } from '../../services/reads/use_cases.ts';
import { permitsIn } from '../../testbed/permits.ts';
import { aReadPlan, installationOf, readsConfig } from '../../testbed/reads_fixture.ts';
import { type DatedProvider, datedProvider, datedProviderFile } from './dated_provider.ts';
import { type SeededRandom, seededRandom } from './seeded_random.ts';

const OVERLAP = 300_000;
const MINUTE = 60_000;
const BEGIN = Date.UTC(2026, 0, 5, 12);

type Verdict = { seed: number; lost: string[]; twice: string[] };

export async function boundaryStory(
  db: Db,
  { seed, steps = false }: { seed: number; steps?: boolean },
): Promise<Verdict> {
  const story = await begin(db, seed);
  story.steps = steps;
  const { random, clock } = story;
  await read(story, 'backfill');
  for (let round = random.int(3, 6); round > 0; round -= 1) {
    if (steps && random.chance(0.5)) story.provider.skew -= random.int(1_000, 20 * MINUTE);
    await pass(
      story,
      random.pick([random.int(1, 90_000), random.int(MINUTE, 15 * MINUTE), OVERLAP - 1, OVERLAP, OVERLAP + 1]),
    );
    await read(story, random.chance(0.15) ? 'triggered' : 'scheduled');
  }
  story.isQuiet = true;
  clock.time += OVERLAP + MINUTE;
  await read(story, 'scheduled');
  return verdict(story, seed);
}

type Story = {
  db: Db;
  random: SeededRandom;
  clock: { time: number; now(): number };
  provider: DatedProvider;
  useCases: UseCases;
  stores: ReturnType<typeof sqlStores>;
  plan: ReturnType<typeof aReadPlan>;
  truth: Map<string, number>;
  grain: number;
  /** Whether a record may return to a previous value. If no date distinguishes the versions, both must be delivered. */
  changesBack: boolean;
  isQuiet: boolean;
  /** Whether the provider's clock sometimes goes back. */
  steps: boolean;
};

async function begin(db: Db, seed: number): Promise<Story> {
  const random = seededRandom(seed);
  const clock = { time: BEGIN, now: () => clock.time };
  const plan = aReadPlan({ schedule: '*/10 * * * *', backfillDays: -1, pageSize: 0 });
  const grain = random.pick([1, 1, 1_000]);
  const isDated = random.chance(0.8);
  const facts = { pageSize: random.int(1, 6), grain, isInclusive: random.chance(0.5), isDated };
  const skew = random.chance(0.5) ? 0 : random.int(-20 * MINUTE, 20 * MINUTE);
  const story = {
    db,
    random,
    clock,
    plan,
    grain,
    changesBack: !isDated && random.chance(0.5),
    isQuiet: false,
    steps: false,
    truth: new Map(),
  } as unknown as Story;
  story.provider = datedProvider(clock.now, facts, skew, () => meanwhile(story));
  story.stores = sqlStores(db);
  const file = datedProviderFile({ isDated });
  story.useCases = makeUseCases({
    stores: story.stores,
    installation: installationOf([plan], ''),
    providers: { get: () => file, list: () => [] },
    calls: providerCalls(story.provider.send),
    permits: permitsIn(db),
    clock,
    newId,
    log: silentLog,
    wakeCredentialCaches: () => {},
    wake: () => {},
    config: { ...readsConfig, maxTries: 1, overlap: OVERLAP },
  });
  await story.stores.schedules.insert({
    id: newId(),
    plan,
    cadence: null,
    nextTime: null,
    watermark: BEGIN,
    firstSequence: 1,
    createTime: BEGIN,
  });
  return story;
}

/** Changes records while a read waits for an answer. */
function meanwhile(story: Story): void {
  story.clock.time += story.random.int(0, 3_000);
  if (!story.isQuiet && story.random.chance(0.3)) changeSome(story);
}

async function pass(story: Story, ms: number): Promise<void> {
  const end = story.clock.time + ms;
  for (let changes = story.random.int(0, 4); changes > 0; changes -= 1) {
    story.clock.time = Math.min(end, story.clock.time + story.random.int(0, Math.ceil(ms / changes)));
    changeSome(story);
  }
  story.clock.time = end;
  if (story.random.chance(0.5)) changeSome(story);
}

/** Changes a record, or sometimes several records in the same millisecond. */
function changeSome({ random, provider, truth, grain, changesBack, steps }: Story): void {
  for (let ties = random.chance(0.3) ? random.int(2, 5) : 1; ties > 0; ties -= 1) {
    const id = `r${random.int(1, steps ? 100 : 12)}`;
    const value = changesBack ? random.int(1, 3) : (truth.get(id) ?? 0) + 1;
    // The date header has whole seconds only, and dates are rounded down. A change can be late by less than the overlap
    // minus these.
    provider.change(id, value, random.chance(0.5) ? 0 : random.int(0, OVERLAP - 2_000 - grain));
    truth.set(id, value);
  }
}

async function read(story: Story, readType: ReadType): Promise<void> {
  const { stores, plan, clock, random, provider } = story;
  const { projectId, integrationId, installationId, configId, objectName, mappedObjectName } = plan;
  const facts = { projectId, integrationId, installationId, configId, objectName, mappedObjectName };
  const operation = { ...facts, id: newId(), readType, sinceTime: null, untilTime: null, createTime: clock.now() };
  await stores.operations.insert(operation, 'ready');
  if (!story.isQuiet && readType === 'scheduled' && random.chance(0.2)) provider.refuse(1, 400, random.int(0, 3));
  const stopAfter = story.isQuiet || random.chance(0.8) ? Infinity : random.int(1, 3);
  await runUntilEnd(story, operation.id, stopAfter);
  provider.refuse(0, 400, 0);
}

/** Runs an operation until it ends. An interrupted run releases it, and a later run resumes it. */
async function runUntilEnd(story: Story, id: string, stopAfter: number): Promise<void> {
  const controller = new AbortController();
  if (stopAfter < Infinity) setImmediate(() => controller.abort());
  for (let signal = controller.signal; ; signal = new AbortController().signal) {
    const [claimed] = await story.stores.operations.claim(1, 10_000);
    if (!claimed) throw new Error('The operation cannot be claimed.');
    await story.useCases.runOperation(claimed, signal);
    if (signal.aborted) await story.stores.operations.release(claimed);
    const { state } = await story.useCases.getOperation(story.plan.projectId, id);
    if (state === 'success' || state === 'failure') return;
    story.clock.time += story.random.int(0, 5 * MINUTE);
  }
}

type Delivered = { id: string; value: number; changed?: string };

async function verdict({ db, plan, truth, steps, changesBack }: Story, seed: number): Promise<Verdict> {
  const rows: { body: string }[] = await db('messages')
    .where({ installation_id: plan.installationId })
    .orderBy('sequence')
    .select('body');
  const last = new Map<string, number>();
  const versions = new Set<string>();
  const lastOut = new Map<string, string>();
  const twice: string[] = [];
  for (const { body } of rows) {
    const { readType, result } = JSON.parse(body) as { readType: string; result: { raw: Delivered }[] };
    for (const { raw } of result) {
      const text = JSON.stringify(raw);
      const isAgain = raw.changed === undefined ? lastOut.get(raw.id) === text && !changesBack : versions.has(text);
      if (readType === 'scheduled' && isAgain) twice.push(text);
      if (readType !== 'triggered') versions.add(text);
      lastOut.set(raw.id, readType === 'triggered' ? '' : text);
      last.set(raw.id, raw.value);
    }
  }
  const lost = [...truth].filter(([id, value]) => last.get(id) !== value).map(([id]) => id);
  for (const table of [
    'messages',
    'boundary_records',
    'operations',
    'operation_logs',
    'schedules',
    'outbox',
    'outbox_acks',
  ])
    await db(table).del();
  return { seed, lost, twice: steps ? [] : twice };
}
