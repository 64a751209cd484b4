/**
 * A random sequence for a destination that is disabled, is repaired and refuses messages, reproducible by its seed.
 * Records change, reads run or wait, messages are delivered, held, or end undelivered when their retention ends; some
 * events arrive twice or late. The story acts as the notifications service and as the clock. At the end, the
 * destination is repaired. Then every record must have been delivered in its current version, no record may be held or
 * undelivered, and the counts of every operation must add up.
 */
import { providerCalls } from '../../connectors/calls/provider_calls.ts';
import type { Db } from '../../lib/db/open.ts';
import { newId } from '../../lib/ids/ids.ts';
import { silentLog } from '../../lib/log/log.ts';
import { sqlStores } from '../../services/reads/stores.ts';
import { makeUseCases, type UseCases } from '../../services/reads/use_cases.ts';
import { permitsIn } from '../../testbed/permits.ts';
import { aReadPlan, installationOf, readsConfig } from '../../testbed/reads_fixture.ts';
import { type DatedProvider, datedProvider, datedProviderFile } from './dated_provider.ts';
import { emptyReads } from './empty_reads.ts';
import { type SeededRandom, seededRandom } from './seeded_random.ts';

const MINUTE = 60_000;
const BEGIN = Date.UTC(2026, 0, 5, 12);

type UndeliveredVerdict = { seed: number; lost: string[]; left: object[]; sums: object[]; health: unknown };

type Message = { id: string; holdSeq: number };
type Story = {
  db: Db;
  random: SeededRandom;
  clock: { time: number; now(): number };
  provider: DatedProvider;
  useCases: UseCases;
  stores: ReturnType<typeof sqlStores>;
  plan: ReturnType<typeof aReadPlan>;
  truth: Map<string, number>;
  isActive: boolean;
  /** Messages that are neither delivered nor ended, by id. */
  open: Map<string, Message>;
  delivered: Set<string>;
  seenEvents: Set<string>;
};

export async function undeliveredStory(db: Db, seed: number): Promise<UndeliveredVerdict> {
  const story = await begin(db, seed);
  const { random } = story;
  const steps = [change, change, read, read, switchDestination, settle, settle, expire, reread];
  for (let round = random.int(8, 20); round > 0; round -= 1) {
    // Short gaps are within the overlap of two reads; long gaps are not.
    story.clock.time += random.chance(0.6) ? random.int(1, MINUTE) : random.int(1, 40 * MINUTE);
    await random.pick(steps)(story);
  }
  await mend(story);
  const verdict = await verdictOf(story, seed);
  await emptyReads(db);
  return verdict;
}

async function begin(db: Db, seed: number): Promise<Story> {
  await emptyReads(db);
  const random = seededRandom(seed);
  const clock = { time: BEGIN, now: () => clock.time };
  const plan = aReadPlan({ schedule: '*/10 * * * *', pageSize: 0, destinationId: newId(), backfillDays: -1 });
  const provider = datedProvider(clock.now, { pageSize: 3, grain: 1, isInclusive: true, isDated: true }, 0);
  const stores = sqlStores(db);
  const file = datedProviderFile({ isDated: true });
  const useCases = makeUseCases({
    stores,
    installation: installationOf([plan], ''),
    providers: { get: () => file, list: () => [] },
    calls: providerCalls(provider.send),
    permits: permitsIn(db),
    clock,
    newId,
    log: silentLog,
    wakeCredentialCaches: () => {},
    wake: () => {},
    config: { ...readsConfig, maxTries: 1, maxTimeMs: 0 },
  });
  const world = { db, random, clock, provider, useCases, stores, plan };
  const state = { truth: new Map(), isActive: true, open: new Map(), delivered: new Set(), seenEvents: new Set() };
  const story = { ...world, ...state } as unknown as Story;
  await change(story);
  await useCases.followInstallation(newId(), plan, clock.time);
  return story;
}

async function change({ random, provider, truth, clock }: Story): Promise<void> {
  for (let count = random.int(1, 4); count > 0; count -= 1) {
    const id = `r${random.int(1, 12)}`;
    const value = (truth.get(id) ?? 0) + 1;
    provider.change(id, value, 0);
    truth.set(id, value);
    clock.time += random.int(1, 1_000);
  }
}

async function read(story: Story): Promise<void> {
  await story.db('schedules').update({ next_time: 1 });
  await story.useCases.startDueReads();
  await run(story);
}

/** Runs the operations that can be claimed. Interrupts some runs, as a crash does; a later run continues them. */
async function run(story: Story): Promise<void> {
  for (let tries = 0; tries < 50; tries += 1) {
    const [claimed] = await story.stores.operations.claim(1, 10_000);
    if (!claimed) return collect(story);
    const controller = new AbortController();
    if (story.random.chance(0.2)) setImmediate(() => controller.abort());
    await story.useCases.runOperation(claimed, controller.signal);
    if (controller.signal.aborted) await story.stores.operations.release(claimed);
  }
  throw new Error('The operations do not end.');
}

/** Receives the new messages as notifications does. */
async function collect({ db, open, seenEvents }: Story): Promise<void> {
  const rows: { id: string; payload: string }[] = await db('outbox')
    .where({ type: 'read.page.committed' })
    .select('id', 'payload');
  for (const { id, payload } of rows) {
    if (seenEvents.has(id)) continue;
    seenEvents.add(id);
    for (const messageId of (JSON.parse(payload) as { messageIds: string[] }).messageIds)
      open.set(messageId, { id: messageId, holdSeq: 0 });
  }
}

async function switchDestination(story: Story): Promise<void> {
  await setActive(story, !story.isActive);
  if (story.random.chance(0.7)) await run(story);
}

async function setActive(story: Story, isActive: boolean): Promise<void> {
  const { useCases, plan, clock } = story;
  story.isActive = isActive;
  clock.time += 1;
  const { projectId, destinationId = '' } = plan;
  const change = { projectId, destinationId, name: 'crm-webhook', status: isActive ? 'active' : 'disabled' } as const;
  await useCases.followDestination(newId(), change, clock.time);
  while (await useCases.walkDestinations());
}

/** Delivers some open messages while the destination is active; otherwise holds them. */
async function settle(story: Story): Promise<void> {
  const { random, open, isActive } = story;
  for (const message of [...open.values()].filter(() => random.chance(0.7))) {
    if (!isActive) await setHeld(story, message, true);
    else await deliver(story, message);
  }
}

async function setHeld(story: Story, message: Message, isHeld: boolean): Promise<void> {
  if ((message.holdSeq % 2 === 1) === isHeld) return;
  message.holdSeq += 1;
  const { plan, useCases, random } = story;
  const payload = { projectId: plan.projectId, messageIds: [message.id], isHeld, seq: message.holdSeq };
  const late = { ...payload, isHeld: !isHeld, seq: message.holdSeq - 1 };
  await useCases.noteHeld(newId(), payload);
  if (random.chance(0.3)) await useCases.noteHeld(newId(), message.holdSeq > 1 ? late : payload);
}

async function deliver(story: Story, message: Message): Promise<void> {
  if (story.random.chance(0.8)) await setHeld(story, message, false);
  await end(story, message, 0, false);
  story.delivered.add(message.id);
}

/** Ends the retention of some open messages. */
async function expire(story: Story): Promise<void> {
  const { random, open, isActive } = story;
  for (const message of [...open.values()].filter(() => random.chance(0.5)))
    await end(story, message, 1, isActive && random.chance(0.5));
}

async function end({ useCases, plan, open, random }: Story, { id }: Message, failed: number, isRefused: boolean) {
  open.delete(id);
  const payload = { projectId: plan.projectId, messageIds: [id], failed, isRefused };
  const eventId = newId();
  await useCases.settleMessages(eventId, payload);
  if (random.chance(0.2)) await useCases.settleMessages(eventId, payload);
}

async function reread(story: Story): Promise<void> {
  await story.useCases.rereadUndelivered();
  await run(story);
}

/** Repairs the destination, which then accepts all messages. Records no longer change. */
async function mend(story: Story): Promise<void> {
  const { clock, open, db } = story;
  for (let round = 0; round < 6; round += 1) {
    await setActive(story, true);
    clock.time += 15 * MINUTE;
    await db('operations').where({ state: 'putOff' }).update({ next_time: 1 });
    await story.useCases.resumeDeferred();
    await read(story);
    await reread(story);
    for (const message of [...open.values()]) await deliver(story, message);
  }
}

type SentRow = { id: string; body: string };

async function verdictOf(story: Story, seed: number): Promise<UndeliveredVerdict> {
  const { db, delivered, truth } = story;
  const rows: SentRow[] = await db('messages').orderBy('sequence').select('id', 'body');
  const last = new Map<string, number>();
  for (const { body } of rows.filter(({ id }) => delivered.has(id)))
    for (const { raw } of (JSON.parse(body) as { result: { raw: { id: string; value: number } }[] }).result)
      last.set(raw.id, raw.value);
  const lost = [...truth].filter(([id, value]) => last.get(id) !== value).map(([id]) => id);
  const left = await db('schedules')
    .where((some) =>
      some.whereNotNull('undelivered_from').orWhereNotNull('reread_operation_id').orWhere('records_held', '>', 0),
    )
    .select('undelivered_from', 'reread_operation_id', 'records_held');
  return { seed, lost, left, sums: await wrongSums(db), health: await lastHealth(db) };
}

/** Operations that have not succeeded, or whose counts do not add up. */
async function wrongSums(db: Db): Promise<object[]> {
  const operations = await db('operations').select(
    'id',
    'state',
    'records_processed',
    'records_delivered',
    'records_undelivered',
    'records_held',
  );
  return operations.filter(
    (one) =>
      one.state !== 'success' ||
      one.records_held !== 0 ||
      one.records_delivered + one.records_undelivered !== one.records_processed,
  );
}

/** The codes of the current health reasons, by the last report of each code. */
async function lastHealth(db: Db): Promise<string[]> {
  const rows: { payload: string }[] = await db('outbox')
    .where({ type: 'installation.health.reported' })
    .orderBy('id')
    .select('payload');
  const last = new Map<string, { seq: number; level: string | null }>();
  for (const { payload } of rows) {
    const { code, seq, level } = JSON.parse(payload) as { code: string; seq: number; level: string | null };
    if (seq >= (last.get(code)?.seq ?? 0)) last.set(code, { seq, level });
  }
  return [...last].filter(([, { level }]) => level !== null).map(([code]) => code);
}
