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
  if (spans.length === 0) return null;
  const from = Math.min(...spans.map((span) => span.from));
  const length = Math.max(1, Math.max(...spans.map((span) => span.to)) - from);
  return (
    <section aria-label="From the provider to the webhook" class="card ledger">
      <h2>From the provider to the webhook</h2>
      {isOperationGone && <p class="soft">Its operation is no longer kept, so the read is not shown.</p>}
      {spans.map(({ name, tone, ...span }) => (
        <div class="bar" key={`${name} ${span.from}`}>
          <span>{name}</span>
          <svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
            <rect
              class={tone}
              x={(100 * (span.from - from)) / length}
              width={Math.max(0.5, (100 * (span.to - span.from)) / length)}
              height="8"
            />
          </svg>
          <strong>{inWords(span.to - span.from)}</strong>
        </div>
      ))}
    </section>
  );
}

function inWords(ms: number): string {
  if (ms < 1_000) return `${ms} ms`;
  return ms < 120_000 ? `${(ms / 1_000).toFixed(1)} s` : `${Math.round(ms / 60_000)} min`;
}

/** What happened one after the other. While it waits, its last span ends now. */
function spansOf({ createTime, state, ...delivery }: Schema<'Delivery'>, operation?: Schema<'Operation'>): Span[] {
  const attempts = delivery.attempts?.toSorted((a, b) => at(a.startTime) - at(b.startTime)) ?? [];
  const isOpen = state === 'pending' || state === 'held';
  const spans: Span[] = [];
  if (operation?.createTime && at(operation.createTime) < at(createTime))
    spans.push({
      name: 'From the start of the read',
      from: at(operation.createTime),
      to: at(createTime),
      tone: 'info',
    });
  let last = at(createTime);
  let count = 0;
  for (const { startTime, latencyMs, error } of attempts) {
    spans.push({ name: 'Waiting', from: last, to: Math.max(last, at(startTime)), tone: 'warn' });
    last = at(startTime) + latencyMs;
    spans.push({ name: `Attempt ${(count += 1)}`, from: at(startTime), to: last, tone: error ? 'bad' : 'good' });
  }
  if (isOpen)
    spans.push({
      name: state === 'held' ? 'Held' : 'Waiting',
      from: last,
      to: Math.max(last, Date.now()),
      tone: 'warn',
    });
  return spans;
}
