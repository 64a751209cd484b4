import { similarName } from '../../../../lib/problem/similar_name.ts';
import {
  isMarked,
  type NamedDestination,
  type ResolvedDestination,
  type DestinationNameStore,
} from '../domain/destination_name.ts';
import type { Transacting } from '../../../../lib/db/transacting.ts';
import type { DestinationStore } from '../domain/destination.ts';

type Stores = { destinations: DestinationStore; destinationNames: DestinationNameStore; now(): Promise<number> };

const MAX_KNOWN = 5_000;

/**
 * What ids, names and former names mean now. A current name wins over a former one. A destination that is being deleted
 * does not resolve. An expired mark (its gateway crashed) is removed here, under the lock of the row. A deletion with
 * this mark is then refused, so it cannot happen after a resolution.
 */
export function makeResolveDestinations({ stores }: { stores: Transacting<Stores> }) {
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
    const stale = found.filter(({ since, ...mark }) => since !== null && !isMarked({ since, ...mark }, now));
    for (const { id } of stale) await removeStaleMark(stores, projectId, id);
    if (stale.length > 0) found = await stores.destinationNames.find(projectId, asked);
    const resolved = asked.map((name) => resolvedAs(name, found));
    if (resolved.every(({ id }) => id !== '')) return resolved;
    const known = await stores.destinationNames.list(projectId, MAX_KNOWN);
    return resolved.map((one) =>
      one.status === '' ? { ...one, suggestion: similarName(one.name, known) ?? '' } : one,
    );
  };
}

async function removeStaleMark(stores: Transacting<Stores>, projectId: string, id: string): Promise<void> {
  await stores.transaction(async (s) => {
    if (!(await s.destinations.lock(projectId, id))) return;
    const mark = await s.destinationNames.mark(projectId, id);
    if (!isMarked(mark, await s.now())) await s.destinationNames.setMark(projectId, id, { ...mark, since: null });
  });
}

function resolvedAs(name: string, found: NamedDestination[]): ResolvedDestination {
  const meant =
    found.find((one) => one.id === name || one.name === name) ?? found.find(({ formerName }) => formerName === name);
  if (!meant) return { name, id: '', status: '', generation: 0, suggestion: '' };
  const { id, generation } = meant;
  if (meant.since !== null) return { name, id: '', status: 'deleting', generation, suggestion: '' };
  return { name, id, status: meant.status, generation, suggestion: '' };
}
