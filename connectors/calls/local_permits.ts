import { setImmediate as turn } from 'node:timers/promises';
import type { Timer } from '../../lib/time/timer.ts';
import type { AllowedRate, BudgetKey, Draw, LateCall, LimitHeaders, PermitSource, Permits } from './permits.ts';

/**
 * The permits that one process holds of a rate budget. It draws a few permits at a time: as many as it is likely to use
 * while they are valid, so that a fast read needs no round trip per call. The next draw returns unused permits, and
 * reports the rate limit headers that arrived since the last draw.
 */
export type LocalPermits = {
  /** Whether a limit is known. If none is known, no permit is drawn, and calls are not counted. */
  isLimited(): boolean;
  hasPermit(): boolean;
  /** Uses a permit; call only when `hasPermit()`. */
  use(): UsedPermit;
  /** Reports that the call with this permit may have arrived as late as `by` (local time). */
  arrived(used: UsedPermit, by: number): void;
  /**
   * Draws permits. Concurrent callers share the draw. Returns the ms until the next try; after 0 ask `hasPermit()`,
   * because a 429 during the draw voids its permits. While the budget is closed, its owner is asked at most once a
   * second.
   */
  draw(): Promise<number>;
  /** Records the rate limit headers of a response. `msUntilReset` counts from now. */
  learnFrom(said: ReportedLimits): void;
  /** Closes the shared budget at once, after a 429. */
  close(askedMs: number | undefined): Promise<void>;
};

/**
 * `number`, `time`: of the permit, as in `Permits`. `dueBy`: the local time by which the call is assumed to have
 * arrived.
 */
export type UsedPermit = { number: number; time: number; dueBy: number };

type ReportedLimits = Omit<LimitHeaders, 'ageMs'>;
type Deps = { permits: PermitSource; timer: Timer; isInteractive: boolean };
/** `next`: the number of the next unused permit. `until` and `dueBy` are times of the process's own timer. */
type Portion = Permits & { next: number; until: number; dueBy: number };

const MAX_AT_ONCE = 64;
const MAX_LATE_PERMITS = 1_000;
/** A closed budget is checked again after this time, because another process may have a newer state. Ms. */
const CHECK_AGAIN_MS = 1_000;
/**
 * Rate limit headers count as a limit only if they name at most this many remaining calls, or at most a quarter of the
 * limit. Without a declared limit, other headers are ignored.
 */
const MAX_REMAINING_NOTED = 100;

export function createLocalPermits(
  of: BudgetKey,
  allowed: readonly AllowedRate[],
  { permits: source, timer, isInteractive }: Deps,
): LocalPermits {
  let portion: Portion | null = null;
  let drawing: Promise<number> | null = null;
  let waiting = 0;
  let learntUntil = 0;
  let shut: { until: number; lookAgain: number } | null = null;
  let late: LateCall[] = [];
  let lagMs = 0;
  let closings = 0;
  let report: (ReportedLimits & { at: number }) | null = null;

  const leftOf = ({ first, count, next }: Portion) => first + count - next;
  const hasPermit = () => portion !== null && leftOf(portion) > 0 && timer.now() < portion.until;

  /**
   * The number of permits to draw depends on the last portion: twice as many if all were used, otherwise as many as
   * were used.
   */
  function wanted(last: Portion | null): number {
    const used = last ? last.count - leftOf(last) : 0;
    const likely = last && leftOf(last) === 0 && timer.now() < last.until ? used * 2 : used;
    return Math.min(MAX_AT_ONCE, Math.max(waiting, likely, 1));
  }

  async function draw(): Promise<number> {
    await turn(); // Callers of the same turn of the event loop share the draw.
    const [request, before, closed] = [nextDraw(), timer.now(), closings];
    const { permits, waitMs } = await source.draw(of, request);
    lagMs = Math.max(timer.now() - before, lagMs * 0.8);
    // A 429 arrived during the draw. The permits were granted before the 429, so they are not used.
    if (closed !== closings) return 0;
    const now = timer.now();
    shut = waitMs > 0 ? { until: now + waitMs, lookAgain: now + Math.min(waitMs, CHECK_AGAIN_MS) } : null;
    if (permits)
      portion = {
        ...permits,
        next: permits.first,
        until: before + permits.liveMs,
        dueBy: before + permits.arriveMs,
      };
    return waitMs;
  }

  /**
   * The request of a draw. Unused permits, headers and late calls are reported once, even if the draw fails, because
   * the owner of the budget may already have recorded them.
   */
  function nextDraw(): Draw {
    const [last, said, tardy] = [portion, report, late];
    [portion, report, late] = [null, null, []];
    return {
      allowed,
      wanted: wanted(last),
      isInteractive,
      lagMs,
      unused: last && leftOf(last) > 0 ? { time: last.time, count: leftOf(last) } : null,
      late: tardy,
      headers: said && headersOf(said),
    };
  }

  function headersOf({ at, ...said }: ReportedLimits & { at: number }): LimitHeaders {
    return { ...said, ageMs: timer.now() - at };
  }

  return {
    isLimited: () => allowed.length > 0 || learntUntil > timer.now(),
    hasPermit,
    use() {
      if (!portion) throw new Error('There is no permit to use.');
      portion.next += 1;
      return { number: portion.next - 1, time: portion.time, dueBy: portion.dueBy };
    },
    arrived({ time, dueBy }, by) {
      if (by > dueBy && late.length < MAX_LATE_PERMITS) late.push({ time, lateMs: by - dueBy });
    },
    async draw() {
      if (shut && !drawing && timer.now() < shut.lookAgain) return shut.until - timer.now();
      waiting += 1;
      drawing ??= draw().finally(() => {
        drawing = null;
      });
      return drawing.finally(() => {
        waiting -= 1;
      });
    },
    learnFrom(said) {
      const isPlenty = said.remaining > Math.max(MAX_REMAINING_NOTED, (said.limit ?? 0) / 4);
      if (!isPlenty) learntUntil = Math.max(learntUntil, timer.now() + said.msUntilReset);
      if ((isPlenty && allowed.length === 0) || (report && newer(report, said))) return;
      report = { ...said, at: timer.now() };
    },
    async close(askedMs) {
      closings += 1;
      portion = null;
      const [now, waitMs] = [timer.now(), askedMs || CHECK_AGAIN_MS];
      shut = { until: now + waitMs, lookAgain: now + Math.min(waitMs, CHECK_AGAIN_MS) };
      await source.close(of, askedMs);
    },
  };
}

/** Whether `a` is newer: it has the later permit or, without permits, fewer calls remaining. */
function newer(a: ReportedLimits, b: ReportedLimits): boolean {
  if (a.number !== null && b.number !== null) return a.number > b.number;
  return a.remaining < b.remaining && a.msUntilReset >= b.msUntilReset;
}
