import type { ComponentChildren } from 'preact';
import { Time } from '../../../ui/time.tsx';
import { useLinks, useProjectPoll } from '../../place/console_context.ts';
import { countOf, rateText, startOfDay } from './figures.ts';

/** The poll interval of the counts in milliseconds. A count of installations lists all of them, so the interval is long. */
const EVERY_MS = 15_000;
const MAX_COUNTED = 1_000;

/** The figures of the current day in the browser's time zone, and the current state. */
export function Headline() {
  const link = useLinks();
  // The shortest slots, because time zones differ by quarters of an hour.
  const query = { since: startOfDay(new Date()).toISOString(), step: '5m' };
  const records = useProjectPoll('listRecordCounts', { query }, { everyMs: 5_000 });
  const deliveries = useProjectPoll('listDeliveryCounts', { query }, { everyMs: 5_000 });
  const backlogs = useProjectPoll('listDeliveryBacklogs');
  const ofHealth = (healthStatus: string) => ({ query: { healthStatus, pageSize: MAX_COUNTED } });
  const healthy = useProjectPoll('listInstallationsForProject', ofHealth('healthy'), { everyMs: EVERY_MS });
  const unhealthy = useProjectPoll('listInstallationsForProject', ofHealth('unhealthy'), { everyMs: EVERY_MS });
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
