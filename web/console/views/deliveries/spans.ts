import type { Schema } from '../../../api/contract.ts';

/** One phase of a record's way from the provider to the webhook. `from` and `to`: Unix ms. */
export type Span = { name: string; from: number; to: number; tone: string };
/** A span in the drawing. `x` and `width`: percent of the drawing's width. */
export type Drawn = Span & { x: number; width: number };

/** If the longest span is more than this many times the shortest, a linear drawing shows only the longest. */
const MAX_LINEAR_RATIO = 50;

const at = (time: string) => Date.parse(time);

/** Whether the attempt failed: the receiver sent no answer, or a status that is not 2xx. */
export function isFailed({ error, status }: { error?: string; status?: number }): boolean {
  return Boolean(error) || (status !== undefined && (status < 200 || status > 299));
}

/** The phases of a delivery in order. The last phase of a waiting delivery ends at `now` (Unix ms). */
export function spansOf(
  { createTime, state, attempts = [] }: Schema<'Delivery'>,
  operation: Schema<'Operation'> | undefined,
  now: number,
): Span[] {
  const isOpen = state === 'pending' || state === 'held';
  const spans: Span[] = [];
  const start = operation?.createTime ? at(operation.createTime) : Number.POSITIVE_INFINITY;
  if (start < at(createTime))
    spans.push({ name: 'From the start of the read', from: start, to: at(createTime), tone: 'info' });
  let last = at(createTime);
  const inOrder = attempts.toSorted((a, b) => at(a.startTime) - at(b.startTime));
  for (const [index, attempt] of inOrder.entries()) {
    const from = at(attempt.startTime);
    spans.push({ name: 'Waiting', from: last, to: Math.max(last, from), tone: 'warn' });
    last = from + attempt.latencyMs;
    const isBad = isFailed(attempt);
    const name = `Attempt ${index + 1}${isBad ? ', failed' : ''}`;
    spans.push({ name, from, to: last, tone: isBad ? 'bad' : 'good' });
  }
  if (isOpen)
    spans.push({ name: state === 'held' ? 'Held' : 'Waiting', from: last, to: Math.max(last, now), tone: 'warn' });
  return spans;
}

/**
 * Places the spans one after the other in the drawing. If their lengths differ too much, the widths are logarithmic, so
 * that each span is visible; then `isLog` is true.
 */
export function drawnSpans(spans: readonly Span[]): { drawn: Drawn[]; isLog: boolean } {
  const lengths = spans.map(({ from, to }) => Math.max(1, to - from));
  const isLog = Math.max(...lengths) / Math.min(...lengths) > MAX_LINEAR_RATIO;
  const sizes = lengths.map((length) => (isLog ? Math.log10(1 + length) : length));
  const whole = sizes.reduce((sum, size) => sum + size, 0);
  let passed = 0;
  const drawn = spans.map((span, index) => {
    const width = (100 * (sizes[index] ?? 0)) / whole;
    const x = passed;
    passed += width;
    return { ...span, x, width };
  });
  return { drawn, isLog };
}
