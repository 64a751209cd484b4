import type { Log } from '../log/log.ts';

/**
 * Logs refused calls and messages: the first of a kind at once, then at most one line a minute per kind, with the
 * number of refusals. So a sender of many refused messages cannot fill the disk.
 */
export type Refusals = { note(kind: RefusalKind, facts: Record<string, unknown>): void };

type RefusalKind =
  | 'call refused'
  | 'event refused'
  | 'acknowledgement refused'
  | 'event of a type with no handler'
  | 'proxied request refused';

const LOG_EVERY_MS = 60_000;

export function createRefusals(log: Log, now: () => number = () => performance.now()): Refusals {
  const seen = new Map<RefusalKind, { loggedTime: number; count: number }>();
  return {
    note(kind, facts) {
      const state = seen.get(kind) ?? { loggedTime: Number.NEGATIVE_INFINITY, count: 0 };
      seen.set(kind, state);
      state.count += 1;
      if (now() - state.loggedTime < LOG_EVERY_MS) return;
      log.warn(kind, { ...shortened(facts), count: state.count });
      Object.assign(state, { loggedTime: now(), count: 0 });
    },
  };
}

/** Truncates the values, because senders choose some of them. */
function shortened(facts: Record<string, unknown>): Record<string, string> {
  const told = Object.entries(facts).filter(([, value]) => value !== undefined);
  return Object.fromEntries(told.map(([name, value]) => [name, String(value).slice(0, 100)]));
}
