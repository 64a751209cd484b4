import { onceAnHour } from '../../lib/audit/once_an_hour.ts';
import type { Log } from '../../lib/log/log.ts';
import type { Clock } from '../../lib/time/clock.ts';
import type { Caller__Output as Caller } from '../../protos/gen/causeway/identity/v1/Caller.ts';
import type { Operation } from '../contract/document.ts';

/**
 * Whether the caller uses a frontend key: an API key without the scope `full`. The key is in the builder's page, where
 * everybody can read it, so it does not prove who the customer is.
 */
export function isFrontendKey({ scheme, scopes }: Caller): boolean {
  return scheme === 'apiKey' && !scopes.includes('full');
}

export type WarnOfFrontendKeys = (operation: Operation, caller: Caller) => void;

/**
 * This operation starts a sign-in that replaces the credentials later. The installation service logs the warning then.
 */
const ENDS_LATER = 'oauthUpdate';

/**
 * Logs a warning, at most once an hour per key, after a frontend key has changed or deleted a connection or an
 * installation. By default a frontend key may do this for any customer.
 */
export function makeWarnOfFrontendKeys({ log, clock }: { log: Log; clock: Clock }): WarnOfFrontendKeys {
  const warnings = onceAnHour();
  return function warnOfFrontendKeys({ operationId, access }, caller) {
    const key = caller.principal;
    if (!access.replaces || operationId === ENDS_LATER || !isFrontendKey(caller)) return;
    if (!warnings.isDue([key], clock.now())) return;
    warnings.note([key], clock.now());
    log.warn('a frontend key replaced', {
      projectId: caller.projectId,
      operation: operationId,
      key,
      remedy: "Give the page customers' tokens, or set restrictFrontendKeys of the project.",
    });
  };
}
