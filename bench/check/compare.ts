import { medianOf } from '../measure/median.ts';

/** The ratios of one bench, of the code of a commit and of today's, measured one after the other. */
export type Pair = { before: number; after: number };

/** A loss that was accepted against the code of `commit`: from one ratio to the other, for a reason. */
export type AcceptedLoss = { bench: string; commit: string; from: number; to: number; reason: string };

export type Comparison = { before: number; after: number; lossPercent: number; isLost: boolean; reason?: string };

/** More than this is a loss; less is the noise of a machine. */
const MAX_LOSS_PERCENT = 10;

/** `isLost` when the median is more than 10 % lower, or than what was accepted. */
export function compare(pairs: readonly Pair[], accepted?: AcceptedLoss): Comparison {
  const before = medianOf(pairs.map((pair) => pair.before));
  const after = medianOf(pairs.map((pair) => pair.after));
  const lossPercent = lossOf(before, after);
  if (lossPercent <= MAX_LOSS_PERCENT) return { before, after, lossPercent, isLost: false };
  if (!accepted) return { before, after, lossPercent, isLost: true };
  const isLost = lossPercent > lossOf(accepted.from, accepted.to) + MAX_LOSS_PERCENT;
  return { before, after, lossPercent, isLost, reason: accepted.reason };
}

function lossOf(before: number, after: number): number {
  return Number(((1 - after / before) * 100).toFixed(1));
}

/** The accepted loss of a bench against a commit; both may be written in short. Without a reason nothing is accepted. */
export function acceptedLoss(
  losses: readonly AcceptedLoss[],
  { bench, commit }: { bench: string; commit: string },
): AcceptedLoss | undefined {
  return losses.find(
    (loss) => loss.bench === bench && loss.commit && commit.startsWith(loss.commit) && loss.reason.trim() !== '',
  );
}
