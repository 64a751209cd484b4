/**
 * Every call to a provider needs a permit from each of its rate budgets. The provider file declares the limits per
 * connection, per provider app (all of its connections together) and per object. A call waits for its permits for at
 * most `maxWaitMs`. If the wait would be longer, the call throws RateLimitExhausted, or is sent without a permit
 * (`whenExhausted`).
 *
 * A 429 closes a budget for all processes. For providers without known limits, each process learns which budgets are
 * closed by reading them, at most once a second (closed_view.ts).
 */

import type { Log } from '../../lib/log/log.ts';
import { answerLabel, metrics } from '../../lib/telemetry/metrics.ts';
import { providerLabel } from '../../lib/telemetry/provider_label.ts';
import type { Clock } from '../../lib/time/clock.ts';
import { systemTimer, type Timer } from '../../lib/time/timer.ts';
import { parsedUrl } from '../../lib/url/is_url.ts';
import { failureOf } from '../engine/answer/classify.ts';
import { type RateLimit, rateLimitOf } from '../engine/answer/exchange.ts';
import { ProviderFailure } from '../engine/answer/failure.ts';
import type { DeclaredRate, LimitScope, Provider } from '../engine/file/provider.ts';
import { type AuthClient, authBudgetKey, budgetKeys, type Caller } from './budget_keys.ts';
import { createClosedView } from './closed_view.ts';
import { createLocalPermits, type LocalPermits, type UsedPermit } from './local_permits.ts';
import { type Meter, unmetered } from './meter.ts';
import type { AllowedRate, BudgetKey, PermitSource } from './permits.ts';
import { type BudgetWait, RateLimitExhausted } from './rate_limit_exhausted.ts';
import { createRoundTrips, type RoundTrips } from './round_trips.ts';

type Deps = { permits: PermitSource; clock: Clock; log: Pick<Log, 'warn'>; timer?: Timer | undefined };

type CallOptions = {
  provider: Provider;
  /** A person waits for the response: the call may use the share of the limit that reads leave unused. */
  isInteractive: boolean;
  /** The max wait before the next call. Ms. */
  maxWaitMs(callsMade: number): number;
  /**
   * The handling of a call that would wait longer than `maxWaitMs`. `refuse`, the default: the call throws
   * RateLimitExhausted. `send`: the call is sent, and takes a permit from each of its budgets that has a permit. It is
   * sent even while the budgets are unavailable.
   */
  whenExhausted?: 'refuse' | 'send' | undefined;
  signal?: AbortSignal | undefined;
};
type DataCalls = CallOptions & { caller: Caller };
type AuthCalls = Omit<CallOptions, 'isInteractive' | 'whenExhausted'> & { projectId: string; client: AuthClient };

export type CallBudgets = {
  /** A meter for calls that read or write an account's data. */
  ofData(calls: DataCalls): Meter;
  /**
   * A meter for calls about credentials. Provider files declare no limits for these calls, so the limits come from
   * response headers.
   */
  ofAuth(calls: AuthCalls): Meter;
};

/** The assumed time until a limit resets, if the response does not state it. */
const DEFAULT_RESET_MS = 1_000;
const MAX_BUDGETS = 10_000;
const NO_WAIT: BudgetWait = { waitMs: 0, scope: 'connection' };

type BudgetPermits = LocalPermits & BudgetKey & { scope: LimitScope; inFlight: number };
type Scoped = Record<LimitScope, BudgetPermits | null>;
/** `headerBudget`: the budget to which rate limit headers and 429 responses apply. */
type Conversation = CallOptions & { projectId: string; budgets: BudgetPermits[]; headerBudget: BudgetPermits | null };

export function createCallBudgets({ permits, clock, log, timer = systemTimer }: Deps): CallBudgets {
  const known = new Map<string, BudgetPermits>();
  const trips = new Map<string, RoundTrips>();
  const closed = createClosedView({ permits, timer });

  type Opened = BudgetKey & { scope: LimitScope; isInteractive: boolean };
  function permitsFor({ projectId, key, scope, isInteractive }: Opened, rates: readonly AllowedRate[]): BudgetPermits {
    const name = `${isInteractive} ${projectId} ${key}`;
    const found = known.get(name);
    if (found) return found;
    const made = createLocalPermits({ projectId, key }, rates, { permits, timer, isInteractive });
    if (known.size >= MAX_BUDGETS) known.clear();
    const entry = Object.assign(made, { projectId, key, scope, inFlight: 0 });
    known.set(name, entry);
    return entry;
  }

  function budgetsByScope({ provider, caller, isInteractive }: DataCalls): Scoped {
    const keys = budgetKeys(caller);
    const of = (scope: LimitScope): BudgetPermits | null => {
      const key = keys[scope];
      const allowed = (provider.rateLimit?.allowed ?? []).filter((one) => (one.of ?? 'connection') === scope);
      const isForHeaders = scope === scopeOfHeaders(provider);
      if (key === null || (allowed.length === 0 && !isForHeaders)) return null;
      return permitsFor({ projectId: caller.projectId, key, scope, isInteractive }, allowed.map(ratePerMs));
    };
    return { connection: of('connection'), app: of('app'), object: of('object') };
  }

  function tripsOf(provider: string): RoundTrips {
    const found = trips.get(provider) ?? createRoundTrips();
    trips.set(provider, found);
    return found;
  }

  /**
   * Tries once to get the missing permits; returns the longest wait. Awaits all draws together, so that no rejection is
   * unhandled when the budgets are unavailable.
   */
  async function waitFor(all: readonly BudgetPermits[]): Promise<BudgetWait> {
    const mayBeShut = !all.every((one) => one.isLimited());
    const waits = await Promise.all(
      all.map(async (one) => {
        const drawn = one.isLimited() && !one.hasPermit() ? one.draw() : 0;
        const shut = mayBeShut ? closed.waitMs(one) : 0;
        return { waitMs: Math.max(...(await Promise.all([drawn, shut]))), scope: one.scope };
      }),
    );
    return waits.reduce((longest, one) => (one.waitMs > longest.waitMs ? one : longest), NO_WAIT);
  }

  /** Takes a permit from each budget that has a limit. */
  async function permit(of: Conversation, callsMade: number): Promise<Map<BudgetPermits, UsedPermit>> {
    for (;;) {
      const wait = await waitFor(of.budgets);
      const { waitMs } = wait;
      if (waitMs > of.maxWaitMs(callsMade)) {
        metrics.budgetsExhausted.inc({ provider: providerLabel(of.provider.name) });
        throw new RateLimitExhausted(wait, callsMade > 0);
      }
      if (waitMs > 0) await timer.sleep(waitMs, of.signal);
      const limited = of.budgets.filter((one) => one.isLimited());
      if (waitMs > 0 || !limited.every((one) => one.hasPermit())) continue;
      return used(limited);
    }
  }

  /**
   * Like `permit`, for a call that no budget may refuse. If the budgets cannot be reached, the error is logged and the
   * call is sent.
   */
  async function permitIfFree(of: Conversation, callsMade: number): Promise<Map<BudgetPermits, UsedPermit>> {
    try {
      return await permit(of, callsMade);
    } catch (error) {
      if (of.signal?.aborted) throw error;
      if (!(error instanceof RateLimitExhausted))
        log.warn('call not counted', { provider: of.provider.name, projectId: of.projectId, err: error });
      return used(of.budgets.filter((one) => one.isLimited() && one.hasPermit()));
    }
  }

  function used(budgets: readonly BudgetPermits[]): Map<BudgetPermits, UsedPermit> {
    return new Map(budgets.map((one) => [one, one.use()]));
  }

  function learnFrom(headerBudget: BudgetPermits | null, limit: RateLimit | undefined, number: number | null): void {
    if (!headerBudget || limit?.remaining === undefined) return;
    const { remaining, resetMs } = limit;
    if (resetMs === undefined && remaining > 0) return;
    const said = { limit: limit.limit ?? null, remaining, msUntilReset: resetMs ?? DEFAULT_RESET_MS, number };
    headerBudget.learnFrom({ ...said, inFlight: headerBudget.inFlight });
  }

  /**
   * Closes the budget for all processes. If the report fails, each other process continues until it gets a 429 itself.
   * The log warns the operator, because the provider may ban the app.
   */
  async function close(
    { headerBudget, provider, projectId }: Conversation,
    askedMs: number | undefined,
  ): Promise<void> {
    if (!headerBudget) return;
    closed.add(headerBudget, askedMs ?? DEFAULT_RESET_MS);
    await headerBudget.close(askedMs).catch((err: unknown) => {
      log.warn('rate limit not shared with other replicas', {
        provider: provider.name,
        projectId,
        budget: headerBudget.key,
        err,
      });
    });
  }

  function meter(of: Conversation): Meter {
    const { provider, budgets, headerBudget } = of;
    const trips = tripsOf(provider.name);
    const label = providerLabel(provider.name);
    const take = of.whenExhausted === 'send' ? permitIfFree : permit;
    let calls = 0;
    const failed: Meter['failed'] = async (error) => {
      if (error instanceof ProviderFailure && error.kind === 'rateLimit') await close(of, error.retryAfterMs);
    };
    return {
      metered: (send) => async (request) => {
        const permits = await take(of, calls);
        calls += 1;
        for (const one of budgets) one.inFlight += 1;
        const sentAt = timer.now();
        let status: number | undefined;
        const response = await send(request)
          .then((one) => {
            status = one.status;
            return one;
          })
          .finally(() => {
            metrics.providerCalls.inc({ provider: label, answer: answerLabel(status) });
            metrics.providerSeconds.observe({ provider: label }, (timer.now() - sentAt) / 1_000);
            for (const one of budgets) one.inFlight -= 1;
            const by = trips.arrivedBy(sentAt, timer.now());
            for (const [one, used] of permits) one.arrived(used, by);
          });
        const number = (headerBudget && permits.get(headerBudget)?.number) ?? null;
        learnFrom(headerBudget, rateLimitOf(provider, response.headers, clock.now()), number);
        return response;
      },
      failed,
      answered: (head) => failed(failureOf(provider, { ...head, text: '' }, undefined, clock.now())),
    };
  }

  return {
    ofData(calls) {
      const scoped = budgetsByScope(calls);
      const budgets = Object.values(scoped).filter((one): one is BudgetPermits => one !== null);
      const headerBudget = scoped[scopeOfHeaders(calls.provider)];
      return meter({ ...calls, projectId: calls.caller.projectId, budgets, headerBudget });
    },
    ofAuth({ client, ...calls }) {
      const { projectId } = calls;
      let meterOfHost = unmetered;
      return {
        metered: (send) => (request) => {
          const key = authBudgetKey(client, hostOf(request.url));
          const headerBudget = permitsFor({ projectId, key, scope: 'app', isInteractive: true }, []);
          meterOfHost = meter({ ...calls, isInteractive: true, budgets: [headerBudget], headerBudget });
          return meterOfHost.metered(send)(request);
        },
        failed: (error) => meterOfHost.failed(error),
        answered: (head) => meterOfHost.answered(head),
      };
    },
  };
}

function hostOf(url: string): string {
  return parsedUrl(url)?.host ?? '';
}

function ratePerMs({ requests, perSeconds }: DeclaredRate): AllowedRate {
  return { requests, perMs: perSeconds * 1000 };
}

function scopeOfHeaders({ rateLimit }: Provider): LimitScope {
  return rateLimit?.of ?? 'connection';
}
