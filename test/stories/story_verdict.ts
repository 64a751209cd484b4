import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { patienceFor } from '../../testbed/timed_out.ts';
import { type Reading, versionOf } from './story_provider.ts';
import { type StoryWorld, succeeded } from './story_world.ts';

type Progress = {
  recordsFetched: number;
  recordsProcessed: number;
  recordsSkipped: Record<string, number>;
  recordsDelivered: number;
  recordsUndelivered: number;
  recordsHeld: number;
  recordsPending: number;
};
type Operation = { id: string; status: string; createTime: string; metadata: { progress: Progress } };
type Delivery = {
  id: string;
  destinationId: string;
  state: string;
  operationId?: string;
  createTime: string;
  updateTime: string;
};
type Found = { operations: Operation[]; deliveries: Delivery[]; accepted: Map<string, string[]> };

/** What a story left in order; `NOTHING_WRONG` otherwise. Each fault is one sentence. */
export type Verdict = { missing: string[]; sums: string[]; open: string[]; received: string[] };
export const NOTHING_WRONG: Verdict = { missing: [], sums: [], open: [], received: [] };

/** How long a quiet machine takes at most from the end of a story until all is delivered. Ms. */
const TIMEOUT_MS = 10_000;
/** The states of a delivery that ended without being accepted; `cancelled`: its destination was deleted. */
const NAMED = new Set(['undelivered', 'cancelled']);

/** Reads once more, and waits until nothing is wrong; returns what is still wrong in the end, and prints what it saw. */
export async function verdictOf(world: StoryWorld): Promise<Verdict> {
  const endTime = Date.now();
  for (const end = performance.now() + patienceFor(TIMEOUT_MS); ; await sleep(500)) {
    const found = await look(world);
    const verdict = {
      missing: [...missingLatest(world, found), ...missingVersions(world, found)],
      sums: sumFaults(found),
      open: [...openFaults(found), ...heldForDeleted(world, found)],
      received: receiverFaults(world),
    };
    if (isRight(verdict)) return verdict;
    if (performance.now() > end) {
      await printFound(world, found);
      return verdict;
    }
    if (needsRead(found.operations, endTime)) await world.read();
  }
}

export function isRight(verdict: Verdict): boolean {
  return Object.values(verdict).every(({ length }) => length === 0);
}

/** A line per operation with what came of it, so that a story that failed once, elsewhere, can be understood. */
async function printFound(
  { call, name, installationId, integrationId }: StoryWorld,
  { operations, deliveries }: Found,
) {
  const installation = await call('GET', `/integrations/${integrationId}/installations/${installationId}`);
  process.stdout.write(`${name}: ${JSON.stringify(installation.body)}\n`);
  for (const operation of operations.slice(0, 6)) {
    const logs = await call('GET', `/operations/${operation.id}/logs`);
    const own = deliveries.filter(({ operationId }) => operationId === operation.id);
    process.stdout.write(`${JSON.stringify([operation, own, logs.body])}\n`);
  }
}

/** A schedule that is due while its object is being read starts nothing; nor did a failed read see the last changes. */
function needsRead(operations: readonly Operation[], endTime: number): boolean {
  const isLast = ({ status, createTime }: Operation) => status === 'success' && Date.parse(createTime) >= endTime;
  return !operations.some((one) => one.status === 'in_progress' || isLast(one));
}

async function look({ call, integrationId, installationId, destinations }: StoryWorld): Promise<Found> {
  const accepted = destinations.flatMap(({ receiver }) => receiver.messages.filter(({ status }) => status < 300));
  const operations = `/integrations/${integrationId}/installations/${installationId}/operations`;
  return {
    operations: await listed<Operation>(call, `${operations}?pageSize=500`),
    deliveries: await listed<Delivery>(call, `/deliveries?installationId=${installationId}&pageSize=1000`),
    accepted: new Map(accepted.map(({ id, body }) => [id, versionsIn(body)])),
  };
}

async function listed<T>(call: StoryWorld['call'], path: string): Promise<T[]> {
  const all: T[] = [];
  for (let token = ''; ; ) {
    type Page = { results: T[]; pagination: { done: boolean; nextPageToken?: string } };
    const page = succeeded<Page>(await call('GET', `${path}${token && `&pageToken=${encodeURIComponent(token)}`}`));
    all.push(...page.results);
    token = page.pagination.nextPageToken ?? '';
    if (page.pagination.done || !token) return all;
  }
}

function versionsIn(body: string): string[] {
  const { result = [] } = JSON.parse(body) as { result?: { raw: Record<string, unknown> }[] };
  return result.map(({ raw }) => versionOf(raw));
}

function missingLatest({ provider }: StoryWorld, { accepted }: Found): string[] {
  const arrived = new Set([...accepted.values()].flat());
  return provider
    .latest()
    .filter((version) => !arrived.has(version))
    .map((version) => `latest: ${version}`);
}

/**
 * Each version that a successful read returned has arrived, or is among the records that the operation calls undelivered.
 * Each successful read has a reading at the provider of as many records.
 */
function missingVersions({ provider }: StoryWorld, { operations, accepted }: Found): string[] {
  const arrived = new Set([...accepted.values()].flat());
  const left = provider.readings.filter(({ hasEnded }) => hasEnded);
  return operations
    .filter(({ status }) => status === 'success')
    .flatMap((operation) => {
      const reading = takeReading(left, operation);
      if (!reading) return [`no reading: ${JSON.stringify(operation)}`];
      const missing = new Set(versionsOf(reading).filter((version) => !arrived.has(version)));
      const named = namedUndelivered(operations, operation);
      return missing.size <= named ? [] : [`${named} undelivered, but missing: ${[...missing]} of ${operation.id}`];
    });
}

/**
 * A record that an operation skipped as already delivered may have been undelivered later, by an operation before it.
 * `operations`: newest first.
 */
function namedUndelivered(operations: readonly Operation[], operation: Operation): number {
  const before = operations.slice(operations.indexOf(operation));
  return before.reduce((sum, one) => sum + one.metadata.progress.recordsUndelivered, 0);
}

/** The newest operation takes the newest reading: a read that started again after a crash is newer than the read it replaces. */
function takeReading(left: Reading[], { createTime, metadata: { progress } }: Operation): Reading | undefined {
  const isIts = (one: Reading) =>
    one.startedAt >= Date.parse(createTime) && versionsOf(one).length === progress.recordsFetched;
  const at = left.findLastIndex(isIts);
  return at < 0 ? undefined : left.splice(at, 1)[0];
}

function versionsOf({ pages }: Reading): string[] {
  return [...pages.values()].flat();
}

function sumFaults({ operations, deliveries, accepted }: Found): string[] {
  return operations.flatMap((operation) => {
    const own = deliveries.filter(({ operationId }) => operationId === operation.id);
    const received = own
      .filter(({ state }) => state === 'delivered')
      .reduce((sum, { id }) => sum + (accepted.get(id)?.length ?? Number.NaN), 0);
    const { progress } = operation.metadata;
    const skipped = Object.values(progress.recordsSkipped).reduce((sum, one) => sum + one, 0);
    const isRight =
      operation.status !== 'in_progress' &&
      progress.recordsFetched === progress.recordsProcessed + skipped &&
      progress.recordsProcessed === progress.recordsDelivered + progress.recordsUndelivered &&
      progress.recordsHeld + progress.recordsPending === 0 &&
      progress.recordsDelivered === received &&
      progress.recordsUndelivered > 0 === own.some(({ state }) => NAMED.has(state));
    return isRight ? [] : [`${received} received: ${JSON.stringify([operation.status, progress, own])}`];
  });
}

function openFaults({ deliveries }: Found): string[] {
  return deliveries
    .filter(({ state }) => state === 'held' || state === 'pending')
    .map(({ id, state }) => `${id} is ${state}`);
}

/** What is made for a deleted destination ends at once. The end of a retention would hide that it was held. */
function heldForDeleted({ destinations }: StoryWorld, { deliveries }: Found): string[] {
  return destinations.flatMap(({ id: destination, deleteTime = Number.POSITIVE_INFINITY }) =>
    deliveries
      .filter(({ destinationId, createTime }) => destinationId === destination && Date.parse(createTime) > deleteTime)
      .filter(({ state, createTime, updateTime }) => state === 'held' || createTime !== updateTime)
      .map(({ id }) => `${id} was held for a destination that was deleted`),
  );
}

function receiverFaults({ destinations }: StoryWorld): string[] {
  return destinations.flatMap(({ receiver }) => [
    ...receiver.rejected.map(({ id, reason }) => `${id}: ${reason}`),
    ...changedBodies(receiver.messages),
  ]);
}

function changedBodies(messages: readonly { id: string; body: string }[]): string[] {
  const bodies = new Map(messages.map(({ id, body }) => [id, body]));
  return messages.filter(({ id, body }) => bodies.get(id) !== body).map(({ id }) => `${id} has two bodies`);
}
