import { performance } from 'node:perf_hooks';
import type { SendRequest } from '../../lib/http/outbound.ts';
import { OutboundError } from '../../lib/http/outbound_error.ts';
import type { SendStream } from '../../lib/http/stream.ts';
import type { EndedProviderCall, Telemetry } from '../../lib/telemetry/telemetry.ts';
import { openSpan } from '../../lib/telemetry/tracing.ts';
import { parsedUrl } from '../../lib/url/is_url.ts';

type Recorder = Pick<Telemetry, 'providerCall'>;
type CallOutcome = Pick<EndedProviderCall, 'status' | 'failure'>;

/** Reports each call to the telemetry when the call has ended, with success or failure. */
export function recorded(send: SendRequest, telemetry: Recorder): SendRequest {
  return async (request) => {
    const { ended, within } = begin(request, telemetry);
    const response = await within(() => send(request)).catch(unanswered(ended));
    ended({ status: response.status, failure: undefined });
    return response;
  };
}

/** Like `recorded`, for a stream, which ends with its last byte. If the stream is cut off, `failure` has the reason. */
export function recordedStream(stream: SendStream, telemetry: Recorder): SendStream {
  return async (request) => {
    const { ended, within } = begin(request, telemetry);
    const response = await within(() => stream(request)).catch(unanswered(ended));
    const { status } = response;
    void response.ended.then(({ end }) => ended({ status, failure: end === 'complete' ? undefined : end }));
    return response;
  };
}

function begin({ url, method }: { url: string; method: string }, telemetry: Recorder) {
  const startedAt = performance.now();
  const host = parsedUrl(url)?.host ?? '';
  const attributes = { 'server.address': host, 'http.request.method': method };
  const span = openSpan(() => ({ name: 'provider call', kind: 'client', attributes }));
  return {
    within: <T>(work: () => T): T => (span ? span.within(work) : work()),
    ended(how: CallOutcome): void {
      const durationMs = Math.round(performance.now() - startedAt);
      span?.end({
        ...(how.status !== undefined && { attributes: { 'http.response.status_code': how.status } }),
        hasFailed: how.status === undefined || how.status >= 400 || how.failure !== undefined,
      });
      telemetry.providerCall({ host, method, ...how, durationMs, ...(span && { traceId: span.traceId }) });
    },
  };
}

function unanswered(ended: (how: CallOutcome) => void) {
  return (error: unknown): never => {
    ended({ status: undefined, failure: error instanceof OutboundError ? error.reason : 'error' });
    throw error;
  };
}
