import type { TransactionalStores } from '../../../lib/db/transacting.ts';
import { eventOf } from '../../../lib/events/event.ts';
import type { NewId } from '../../../lib/ids/ids.ts';
import { similarName } from '../../../lib/problem/similar_name.ts';
import type { UseCaseContext, WithOutbox } from '../../../lib/use_case/use_case_context.ts';
import {
  type Destination,
  type DestinationStores,
  isMarkedForDeletion,
  type NamedDestination,
  type ResolvedDestination,
} from './destination.ts';

type Stores = WithOutbox<Pick<DestinationStores, 'destinations' | 'destinationNames'>>;
type Deps = UseCaseContext<Stores>;

const BATCH_SIZE = 100;

/**
 * Sends each destination with its status once to the other services. Version 0.1.0 sent no status, and sent nothing to
 * the service `reads`. Returns whether there may be more.
 */
export function makeAnnounceDestinations({ stores, clock, newId }: Deps) {
  return async function announceDestinations(): Promise<boolean> {
    return stores.transaction(async (s) => {
      const destinations = await s.destinations.lockUnannounced(BATCH_SIZE);
      const time = clock.now();
      for (const destination of destinations) await addSavedEvent(s, destination, { newId, time });
      await s.destinations.setAnnounced(destinations.map(({ id }) => id));
      return destinations.length === BATCH_SIZE;
    });
  };
}

type DestinationSavedStores = WithOutbox<Pick<DestinationStores, 'destinationNames'>>;

type SavedDestination = Pick<Destination, 'id' | 'projectId' | 'name' | 'status'>;

/** Adds the event that tells other services the current state of a destination, for their projections. */
export async function addSavedEvent(
  s: DestinationSavedStores,
  { id, projectId, name, status }: SavedDestination,
  { newId, time }: { newId: NewId; time: number },
): Promise<void> {
  const formerNames = await s.destinationNames.formerNames(projectId, id);
  const payload = { destinationId: id, name, formerNames, status };
  await s.outbox.add(eventOf('destination.saved', { id: newId(), projectId, time, payload }));
}

type ResolveDestinationsStores = Pick<DestinationStores, 'destinations' | 'destinationNames'> & {
  now(): Promise<number>;
};

const MAX_NAMES_TO_SUGGEST = 5_000;

/**
 * Resolves ids, names and former names of destinations. A current name takes precedence over a former name. A
 * destination that is being deleted does not resolve. An expired mark, which remains when the gateway crashes, is
 * removed here under the row's lock. A later deletion with this mark is refused, so a resolved destination cannot be
 * deleted with it.
 */
export function makeResolveDestinations({ stores }: UseCaseContext<ResolveDestinationsStores>) {
  return async function resolveDestinations({
    projectId,
    names,
  }: {
    projectId: string;
    names: string[];
  }): Promise<ResolvedDestination[]> {
    const asked = [...new Set(names)];
    const now = await stores.now();
    let found = await stores.destinationNames.find(projectId, asked);
    const stale = found.filter(({ since, ...mark }) => since !== null && !isMarkedForDeletion({ since, ...mark }, now));
    for (const { id } of stale) await removeStaleMark(stores, projectId, id);
    if (stale.length > 0) found = await stores.destinationNames.find(projectId, asked);
    const resolved = asked.map((name) => resolveName(name, found));
    if (resolved.every(({ id }) => id !== '')) return resolved;
    const known = await stores.destinationNames.list(projectId, MAX_NAMES_TO_SUGGEST);
    return resolved.map((one) =>
      one.status === '' ? { ...one, suggestion: similarName(one.name, known) ?? '' } : one,
    );
  };
}

async function removeStaleMark(
  stores: TransactionalStores<ResolveDestinationsStores>,
  projectId: string,
  id: string,
): Promise<void> {
  await stores.transaction(async (s) => {
    if (!(await s.destinations.lock(projectId, id))) return;
    const mark = await s.destinationNames.mark(projectId, id);
    if (!isMarkedForDeletion(mark, await s.now()))
      await s.destinationNames.setMark(projectId, id, { ...mark, since: null });
  });
}

function resolveName(name: string, found: NamedDestination[]): ResolvedDestination {
  const meant =
    found.find((one) => one.id === name || one.name === name) ?? found.find(({ formerName }) => formerName === name);
  if (!meant) return { name, id: '', status: '', generation: 0, suggestion: '' };
  const { id, generation } = meant;
  if (meant.since !== null) return { name, id: '', status: 'deleting', generation, suggestion: '' };
  return { name, id, status: meant.status, generation, suggestion: '' };
}
