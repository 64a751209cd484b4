/**
 * No call leaves for a provider before its budgets have a permit for it. Which budgets those are, the provider file says:
 * what is allowed to a connection, to the provider app behind it (all its connections together), to one object. A wait of
 * a moment is slept; a longer one puts the operation aside (BudgetSpent) and frees its worker, for others that can go on.
 *
 * A page may take many calls, and one that is put aside starts again at the first of them. So calls in the middle of a
 * page are waited for longer, and for a quarter of an hour once that page was put aside before: else a page that takes more
 * calls than a window has would never be done. Not for a day, though: a worker that waits is one that nobody else has.
 *
 * A provider without known limits costs nothing but one look a second, a process, at which budgets are closed.
 */
import { rateLimitOf, type RateLimit } from '../../../connectors/engine/answer/exchange.ts';
import { ProviderFailure } from '../../../connectors/engine/answer/failure.ts';
import type { Allowed, Provider } from '../../../connectors/engine/file/provider.ts';
import type { Send } from '../../../lib/http/outbound.ts';
import type { Log } from '../../../lib/log/log.ts';
import type { Rules } from '../../../lib/rules/rules.ts';
import type { Clock } from '../../../lib/time/clock.ts';
import { systemTimer, type Timer } from '../../../lib/time/timer.ts';
import type { CallAuth } from '../domain/installation.ts';
import { close } from '../domain/rate_budget.ts';
import type { ReadRun } from '../domain/read_run.ts';
import type { Stores } from '../domain/stores.ts';
import { createBudgetAccount, type BudgetAccount, type Used } from './budget_account.ts';
import { budgetKeys, type Scope } from './budget_keys.ts';
import { BudgetSpent, type BudgetWait } from './budget_spent.ts';
import { createRoundTrips, type RoundTrips } from './round_trips.ts';
import { createClosedView } from './closed_view.ts';

type Deps = {
  stores: Pick<Stores, 'rateBudgets'>;
  rules: Rules;
  clock: Clock;
  log: Pick<Log, 'warn'>;
  timer?: Timer | undefined;
};
type Page = { provider: Provider; run: ReadRun; auth: CallAuth; signal: AbortSignal };

export type RateBudgets = {
  /** For the calls of one page, all that it takes. */
  ofPage(page: Page): PageBudget;
};
export type PageBudget = {
  /** The same, with a permit for each call. */
  metered(send: Send): Send;
  /** Has a refusal close the budget for everyone. Rethrows it, also where the budget could not be closed. */
  closing(error: unknown): Promise<never>;
};

/** For pages that no provider is asked for. */
export const unmetered: RateBudgets = {
  ofPage: () => ({ metered: (send) => send, closing: (error) => Promise.reject(error) }),
};

/** Waits up to here are slept. */
const MOMENT = 1_000;
/** In the middle of a page. */
const MID_PAGE = 60_000;
/** And where the page was put aside before. */
const AGAIN_MID_PAGE = 15 * 60_000;
const MOST_ACCOUNTS = 10_000;
const NO_WAIT: BudgetWait = { waitMillis: 0, scope: 'connection' };

type Account = BudgetAccount & { key: string; scope: Scope; inFlight: number };

export function createRateBudgets({
  stores: { rateBudgets: store },
  rules,
  clock,
  log,
  timer = systemTimer,
}: Deps): RateBudgets {
  const accounts = new Map<string, Account>();
  const trips = new Map<string, RoundTrips>();
  const closed = createClosedView({ store, timer, rules });

  function accountsOf({ provider, run, auth }: Page): Record<Scope, Account | null> {
    const keys = budgetKeys(run.plan, auth);
    const of = (scope: Scope): Account | null => {
      const key = keys[scope];
      const allowed = (provider.rateLimit?.allowed ?? []).filter((one) => (one.of ?? 'connection') === scope);
      const isTold = scope === scopeOfHeaders(provider);
      return key === null || (allowed.length === 0 && !isTold) ? null : account(key, scope, allowed);
    };
    function account(key: string, scope: Scope, allowed: readonly Allowed[]): Account {
      const known = accounts.get(key);
      if (known) return known;
      const rates = allowed.map(({ requests, perSeconds }) => ({ requests, perMillis: perSeconds * 1000 }));
      const made = createBudgetAccount({ projectId: run.plan.projectId, key }, rates, { store, timer, rules });
      if (accounts.size >= MOST_ACCOUNTS) accounts.clear();
      const entry = Object.assign(made, { key, scope, inFlight: 0 });
      accounts.set(key, entry);
      return entry;
    }
    return { connection: of('connection'), app: of('app'), object: of('object') };
  }

  function tripsOf(provider: string): RoundTrips {
    const known = trips.get(provider) ?? createRoundTrips();
    trips.set(provider, known);
    return known;
  }

  /** One try. All that is asked is waited for together: where the database fails, nobody is left who hears of it alone. */
  async function waitFor(all: readonly Account[]): Promise<BudgetWait> {
    const mayBeShut = !all.every((one) => one.isLimited());
    const waits = await Promise.all(
      all.map(async (one) => {
        const drawn = one.isLimited() && !one.hasPermit() ? one.draw() : 0;
        const shut = mayBeShut ? closed.waitMillis([one.key]) : 0;
        return { waitMillis: Math.max(...(await Promise.all([drawn, shut]))), scope: one.scope };
      }),
    );
    return waits.reduce((longest, one) => (one.waitMillis > longest.waitMillis ? one : longest), NO_WAIT);
  }

  return {
    ofPage(page) {
      const { provider, run, signal } = page;
      const scopes = accountsOf(page);
      const all = Object.values(scopes).filter((one): one is Account => one !== null);
      const told = scopes[scopeOfHeaders(provider)];
      const trips = tripsOf(provider.name);
      let calls = 0;
      const patience = () => (calls === 0 ? MOMENT : run.operation.rateLimits > 0 ? AGAIN_MID_PAGE : MID_PAGE);

      /** A permit of each budget that has a limit. */
      async function permit(): Promise<Map<Account, Used>> {
        for (;;) {
          const wait = await waitFor(all);
          const { waitMillis } = wait;
          if (waitMillis > patience() && rules.holds('parking')) throw new BudgetSpent(wait, calls > 0);
          if (waitMillis > 0) await timer.sleep(waitMillis, signal);
          const limited = all.filter((one) => one.isLimited());
          if (waitMillis > 0 || !limited.every((one) => one.hasPermit())) continue;
          return new Map(limited.map((one) => [one, one.use()]));
        }
      }

      function hear(limit: RateLimit | undefined, number: number | null): void {
        if (!told || limit?.remaining === undefined) return;
        const { remaining, resetMs } = limit;
        if (resetMs === undefined && remaining > 0) return;
        const said = { limit: limit.limit ?? null, remaining, resetMillis: resetMs ?? MOMENT, number };
        told.hear({ ...said, inFlight: told.inFlight });
      }

      return {
        metered: (send) => async (request) => {
          const permits = rules.holds('rateBudget') ? await permit() : new Map<Account, Used>();
          calls += 1;
          for (const one of all) one.inFlight += 1;
          const sentAt = timer.now();
          const response = await send(request).finally(() => {
            for (const one of all) one.inFlight -= 1;
            const by = trips.arrivedBy(sentAt, timer.now());
            for (const [one, used] of permits) one.arrived(used, by);
          });
          hear(rateLimitOf(provider, response.headers, clock.now()), (told && permits.get(told)?.number) ?? null);
          return response;
        },
        async closing(error) {
          if (told && error instanceof ProviderFailure && error.kind === 'rateLimit') {
            closed.add(told.key, error.retryAfterMs ?? MOMENT);
            // The other replicas go on asking, each until it is refused itself: what an operator should know of a ban.
            await told
              .change((budget, now) => close(budget, error.retryAfterMs, now))
              .catch((err: unknown) => {
                const { projectId, connectionId } = run.plan;
                log.warn('refusal closed no budget', { provider: provider.name, projectId, connectionId, err });
              });
          }
          throw error;
        },
      };
    },
  };
}

function scopeOfHeaders({ rateLimit }: Provider): Scope {
  return rateLimit?.of ?? 'connection';
}
