import type { CallAuthCache } from '../../../connectors/calls/call_auth_cache.ts';
import type { CallBudgets } from '../../../connectors/calls/call_budgets.ts';
import type { Meter } from '../../../connectors/calls/meter.ts';
import type { ProviderCalls } from '../../../connectors/calls/provider_calls.ts';
import { secretsIn } from '../../../connectors/calls/request_secrets.ts';
import { ProviderFailure } from '../../../connectors/engine/answer/failure.ts';
import type { Provider, ProviderCatalogue } from '../../../connectors/engine/catalogue/providers.ts';
import { getRecord } from '../../../connectors/engine/write/get_record.ts';
import { type WriteResult, type WriteTarget, writeRecord } from '../../../connectors/engine/write/write_record.ts';
import { writeSupport } from '../../../connectors/engine/write/write_support.ts';
import type { SendRequest } from '../../../lib/http/outbound.ts';
import { Problem } from '../../../lib/problem/problem.ts';
import type { Clock } from '../../../lib/time/clock.ts';
import { removeFilledFields } from '../../../lib/write_plan/prepare_record.ts';
import type { WritePlan } from '../../../lib/write_plan/write_plan.ts';
import type { CallAuth } from '../installation.ts';
import type { RecordJob } from './write_request.ts';

type Deps = {
  providers: ProviderCatalogue;
  calls: ProviderCalls;
  budgets: Pick<CallBudgets, 'ofData'>;
  auths: CallAuthCache<CallAuth>;
  clock: Clock;
};

type PermitOptions = {
  /**
   * True when a caller waits for the answer. The call may then use the share of the rate limit that reads leave free.
   */
  isInteractive: boolean;
  /** Max wait for a permit. Ms. */
  maxWaitMs: () => number;
  /** The write ends at this time even without an answer. Unix ms. */
  deadline: number;
  /**
   * Runs once, after the permit is granted and before the first call is sent. Does not run again for a repeated call.
   */
  beforeSend: () => Promise<void>;
  signal?: AbortSignal | undefined;
};

/** Max time of one call. Ms. */
const MAX_CALL_MS = 25_000;

/**
 * Writes one record at the provider. After a 401 the record is sent once more with new credentials. This is safe,
 * because the provider has not written it. Throws WriteFailure, ProviderFailure, RateLimitExhausted, and a Problem of
 * the installation service.
 */
export function makeSendRecord({ providers, calls, budgets, auths, clock }: Deps) {
  return async function sendRecord(plan: WritePlan, job: RecordJob, how: PermitOptions): Promise<WriteResult> {
    const provider = providerOf(providers, plan);
    const beforeSend = runOnce(how.beforeSend);
    const auth = await auths.get(plan, plan.credentialsVersion);
    try {
      return await sendAs(auth);
    } catch (error) {
      if (!(error instanceof ProviderFailure) || error.kind !== 'credentials') throw error;
      await auths.reject(plan, auth);
      const refreshed = await auths.get(plan);
      if (refreshed.generation === auth.generation) throw error;
      return sendAs(refreshed);
    }

    function sendAs(attachments: CallAuth): Promise<WriteResult> {
      const target: WriteTarget = {
        provider,
        module: plan.module || undefined,
        objectName: plan.objectName,
        variables: attachments.variables,
        auth: attachments,
      };
      const meter = withBeforeSend(meterOf(provider, plan, attachments, how), beforeSend);
      return calls({ held: secretsIn(attachments), meter }, async ({ send, value }) => {
        const timed: SendRequest = (request) => {
          const timeoutMs = Math.max(1, Math.min(MAX_CALL_MS, how.deadline - clock.now()));
          const account = plan.connectionId;
          return send({ ...request, account, timeoutMs, headTimeoutMs: timeoutMs, signal: how.signal });
        };
        const written = await writeRecord(target, await recordOf(target, job, timed), timed, clock.now());
        return { ...written, data: value(written.data) };
      });
    }
  };

  async function recordOf(target: WriteTarget, job: RecordJob, send: SendRequest) {
    const { ifEmpty, id, record, ...rest } = job;
    const wanted = { ...rest, id };
    if (ifEmpty.length === 0 || id === undefined) return { ...wanted, record };
    const current = await getRecord(target, id, send, clock.now());
    return { ...wanted, record: current ? removeFilledFields(record, ifEmpty, current) : record };
  }

  function meterOf(provider: Provider, plan: WritePlan, auth: CallAuth, how: PermitOptions): Meter {
    const { projectId, connectionId, objectName } = plan;
    const caller = { projectId, connectionId, objectName, providerAppId: auth.providerAppId };
    const { isInteractive, maxWaitMs, signal } = how;
    return budgets.ofData({ provider, caller, isInteractive, maxWaitMs, signal });
  }
}

export type SendRecord = ReturnType<typeof makeSendRecord>;

/** Throws unprocessable when the provider file is missing. */
export function providerOf(providers: ProviderCatalogue, { provider }: { provider: string }): Provider {
  const found = providers.get(provider);
  if (!found) throw new Problem('unprocessable', `Causeway has no provider file for ${provider}.`);
  return found;
}

/** Whether the provider recognises a repeated create by an idempotency key. False when the provider file is missing. */
export function acceptsIdempotencyKey(
  providers: ProviderCatalogue,
  { provider, module, objectName }: WritePlan,
): boolean {
  const found = providers.get(provider);
  return found !== undefined && writeSupport(found, module || undefined, objectName).isRepeatable;
}

/** Wraps a meter: `beforeSend` runs when the first call has its permit. */
function withBeforeSend(meter: Meter, beforeSend: () => Promise<void>): Meter {
  return {
    ...meter,
    metered: (send) =>
      meter.metered(async (request) => {
        await beforeSend();
        return send(request);
      }),
  };
}

function runOnce(act: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined;
  return () => (done ??= act());
}
