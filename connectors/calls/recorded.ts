import { performance } from 'node:perf_hooks';
import type { Send } from '../../lib/http/outbound.ts';
import { OutboundError } from '../../lib/http/outbound_error.ts';
import type { EndedProviderCall, Telemetry } from '../../lib/telemetry/telemetry.ts';

/** Reports each call to the telemetry when it has ended, however it ended. */
export function recorded(send: Send, telemetry: Pick<Telemetry, 'providerCall'>): Send {
  return async (request) => {
    const startedAt = performance.now();
    const ended = (how: Pick<EndedProviderCall, 'status' | 'failure'>) =>
      telemetry.providerCall({
        host: URL.canParse(request.url) ? new URL(request.url).host : '',
        method: request.method,
        ...how,
        durationMs: Math.round(performance.now() - startedAt),
      });
    try {
      const response = await send(request);
      ended({ status: response.status, failure: undefined });
      return response;
    } catch (error) {
      ended({ status: undefined, failure: error instanceof OutboundError ? error.reason : 'error' });
      throw error;
    }
  };
}
