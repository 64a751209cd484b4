import {
  type Attributes,
  type Context,
  context,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
} from '@opentelemetry/api';

/**
 * Spans of OpenTelemetry. A span is a request, an RPC, a run, a page, a commit, a provider call, an event or an
 * attempt, never a record. Tracing is off by default: no tracer is registered then, and the functions here only run the
 * given work. W3C `traceparent` texts carry a trace through gRPC metadata, events and nullable columns.
 */
export type { Attributes };

type SpanKindName = 'server' | 'client' | 'producer' | 'consumer' | 'internal';

export type SpanDescription = {
  name: string;
  kind?: SpanKindName;
  /** The `traceparent` of the parent span. Default: the active span. */
  parent?: string | null | undefined;
  /**
   * The `traceparent` of an earlier span whose work this span repeats or continues. The span then starts a new trace,
   * with a link to the earlier span.
   */
  link?: string | null | undefined;
  /** Whether the span may begin a trace, like a request or a run. Any other span is created only inside a trace. */
  begins?: true;
  /** Ids and constants. No text of a caller, a provider or a record. */
  attributes?: Attributes;
};

const SPAN_KIND_OF_NAME: Record<SpanKindName, SpanKind> = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
  internal: SpanKind.INTERNAL,
};

let isOn = false;
let recordedPercent = 0;

/** Switches tracing on after a tracer was registered (otlp.ts), and off. `percent`: the share of traces to record. */
export function setTracing(on: boolean, percent = 100): void {
  isOn = on;
  recordedPercent = percent;
}

/** The traceparent of the active span; null without an active span, and while tracing is off. */
export function traceparent(): string | null {
  if (!isOn) return null;
  const carrier: { traceparent?: string } = {};
  propagation.inject(context.active(), carrier);
  return carrier.traceparent ?? null;
}

/** The id of the active trace, for lines of the log. */
export function traceId(): string | undefined {
  return isOn ? trace.getSpanContext(context.active())?.traceId : undefined;
}

/**
 * Runs `work` in a span, which ends when `work` settles. A rejection marks the span as failed, with the name of the
 * error only: its message may hold secrets or customers' data.
 */
export async function inSpan<T>(about: SpanDescription, work: (span?: Span) => Promise<T>): Promise<T> {
  const begun = isOn ? beginSpan(about) : undefined;
  if (!begun) return work();
  const { span, within } = begun;
  try {
    return await context.with(within, () => work(span));
  } catch (error) {
    recordFailure(span, error instanceof Error ? error.name : 'Error');
    throw error;
  } finally {
    span.end();
  }
}

/**
 * A span that the caller ends, for work that ends with an event and not with a promise. `within` runs code in the span.
 */
export type OpenSpan = { traceId: string; within<T>(work: () => T): T; end(how: SpanEnd): void };
export type SpanEnd = { name?: string; attributes?: Attributes; hasFailed: boolean };

/** Starts a span. Returns undefined when the span would be outside of any trace, and while tracing is off. */
export function openSpan(about: () => SpanDescription): OpenSpan | undefined {
  const begun = isOn ? beginSpan(about()) : undefined;
  if (!begun) return undefined;
  const { span, within } = begun;
  return {
    traceId: span.spanContext().traceId,
    within: (work) => context.with(within, work),
    end({ name, attributes, hasFailed }) {
      if (name !== undefined) span.updateName(name);
      if (attributes) span.setAttributes(attributes);
      if (hasFailed) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    },
  };
}

/** Creates no span in a trace that is not recorded, which saves time, unless the trace continues a caller's trace. */
function beginSpan(about: SpanDescription): { span: Span; within: Context } | undefined {
  const { name, kind = 'internal', link, attributes, begins = false } = about;
  const linked = link ? trace.getSpanContext(contextOf(link)) : undefined;
  const parent = linked ? ROOT_CONTEXT : 'parent' in about ? contextOf(about.parent) : context.active();
  const mayBegin = linked
    ? (linked.traceFlags & TraceFlags.SAMPLED) !== 0
    : begins && Math.random() * 100 < recordedPercent;
  if (!trace.getSpanContext(parent) && !mayBegin) return undefined;
  const options = {
    kind: SPAN_KIND_OF_NAME[kind],
    ...(attributes && { attributes }),
    ...(linked && { links: [{ context: linked }] }),
  };
  const span = trace.getTracer('causeway').startSpan(name, options, parent);
  return { span, within: trace.setSpan(parent, span) };
}

function contextOf(text: string | null | undefined): Context {
  return text ? propagation.extract(ROOT_CONTEXT, { traceparent: text }) : ROOT_CONTEXT;
}

function recordFailure(span: Span, name: string): void {
  span.setStatus({ code: SpanStatusCode.ERROR });
  span.setAttribute('error.type', name);
}

const TRACEPARENT = /^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;

/**
 * The traceparent of a request from outside, or null. Causeway continues the trace of the caller but ignores its
 * sampling flag: otherwise any caller could have all requests recorded, or none.
 */
export function callerTraceparent(header: unknown, random: () => number = Math.random): string | null {
  if (!isOn || typeof header !== 'string' || !TRACEPARENT.test(header)) return null;
  return `${header.slice(0, -2)}${random() * 100 < recordedPercent ? '01' : '00'}`;
}
