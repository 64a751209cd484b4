import { Table } from '../../../ui/table.tsx';
import { useProjectPoll } from '../../place/console_context.ts';

type Row = { provider: string; requests: number; refused: number; failed: number };
type Counts = readonly { provider: string; status: number; requests: number }[];

const DAY_MS = 86_400_000;

/** The proxy's requests of the current UTC day by provider. Renders nothing when there were none. */
export function Proxied() {
  const since = new Date(Math.floor(Date.now() / DAY_MS) * DAY_MS).toISOString();
  const { data } = useProjectPoll('listProxyCounts', { query: { since, step: '1d' } });
  const rows = rowsOf(data?.flatMap(({ counts }) => counts) ?? []);
  if (rows.length === 0) return null;
  return (
    <>
      <h2>Requests through the proxy today</h2>
      <Table<Row>
        name="Requests through the proxy today"
        rows={rows}
        keyOf={({ provider }) => provider}
        empty=""
        columns={[
          { title: 'Provider', cell: ({ provider }) => provider },
          { title: 'Requests', isNumber: true, cell: ({ requests }) => requests },
          { title: 'Failed with 4xx', isNumber: true, cell: ({ refused }) => refused },
          { title: 'Failed with 5xx', isNumber: true, cell: ({ failed }) => failed },
        ]}
      />
    </>
  );
}

function rowsOf(counts: Counts): Row[] {
  const rows = new Map<string, Row>();
  for (const { provider, status, requests } of counts) {
    const row = rows.get(provider) ?? { provider, requests: 0, refused: 0, failed: 0 };
    row.requests += requests;
    if (status >= 500) row.failed += requests;
    else if (status >= 400) row.refused += requests;
    rows.set(provider, row);
  }
  return [...rows.values()];
}
