import type { ComponentChildren } from 'preact';
import { Time } from '../../../ui/time.tsx';
import { useAsked, useLinks } from '../../place/console_context.ts';
import { countOf, rateText, startOfDay } from './figures.ts';

/** Ms. A count of installations asks for all of them. */
const EVERY_MS = 15_000;
const MAX_COUNTED = 1_000;

/** The figures of today, of the reader's day, and how things are now. */
export function Headline() {
  const link = useLinks();
  // The shortest slots, because a day begins at any quarter of an hour of UTC.
  const query = { since: startOfDay(new Date()).toISOString(), step: '5m' };
  const records = useAsked('listRecordCounts', { query }, { everyMs: 5_000 });
  const deliveries = useAsked('listDeliveryCounts', { query }, { everyMs: 5_000 });
  const backlogs = useAsked('listDeliveryBacklogs');
  const ofHealth = (healthStatus: string) => ({ query: { healthStatus, pageSize: MAX_COUNTED } });
  const healthy = useAsked('listInstallationsForProject', ofHealth('healthy'), { everyMs: EVERY_MS });
  const unhealthy = useAsked('listInstallationsForProject', ofHealth('unhealthy'), { everyMs: EVERY_MS });
  const oldest = backlogs.data?.flatMap(({ oldestTime }) => oldestTime ?? []).sort()[0];
  return (
    <section class="grid" aria-label="Today">
      <Figure name="Records delivered today">
        {records.data?.reduce((sum, slot) => sum + slot.recordsDelivered, 0).toLocaleString()}
      </Figure>
      <Figure name="Attempts accepted today">{deliveries.data && rateText(deliveries.data)}</Figure>
      <Figure name="Oldest message that waits">
        {backlogs.data && (oldest ? <Time at={oldest} /> : 'nothing waits')}
      </Figure>
      <Figure name="Installations">
        {healthy.data && unhealthy.data && (
          <>
            <a href={link('installations', [], { healthStatus: 'healthy' })}>
              {countOf(healthy.data, MAX_COUNTED)} healthy
            </a>
            {', '}
            <a href={link('installations', [], { healthStatus: 'unhealthy' })}>
              {countOf(unhealthy.data, MAX_COUNTED)} unhealthy
            </a>
          </>
        )}
      </Figure>
    </section>
  );
}

function Figure({ name, children }: { name: string; children: ComponentChildren }) {
  return (
    <div class="card">
      <div class="soft">{name}</div>
      <div class="figure">{children ?? '…'}</div>
    </div>
  );
}
