import type { Log } from '../log/log.ts';
import type { Telemetry } from './telemetry.ts';

/** The level of lines about successful and refused requests and RPCs. */
export type RequestLogLevel = 'debug' | 'info';

/** The operation name of the health endpoints, which orchestrators poll. */
export const HEALTH_OPERATION = 'health';

/**
 * Writes one log line with many fields per request, per RPC and per provider call. A request with a 5xx answer is
 * always WARN. A failed RPC is not WARN, because the request or job that called it reports the failure. Health checks
 * and provider calls are DEBUG.
 */
export function logTelemetry(log: Log, level: RequestLogLevel): Telemetry {
  const lines = log.buffered();
  return {
    request(ended, cause) {
      if (ended.operation === HEALTH_OPERATION) lines.debug('request', ended);
      else if (ended.status >= 500) log.warn('request', { ...ended, err: cause });
      else lines[level]('request', ended);
    },
    rpc: (ended, { isProbe }) => lines[isProbe ? 'debug' : level]('rpc', ended),
    providerCall: (ended) => lines.debug('provider call', ended),
    // Also written in the embedded form, because the log line of the gateway does not have the outcome at the provider.
    proxied: (ended) => lines.info('proxied request', ended),
  };
}
