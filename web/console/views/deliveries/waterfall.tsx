import type { Schema } from '../../../api/contract.ts';
import { durationText } from '../../../ui/duration.ts';
import { drawnSpans, spansOf } from './spans.ts';

type Props = {
  delivery: Schema<'Delivery'>;
  operation: Schema<'Operation'> | undefined;
  isOperationGone: boolean;
};

/**
 * Draws a record's way from the provider to the webhook over time: the read, the wait, each attempt. The text below the
 * drawing has the same data.
 */
export function Waterfall({ delivery, operation, isOperationGone }: Props) {
  const spans = spansOf(delivery, operation, Date.now());
  if (spans.length === 0) return null;
  const { drawn, isLog } = drawnSpans(spans);
  return (
    <section aria-label="From the provider to the webhook" class="card ledger">
      <h2>From the provider to the webhook</h2>
      {isOperationGone && <p class="soft">Its operation is no longer kept, so the read is not shown.</p>}
      {isLog && (
        <p class="soft">
          The lengths of the bars are logarithmic, because one is many times another. The figures are exact.
        </p>
      )}
      {drawn.map(({ name, tone, from, to, x, width }) => (
        <div class="bar" key={`${name} ${from}`}>
          <span>{name}</span>
          <svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
            <rect class={tone} x={x} width={Math.max(0.5, width)} height="8" />
          </svg>
          <strong>{durationText(to - from)}</strong>
        </div>
      ))}
    </section>
  );
}
