import type { Difference } from './difference.ts';

/** same: the plan that the original was read by. current: what the installation says now. */
export type ReplayConfig = 'same' | 'current';

/** What makes an operation a replay: of which, and whether its records are delivered or only compared. */
export type Replay = { of: string; delivers: boolean };

/** What a replay answers. */
export type ReplayResult = { config: ReplayConfig; difference: Difference };

export function replayText({ added, removed, changed, same, unknown }: Difference): string {
  const counts = { added, removed, changed, same, 'not comparable': unknown };
  const told = Object.entries(counts).filter(([, count]) => count > 0);
  return told.length === 0 ? 'Replayed: no records' : `Replayed: ${told.map(([word, n]) => `${n} ${word}`).join(', ')}`;
}
