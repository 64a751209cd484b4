import type { Schema } from '../../../api/contract.ts';

type Step = { name: string; count: number | undefined; tone: string };

/** Bars that show how many records of an operation were fetched, delivered, held or failed. Each bar has its number. */
export function Ledger({ progress }: { progress: Schema<'Progress'> }) {
  const { recordsFetched, recordsSkipped, recordsProcessed, recordsDelivered, recordsHeld, recordsPending } = progress;
  const skipped = recordsSkipped && Object.values(recordsSkipped).reduce((sum, count) => sum + count, 0);
  const steps: Step[] = [
    { name: 'Fetched', count: recordsFetched, tone: 'info' },
    { name: 'Mapped', count: recordsProcessed, tone: 'info' },
    { name: 'Skipped', count: skipped, tone: 'warn' },
    { name: 'Delivered', count: recordsDelivered, tone: 'good' },
    { name: 'Waiting', count: recordsPending, tone: 'warn' },
    { name: 'Held', count: recordsHeld, tone: 'warn' },
    { name: 'Undelivered', count: progress.recordsUndelivered, tone: 'bad' },
  ];
  const known = steps.filter((step): step is Step & { count: number } => step.count !== undefined);
  const max = Math.max(1, ...known.map(({ count }) => count));
  return (
    <section aria-label="Ledger" class="card ledger">
      <h2>Ledger</h2>
      <p class="soft">
        {progress.objectName}, {progress.pages ?? 'an unknown number of'} pages. Every fetched record is mapped, or
        skipped for a reason.
      </p>
      {known.map(({ name, count, tone }) => (
        <div class="bar" key={name}>
          <span>{name}</span>
          <svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
            <rect class={tone} width={(100 * count) / max} height="8" rx="1" />
          </svg>
          <strong>{count}</strong>
        </div>
      ))}
      {recordsSkipped &&
        Object.entries(recordsSkipped).map(([reason, count]) => (
          <div key={reason} class="soft">
            Skipped {count}: {reason}
          </div>
        ))}
    </section>
  );
}
