import type { Log } from '../log/log.ts';
import { HEALTH_OPERATION, logTelemetry, type RequestLogLevel } from './log_telemetry.ts';
import { metrics } from './metrics.ts';
import type { Telemetry } from './telemetry.ts';

/** Counts each ended request, RPC and call, and writes its line to the log. */
export function telemetryOf(log: Log, level: RequestLogLevel): Telemetry {
  const lines = logTelemetry(log, level);
  return {
    request(ended, cause) {
      const { operation, status, durationMs } = ended;
      if (operation !== HEALTH_OPERATION) {
        metrics.requests.inc({ operation, status });
        metrics.requestSeconds.observe({ operation }, durationMs / 1_000);
      }
      lines.request(ended, cause);
    },
    rpc(ended, options) {
      const { rpc, status, durationMs } = ended;
      if (!options.isProbe) {
        metrics.rpcs.inc({ rpc, status });
        metrics.rpcSeconds.observe({ rpc }, durationMs / 1_000);
      }
      lines.rpc(ended, options);
    },
    // connectors/calls/call_budgets.ts and services/writes count these, because they know the provider.
    providerCall: lines.providerCall,
    proxied: lines.proxied,
  };
}
