import { Buffer } from 'node:buffer';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { CallAuthCache } from '../../../connectors/calls/call_auth_cache.ts';
import type { CallBudgets } from '../../../connectors/calls/call_budgets.ts';
import type { ProviderStreams } from '../../../connectors/calls/provider_streams.ts';
import { RateLimitExhausted } from '../../../connectors/calls/rate_limit_exhausted.ts';
import { secretsIn } from '../../../connectors/calls/request_secrets.ts';
import { ProviderFailure } from '../../../connectors/engine/answer/failure.ts';
import { retryAfterMs } from '../../../connectors/engine/answer/retry_hint.ts';
import type { Provider, ProviderCatalogue } from '../../../connectors/engine/catalogue/providers.ts';
import { answerHeaders } from '../../../connectors/engine/proxy/answer_headers.ts';
import { proxyBase } from '../../../connectors/engine/proxy/proxy_base.ts';
import { proxyHeaders } from '../../../connectors/engine/proxy/proxy_headers.ts';
import { ProxyRefusal } from '../../../connectors/engine/proxy/proxy_refusal.ts';
import { proxyUrl } from '../../../connectors/engine/proxy/proxy_url.ts';
import type { ProxyAnswer, ProxyHead, ProxyHeader, ServeProxy } from '../../../lib/hand_over/hand_over.ts';
import { retryHeaders } from '../../../lib/hand_over/retry_headers.ts';
import { OutboundError, type OutboundReason } from '../../../lib/http/outbound_error.ts';
import type { HeaderPair } from '../../../lib/http/request_headers.ts';
import { type MaskSecrets, secretMask } from '../../../lib/http/secret_mask.ts';
import type { ProblemKind } from '../../../lib/problem/kinds.ts';
import { Problem } from '../../../lib/problem/problem.ts';
import type { ProxyPlan } from '../../../lib/proxy_plan/proxy_plan.ts';
import type { EndedProxyRequest } from '../../../lib/telemetry/telemetry.ts';
import type { Clock } from '../../../lib/time/clock.ts';
import type { CallAuth, InstallationClient, ProxyQuery } from '../installation.ts';
import { providerOf } from '../records/send_record.ts';

type Deps = {
  installation: Pick<InstallationClient, 'findProxyPlan'>;
  providers: ProviderCatalogue;
  streams: ProviderStreams;
  budgets: Pick<CallBudgets, 'ofData'>;
  auths: CallAuthCache<CallAuth>;
  clock: Clock;
  /** Records a proxied request that has ended, with or without an answer. */
  note: (ended: EndedProxyRequest) => void;
  /** `proxyMaxBytes`: max size of the body of a request or an answer. `proxyIdle`: max pause of an answer. Ms. */
  config: { proxyMaxBytes: number; proxyIdle: number };
};

/**
 * Cached data of calls with the same credentials. `held`: the secrets. `mask`: removes the secrets from a text.
 * `bases`: the base URL by module.
 */
type AccountSecrets = { held: string[]; mask: MaskSecrets; bases: Map<string, URL> };

/** How long a plan is cached: as long as the gateway caches a verified credential. Ms. */
const PLAN_TTL_MS = 1_000;
const MAX_CACHED_PLANS = 10_000;
/** Max bytes of a body that can be sent again after a 401. */
const MAX_REPEATABLE_BYTES = 65_536;
/** Max time until the status and headers of the provider's answer arrive. Ms. */
const MAX_CALL_MS = 25_000;

/**
 * Streams a request to the provider with the credentials of the connection, and streams the answer back. After a 401
 * the credentials are fetched again, and the request is sent once more if its whole body is still in memory. Rejects
 * with a Problem when the provider did not answer.
 */
export function makeServeProxy(deps: Deps): ServeProxy {
  const { installation, providers, streams, budgets, auths, clock, note, config } = deps;
  const plans = new Map<string, { plan: Promise<ProxyPlan>; until: number }>();
  const known = new WeakMap<CallAuth, AccountSecrets>();

  return async function serveProxy(head: ProxyHead, body: Readable | null, signal: AbortSignal): Promise<ProxyAnswer> {
    const startTime = clock.now();
    const { requestId, projectId, installationId, integrationId, groupRef, method } = head;
    const plan = await planOf({ projectId, installationId, integrationId, groupRef });
    const about = { requestId, projectId, installationId: plan.installationId, provider: plan.provider, method };
    try {
      const { status, headers, body: answer, ended } = await exchange(plan, head, body, signal);
      const headMs = clock.now() - startTime;
      void ended.then((moved) => note({ ...about, status, headMs, durationMs: clock.now() - startTime, ...moved }));
      const more = status === 429 ? whenToRetry(plan, headers) : [];
      return { status, headers: [...headers, ...more], body: answer };
    } catch (error) {
      const problem = proxyProblem(error, { now: clock.now() });
      // A caller that closed the connection got no problem, so no problem is recorded.
      const how = signal.aborted ? { end: 'aborted' } : { problem: problem.kind };
      note({ ...about, ...how, durationMs: clock.now() - startTime });
      throw problem;
    }
  };

  function planOf(query: ProxyQuery): Promise<ProxyPlan> {
    const key = JSON.stringify(query);
    const known = plans.get(key);
    if (known && known.until > clock.now()) return known.plan;
    const plan = installation.findProxyPlan(query);
    if (plans.size >= MAX_CACHED_PLANS) plans.clear();
    plans.set(key, { plan, until: clock.now() + PLAN_TTL_MS });
    plan.catch(() => plans.delete(key));
    return plan;
  }

  function whenToRetry(plan: ProxyPlan, headers: readonly HeaderPair[]): ProxyHeader[] {
    const named = Object.fromEntries(headers.map(([name, value]) => [name.toLowerCase(), value]));
    const now = clock.now();
    const waitMs = retryAfterMs(named, now, providerOf(providers, plan).rateLimit);
    return retryHeaders(waitMs === undefined ? undefined : now + waitMs);
  }

  async function exchange(plan: ProxyPlan, head: ProxyHead, body: Readable | null, signal: AbortSignal) {
    const provider = providerOf(providers, plan);
    const repeatable = body && holdBody(body, MAX_REPEATABLE_BYTES);
    const auth = await auths.get(plan, plan.credentialsVersion);
    const first = await send(auth, repeatable?.stream ?? null);
    if (first.status !== 401) return first;
    const again = repeatable === null ? null : repeatable.whole();
    const rejected = auths.reject(plan, auth);
    // If new credentials cannot be fetched, the caller gets the provider's 401, which is more helpful than the error of
    // the fetch.
    const refreshed = await rejected.then(() => auths.get(plan)).catch(() => auth);
    if (again === undefined || refreshed.generation === auth.generation) return first;
    first.body.destroy();
    return send(refreshed, again);

    async function send(attachments: CallAuth, content: Readable | Uint8Array | null) {
      const { held, mask, bases } = accountOf(attachments);
      const base = bases.get(plan.module) ?? proxyBase({ provider, module: plan.module, ...attachments });
      bases.set(plan.module, base);
      const left = Math.max(1, Math.min(MAX_CALL_MS, head.deadline - clock.now()));
      const answer = await streams(
        { held, meter: meterOf(provider, plan, attachments, head, signal) },
        {
          method: head.method,
          url: proxyUrl(base, head.target, attachments),
          headers: proxyHeaders(head.headers, { provider, auth: attachments, variables: attachments.variables }),
          body: content,
          contentLength: lengthIn(head),
          account: `proxy ${plan.connectionId}`,
          headTimeoutMs: left,
          idleMs: config.proxyIdle,
          maxRequestBytes: config.proxyMaxBytes,
          maxResponseBytes: config.proxyMaxBytes,
          signal,
        },
      );
      return { ...answer, headers: answerHeaders(answer.headers, mask) };
    }
  }

  /** Returns the data of an account. The data is cached, because many calls use the same credentials. */
  function accountOf(attachments: CallAuth): AccountSecrets {
    const found = known.get(attachments);
    if (found) return found;
    const held = secretsIn(attachments);
    const made = { held, mask: secretMask(held), bases: new Map<string, URL>() };
    known.set(attachments, made);
    return made;
  }

  /**
   * Returns the meter of a call. If the caller asked for throttling (`isThrottled`), the call is refused when the rate
   * limit is exhausted. Any other call is counted, and is sent even then.
   */
  function meterOf(provider: Provider, plan: ProxyPlan, auth: CallAuth, head: ProxyHead, signal: AbortSignal) {
    const { projectId, connectionId } = plan;
    const caller = { projectId, connectionId, objectName: '', providerAppId: auth.providerAppId };
    const how = { provider, caller, isInteractive: true, maxWaitMs: () => 0, signal };
    return budgets.ofData({ ...how, whenExhausted: head.isThrottled ? ('refuse' as const) : ('send' as const) });
  }
}

function lengthIn({ headers }: ProxyHead): number | undefined {
  const given = headers.find(([name]) => name.toLowerCase() === 'content-length')?.[1];
  return given === undefined ? undefined : Number(given);
}

/** Returns the problem for the caller when the provider did not answer. Rethrows an unexpected error. */
export function proxyProblem(error: unknown, { now }: { now: number }): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof ProxyRefusal)
    return new Problem('invalidArgument', error.message, {
      issues: [{ in: error.part === 'path' ? 'path' : 'header', name: error.part, detail: error.message }],
      cause: error,
    });
  if (error instanceof RateLimitExhausted)
    return new Problem('rateLimited', "The provider's rate limit for this account is used up.", {
      retryAfter: now + Math.max(1_000, Math.ceil(error.waitMs)),
      remedy: 'Send it again after retryAfter, or leave out X-Amp-Rate-Limiter-Mode to send it in any case.',
      cause: error,
    });
  if (error instanceof ProviderFailure && error.kind === 'credentials')
    return new Problem('conflict', error.message, {
      remedy: 'Ask the customer to connect the account again.',
      retryable: false,
      cause: error,
    });
  if (error instanceof ProviderFailure)
    return new Problem('unprocessable', error.message, {
      remedy: 'Complete the metadata of the connection: the address of the provider is made from it.',
      cause: error,
    });
  if (error instanceof OutboundError) return new Problem(kindOf(error.reason), detailOf(error), { cause: error });
  throw error;
}

function kindOf(reason: OutboundReason): ProblemKind {
  if (reason === 'timeout') return 'deadlineExceeded';
  return reason === 'tooLarge' ? 'tooLarge' : 'providerFailed';
}

function detailOf({ reason, message }: OutboundError): string {
  if (reason === 'timeout') return 'The provider did not begin to answer in time. It may have received the request.';
  if (reason === 'tooLarge') return 'A body is larger than this installation of Causeway passes on.';
  return message.replace('The target', 'The provider').replace('the target', 'the provider');
}

/** A body that is streamed once, and can be sent again if it fits into memory (`maxBytes`). */
export type RepeatableBody = {
  /** The body for the first try. */
  stream: Readable;
  /** The whole body after it was streamed; undefined before that, and when the body is larger than the buffer. */
  whole(): Uint8Array | undefined;
};

/** Keeps a body of up to `maxBytes` in memory; keeps nothing of a larger body. */
export function holdBody(body: Readable, maxBytes: number): RepeatableBody {
  let held: Uint8Array[] | undefined = [];
  let size = 0;
  let isWhole = false;
  const stream = new Transform({
    transform(chunk: Uint8Array, _encoding, done) {
      size += chunk.length;
      if (size > maxBytes) held = undefined;
      held?.push(chunk);
      done(null, chunk);
    },
    flush(done) {
      isWhole = true;
      done();
    },
  });
  // A broken upload destroys the stream with its error. The reader of the stream reports it.
  pipeline(body, stream).catch(() => {});
  return { stream, whole: () => (isWhole && held ? Buffer.concat(held) : undefined) };
}
