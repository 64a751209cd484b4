/**
 * Every call to a provider needs a permit of each of its rate budgets. The provider file declares the limits per
 * connection, per provider app (all its connections together) and per object. A call sleeps
 * through a short wait. For a longer wait the operation is parked (RateLimitExhausted), and its worker is free for others.
 *
 * A page may take many calls, and a parked page starts again at its first call. So a call in the middle of a page waits
 * longer, and up to a quarter of an hour if that page was parked before: otherwise a page with more calls than a window
 * allows would never finish. It does not wait longer than that, because it occupies a worker.
 *
 * For providers without known limits, each process reads the closed budgets (after a 429) at most once a second.
 */
import { rateLimitOf, type RateLimit } from '../../../../connectors/engine/answer/exchange.ts';
import { ProviderFailure } from '../../../../connectors/engine/answer/failure.ts';
import type { Allowed, Provider } from '../../../../connectors/engine/file/provider.ts';
import type { Send } from '../../../../lib/http/outbound.ts';
import type { Log } from '../../../../lib/log/log.ts';
import type { Clock } from '../../../../lib/time/clock.ts';
import { systemTimer, type Timer } from '../../../../lib/time/timer.ts';
import type { CallAuth } from '../../domain/installation.ts';
import { close } from '../domain/rate_budget.ts';
import type { ReadPlan } from '../../domain/read_plan.ts';
import type { ClaimedOperation } from '../../operations/domain/operation.ts';
import type { RateBudgetStore } from '../domain/rate_budget_store.ts';
import { createBudgetAccount, type BudgetAccount, type Used } from './budget_account.ts';
import { budgetKeys, type Scope } from './budget_keys.ts';
import { RateLimitExhausted, type BudgetWait } from './rate_limit_exhausted.ts';
import { createRoundTrips, type RoundTrips } from './round_trips.ts';
import { createClosedView } from './closed_view.ts';

type Stores = { rateBudgets: RateBudgetStore };

type Deps = {
  stores: Stores;
  clock: Clock;
  log: Pick<Log, 'warn'>;
  timer?: Timer | undefined;
};
type Page = {
  provider: Provider;
  run: { plan: ReadPlan; operation: Pick<ClaimedOperation, 'rateLimits'> };
  auth: CallAuth;
  signal: AbortSignal;
};

export type RateBudgets = {
  /** The budget for all calls of one page. */
  ofPage(page: Page): PageBudget;
};
export type PageBudget = {
  /** Wraps `send` so that each call uses a permit. */
  metered(send: Send): Send;
  /** After a 429: closes the budget for all replicas. Always rethrows the error, even if closing failed. */
  closing(error: unknown): Promise<never>;
};

/** For pages that are read without calls to a provider. */
export const unmetered: RateBudgets = {
  ofPage: () => ({ metered: (send) => send, closing: (error) => Promise.reject(error) }),
};

/** Max wait that is slept, ms. */
const MOMENT = 1_000;
/** The same in the middle of a page. */
const MID_PAGE = 60_000;
/** The same in the middle of a page that was parked before. */
const AGAIN_MID_PAGE = 15 * 60_000;
const MAX_ACCOUNTS = 10_000;
const NO_WAIT: BudgetWait = { waitMs: 0, scope: 'connection' };

type Account = BudgetAccount & { key: string; scope: Scope; inFlight: number };

export function createRateBudgets({
  stores: { rateBudgets: store },
  clock,
  log,
  timer = systemTimer,
}: Deps): RateBudgets {
  const accounts = new Map<string, Account>();
  const trips = new Map<string, RoundTrips>();
  const closed = createClosedView({ store, timer });

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
      const rates = allowed.map(({ requests, perSeconds }) => ({ requests, perMs: perSeconds * 1000 }));
      const made = createBudgetAccount({ projectId: run.plan.projectId, key }, rates, { store, timer });
      if (accounts.size >= MAX_ACCOUNTS) accounts.clear();
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

  /** One try. All requests are awaited together, so that no rejection is left unhandled when the database fails. */
  async function waitFor(all: readonly Account[]): Promise<BudgetWait> {
    const mayBeShut = !all.every((one) => one.isLimited());
    const waits = await Promise.all(
      all.map(async (one) => {
        const drawn = one.isLimited() && !one.hasPermit() ? one.draw() : 0;
        const shut = mayBeShut ? closed.waitMs([one.key]) : 0;
        return { waitMs: Math.max(...(await Promise.all([drawn, shut]))), scope: one.scope };
      }),
    );
    return waits.reduce((longest, one) => (one.waitMs > longest.waitMs ? one : longest), NO_WAIT);
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

      /** Takes a permit of each budget that has a limit. */
      async function permit(): Promise<Map<Account, Used>> {
        for (;;) {
          const wait = await waitFor(all);
          const { waitMs } = wait;
          if (waitMs > patience()) throw new RateLimitExhausted(wait, calls > 0);
          if (waitMs > 0) await timer.sleep(waitMs, signal);
          const limited = all.filter((one) => one.isLimited());
          if (waitMs > 0 || !limited.every((one) => one.hasPermit())) continue;
          return new Map(limited.map((one) => [one, one.use()]));
        }
      }

      function learnFrom(limit: RateLimit | undefined, number: number | null): void {
        if (!told || limit?.remaining === undefined) return;
        const { remaining, resetMs } = limit;
        if (resetMs === undefined && remaining > 0) return;
        const said = { limit: limit.limit ?? null, remaining, msUntilReset: resetMs ?? MOMENT, number };
        told.learnFrom({ ...said, inFlight: told.inFlight });
      }

      return {
        metered: (send) => async (request) => {
          const permits = await permit();
          calls += 1;
          for (const one of all) one.inFlight += 1;
          const sentAt = timer.now();
          const response = await send(request).finally(() => {
            for (const one of all) one.inFlight -= 1;
            const by = trips.arrivedBy(sentAt, timer.now());
            for (const [one, used] of permits) one.arrived(used, by);
          });
          learnFrom(rateLimitOf(provider, response.headers, clock.now()), (told && permits.get(told)?.number) ?? null);
          return response;
        },
        async closing(error) {
          if (told && error instanceof ProviderFailure && error.kind === 'rateLimit') {
            closed.add(told.key, error.retryAfterMs ?? MOMENT);
            // If this write fails, the other replicas continue until each gets its own 429. The log tells the operator,
            // because the provider may ban the app.
            await told
              .change((budget, now) => close(budget, error.retryAfterMs, now))
              .catch((err: unknown) => {
                const { projectId, connectionId } = run.plan;
                log.warn('rate limit not shared with other replicas', {
                  provider: provider.name,
                  projectId,
                  connectionId,
                  err,
                });
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
