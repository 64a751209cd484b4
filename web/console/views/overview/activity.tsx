import type { Schema } from '../../../api/contract.ts';
import { Chart } from '../../../ui/chart.tsx';
import { SelectField } from '../../../ui/field.tsx';
import { Table } from '../../../ui/table.tsx';
import { Time } from '../../../ui/time.tsx';
import { useZone } from '../../../ui/time_zone.ts';
import { useLinks, useProjectPoll } from '../../place/console_context.ts';
import { useFilters } from '../../place/filters.ts';
import { countText } from '../destinations/backlog_text.ts';

type Span = { text: string; ms: number; step: '5m' | '1h' | '1d' };

const DAY_MS = 86_400_000;
/** The time spans by their value in the address, so that a user can share the picture. */
const SPANS: Readonly<Record<string, Span>> = {
  '6h': { text: '6 hours', ms: DAY_MS / 4, step: '5m' },
  '': { text: '24 hours', ms: DAY_MS, step: '1h' },
  '7d': { text: '7 days', ms: 7 * DAY_MS, step: '1h' },
  '90d': { text: '90 days', ms: 90 * DAY_MS, step: '1d' },
};
const STEP_MS = { '5m': 300_000, '1h': 3_600_000, '1d': DAY_MS };

type Slot = {
  startTime: string;
  fetched: number;
  recordsDelivered: number;
  recordsWritten: number;
  recordsNotWritten: number;
  delivered: number;
  failedAttempts: number;
};

/** A chart and a table of records and deliveries over time, and the backlog of each destination. */
export function Activity({ destinations }: { destinations: readonly Schema<'Destination'>[] | undefined }) {
  const [filters, setFilter] = useFilters();
  const span = (SPANS[filters['span'] ?? ''] ?? SPANS['']) as Span;
  // The start of a slot, so that the query stays the same until the next slot.
  const since = new Date(Math.floor((Date.now() - span.ms) / STEP_MS[span.step]) * STEP_MS[span.step]).toISOString();
  const query = { since, step: span.step };
  const [zone] = useZone();
  const records = useProjectPoll('listRecordCounts', { query });
  const deliveries = useProjectPoll('listDeliveryCounts', { query });
  const slots = slotsOf(records.data, deliveries.data);
  const times = slots.map(({ startTime }) => Date.parse(startTime) / 1_000);
  return (
    <section aria-label="Activity">
      <div class="spread">
        <h2>Records and deliveries over time</h2>
        <SelectField
          label="Time span"
          value={filters['span'] ?? ''}
          options={Object.entries(SPANS).map(([value, { text }]) => [value, text])}
          onValue={setFilter('span')}
        />
      </div>
      <div class="charts">
        <figure class="card">
          <figcaption>
            Records <Key colour="--accent">{`${total(slots, 'fetched')} fetched`}</Key>{' '}
            <Key colour="--good">{`${total(slots, 'recordsDelivered')} delivered`}</Key>
          </figcaption>
          <Chart
            name="Records over time; the table below has the figures"
            times={times}
            series={[
              { name: 'fetched', colour: '--accent', values: slots.map(({ fetched }) => fetched) },
              { name: 'delivered', colour: '--good', values: slots.map(({ recordsDelivered }) => recordsDelivered) },
            ]}
          />
        </figure>
        <figure class="card">
          <figcaption>
            Messages <Key colour="--good">{`${total(slots, 'delivered')} delivered`}</Key>{' '}
            <Key colour="--bad">{`${total(slots, 'failedAttempts')} failed attempts`}</Key>
          </figcaption>
          <Chart
            name="Messages over time; the table below has the figures"
            times={times}
            series={[
              { name: 'delivered', colour: '--good', values: slots.map(({ delivered }) => delivered) },
              { name: 'failed attempts', colour: '--bad', values: slots.map(({ failedAttempts }) => failedAttempts) },
            ]}
          />
        </figure>
      </div>
      <p class="soft">Times are of {zone === 'utc' ? 'UTC' : Intl.DateTimeFormat().resolvedOptions().timeZone}.</p>
      <details>
        <summary>The figures</summary>
        <Figures slots={slots} />
      </details>
      <Backlogs destinations={destinations} />
    </section>
  );
}

function Key({ colour, children }: { colour: string; children: string }) {
  return (
    <span class="key">
      <i style={{ background: `var(${colour})` }} aria-hidden="true" />
      {children}
    </span>
  );
}

function Figures({ slots }: { slots: readonly Slot[] }) {
  return (
    <Table<Slot>
      name="Each slot, newest first"
      rows={slots.toReversed()}
      keyOf={({ startTime }) => startTime}
      empty="Nothing was counted yet."
      columns={[
        { title: 'From', cell: ({ startTime }) => new Date(startTime).toLocaleString() },
        { title: 'Records fetched', isNumber: true, cell: ({ fetched }) => fetched },
        { title: 'Records delivered', isNumber: true, cell: ({ recordsDelivered }) => recordsDelivered },
        { title: 'Records written', isNumber: true, cell: ({ recordsWritten }) => recordsWritten },
        { title: 'Records not written', isNumber: true, cell: ({ recordsNotWritten }) => recordsNotWritten },
        { title: 'Messages delivered', isNumber: true, cell: ({ delivered }) => delivered },
        { title: 'Failed attempts', isNumber: true, cell: ({ failedAttempts }) => failedAttempts },
      ]}
    />
  );
}

function Backlogs({ destinations }: { destinations: readonly Schema<'Destination'>[] | undefined }) {
  const link = useLinks();
  const { data } = useProjectPoll('listDeliveryBacklogs');
  return (
    <>
      <h2>Backlog</h2>
      <Table<Schema<'DeliveryBacklog'>>
        name="Backlog"
        rows={data}
        keyOf={({ destinationId }) => destinationId}
        empty="No message waits for its delivery."
        columns={[
          {
            title: 'Destination',
            cell: ({ destinationId }) => (
              <a href={link('destinations', [destinationId])}>
                {destinations?.find(({ id }) => id === destinationId)?.name ?? destinationId}
              </a>
            ),
          },
          { title: 'Waiting', isNumber: true, cell: ({ waiting, isMore }) => countText(waiting, isMore) },
          { title: 'Held', isNumber: true, cell: ({ held, isMore }) => countText(held, isMore) },
          { title: 'Oldest', cell: ({ oldestTime }) => <Time at={oldestTime} /> },
        ]}
      />
    </>
  );
}

function total(slots: readonly Slot[], count: Exclude<keyof Slot, 'startTime'>): string {
  return slots.reduce((sum, slot) => sum + slot[count], 0).toLocaleString();
}

/** Joins both lists by slot. One list may have a newer last slot. */
function slotsOf(
  records: readonly Schema<'RecordCounts'>[] = [],
  deliveries: readonly Schema<'DeliveryCounts'>[] = [],
): Slot[] {
  return records.map(({ startTime, recordsFetched: fetched, ...counts }) => {
    const sent = deliveries.find((one) => one.startTime === startTime);
    const { delivered = 0, failedAttempts = 0 } = sent ?? {};
    return { startTime, fetched, ...counts, delivered, failedAttempts };
  });
}
