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
 * Spans of OpenTelemetry. A span is a request, an RPC, a run, a page, a commit, a provider call, an event or an attempt,
 * never a record. Off, which is the default, means that nothing is registered: each function here then does nothing else
 * than its work. W3C `traceparent` texts carry a trace through gRPC metadata, events and nullable columns.
 */
export type { Attributes };

type Kind = 'server' | 'client' | 'producer' | 'consumer' | 'internal';

export type SpanAbout = {
  name: string;
  kind?: Kind;
  /** The span that caused this one, from another process or an earlier time; without the property, the active span. */
  parent?: string | null | undefined;
  /** An earlier span that this one repeats or continues. This span starts a trace of its own and links to it. */
  link?: string | null | undefined;
  /** Whether it may begin a trace: the request of a caller, a run. Any other span belongs to a trace, or there is none. */
  begins?: true;
  /** Ids and bounded words. No text of a caller, a provider or a record. */
  attributes?: Attributes;
};

const KINDS: Record<Kind, SpanKind> = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
  internal: SpanKind.INTERNAL,
};

let isOn = false;
let recordedPercent = 0;

/** Called once a tracer is registered (otlp.ts), and when it is shut down. `percent`: how many of the traces are recorded. */
export function setTracing(on: boolean, percent = 100): void {
  isOn = on;
  recordedPercent = percent;
}

/** The traceparent of the active span; null while there is none, and while traces are off. */
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
 * Does `work` in a span, which ends with it. A rejection marks the span as failed, by the name of the error alone: its text may
 * hold what a log or a trace must not.
 */
export async function inSpan<T>(about: SpanAbout, work: (span?: Span) => Promise<T>): Promise<T> {
  const begun = isOn ? begin(about) : undefined;
  if (!begun) return work();
  const { span, within } = begun;
  try {
    return await context.with(within, () => work(span));
  } catch (error) {
    fail(span, error instanceof Error ? error.name : 'Error');
    throw error;
  } finally {
    span.end();
  }
}

/** A span that the caller ends: for what ends in an event of a stream, and not with a promise. `within` runs code in it. */
export type OpenSpan = { traceId: string; within<T>(work: () => T): T; end(how: SpanEnd): void };
export type SpanEnd = { name?: string; attributes?: Attributes; hasFailed: boolean };

/** Undefined without a trace that the span belongs to, and while traces are off. Then `about` is not called. */
export function openSpan(about: () => SpanAbout): OpenSpan | undefined {
  const begun = isOn ? begin(about()) : undefined;
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

/** A trace that is not recorded costs no span anywhere, unless it continues a caller's trace. */
function begin(about: SpanAbout): { span: Span; within: Context } | undefined {
  const { name, kind = 'internal', link, attributes, begins = false } = about;
  const linked = link ? trace.getSpanContext(contextOf(link)) : undefined;
  const parent = linked ? ROOT_CONTEXT : 'parent' in about ? contextOf(about.parent) : context.active();
  const mayBegin = linked
    ? (linked.traceFlags & TraceFlags.SAMPLED) !== 0
    : begins && Math.random() * 100 < recordedPercent;
  if (!trace.getSpanContext(parent) && !mayBegin) return undefined;
  const options = {
    kind: KINDS[kind],
    ...(attributes && { attributes }),
    ...(linked && { links: [{ context: linked }] }),
  };
  const span = trace.getTracer('causeway').startSpan(name, options, parent);
  return { span, within: trace.setSpan(parent, span) };
}

function contextOf(text: string | null | undefined): Context {
  return text ? propagation.extract(ROOT_CONTEXT, { traceparent: text }) : ROOT_CONTEXT;
}

function fail(span: Span, name: string): void {
  span.setStatus({ code: SpanStatusCode.ERROR });
  span.setAttribute('error.type', name);
}

const TRACEPARENT = /^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;

/**
 * The traceparent of a request from outside, or null. The trace of the caller continues, but its sampling flag is
 * ignored: otherwise any caller could record all requests, or none.
 */
export function outsideParent(header: unknown, random: () => number = Math.random): string | null {
  if (!isOn || typeof header !== 'string' || !TRACEPARENT.test(header)) return null;
  return `${header.slice(0, -2)}${random() * 100 < recordedPercent ? '01' : '00'}`;
}
