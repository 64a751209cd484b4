import { setTimeout as sleep } from 'node:timers/promises';
import { context, propagation, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOnSampler,
  BasicTracerProvider,
  BatchSpanProcessor,
  ParentBasedSampler,
} from '@opentelemetry/sdk-trace-base';

type Options = { url: string; headers: Readonly<Record<string, string>>; service: string };

/** Max time that a stop waits until the last spans are sent. */
const LAST_SPANS_MS = 5_000;

/** Sends spans to a collector, by OTLP over HTTP. `shutdown` sends the remaining spans, and takes 5 s at most. */
export function startOtlp({ url, headers, service }: Options): { shutdown(): Promise<void> } {
  const exporter = new OTLPTraceExporter({ url, headers: { ...headers } });
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({ 'service.name': service }),
    // tracing.ts decides which traces are recorded.
    sampler: new ParentBasedSampler({ root: new AlwaysOnSampler() }),
    spanProcessors: [new BatchSpanProcessor(exporter)],
  });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  trace.setGlobalTracerProvider(provider);
  return {
    async shutdown() {
      // If the collector is unavailable, spans are lost, but the stop is not delayed.
      await Promise.race([provider.shutdown().catch(() => {}), sleep(LAST_SPANS_MS, undefined, { ref: false })]);
      trace.disable();
      propagation.disable();
      context.disable();
    },
  };
}
