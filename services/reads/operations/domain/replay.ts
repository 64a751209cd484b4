import type { Difference } from '../../replays/domain/difference.ts';

/** same: the plan of the original read. current: the installation's current plan. */
export type ReplayConfig = 'same' | 'current';

/** Marks an operation as a replay of `of`. `delivers`: whether its records are delivered or only compared. */
export type Replay = { of: string; delivers: boolean };

/** The result of a replay. */
export type ReplayResult = { config: ReplayConfig; difference: Difference };

export function replayText({ added, removed, changed, same, unknown }: Difference): string {
  const counts = { added, removed, changed, same, 'not comparable': unknown };
  const told = Object.entries(counts).filter(([, count]) => count > 0);
  return told.length === 0 ? 'Replayed: no records' : `Replayed: ${told.map(([word, n]) => `${n} ${word}`).join(', ')}`;
}
