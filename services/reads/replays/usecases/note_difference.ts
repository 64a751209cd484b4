import { plus } from '../domain/difference.ts';
import type { Difference } from '../../operations/domain/replay.ts';
import type { ReadRun } from '../../pages/domain/read_run.ts';
import type { ReplayStore } from '../domain/replay_store.ts';

type Stores = { replays: ReplayStore };

/** Adds the differences of a replay's pages, in the transaction that commits them. */
export async function noteDifference(
  s: Stores,
  { operation: { projectId, id } }: ReadRun,
  pages: readonly { difference?: Difference | undefined }[],
): Promise<void> {
  const found = pages.flatMap(({ difference }) => (difference ? [difference] : []));
  const before = found.length > 0 ? await s.replays.find(projectId, id) : undefined;
  if (before) await s.replays.update(projectId, id, found.reduce(plus, before.difference));
}
