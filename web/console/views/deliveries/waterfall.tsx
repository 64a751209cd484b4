import type { Schema } from '../../../api/contract.ts';

type Props = {
  delivery: Schema<'Delivery'>;
  operation: Schema<'Operation'> | undefined;
  isOperationGone: boolean;
};
/** Unix ms. */
type Span = { name: string; from: number; to: number; tone: string };

const at = (time: string) => Date.parse(time);

/** A record's way from the provider to the webhook over time: the read, the wait, each attempt. The same as text below. */
export function Waterfall({ delivery, operation, isOperationGone }: Props) {
  const spans = spansOf(delivery, operation);
  const from = Math.min(...spans.map((span) => span.from));
  const length = Math.max(1, Math.max(...spans.map((span) => span.to)) - from);
  return (
    <section aria-label="From the provider to the webhook" class="card ledger">
      <h2>From the provider to the webhook</h2>
      {isOperationGone && <p class="soft">Its operation is no longer kept, so the read is not shown.</p>}
      {spans.map(({ name, tone, ...span }) => (
        <div class="bar" key={name}>
          <span>{name}</span>
          <svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
            <rect
              class={tone}
              x={(100 * (span.from - from)) / length}
              width={Math.max(0.5, (100 * (span.to - span.from)) / length)}
              height="8"
            />
          </svg>
          <strong>{span.to - span.from} ms</strong>
        </div>
      ))}
    </section>
  );
}

function spansOf(
  { createTime, attempts = [], updateTime }: Schema<'Delivery'>,
  operation?: Schema<'Operation'>,
): Span[] {
  const first = attempts[0];
  const reading = operation?.createTime && {
    name: 'Read at the provider',
    from: at(operation.createTime),
    to: Math.max(at(operation.createTime), at(createTime)),
    tone: 'info',
  };
  const waiting = {
    name: 'Waiting',
    from: at(createTime),
    to: first ? Math.max(at(createTime), at(first.startTime)) : at(updateTime),
    tone: 'warn',
  };
  const tries = attempts.map(({ number, startTime, latencyMs, error }) => ({
    name: `Attempt ${number}`,
    from: at(startTime),
    to: at(startTime) + latencyMs,
    tone: error ? 'bad' : 'good',
  }));
  return [...(reading ? [reading] : []), waiting, ...tries];
}
