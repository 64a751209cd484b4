import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { stringify } from 'yaml';
import { partsOf, queryFaults } from './promql.ts';
import { itWithPromtool } from './promtool.ts';

type Target = { refId: string; expr: string; datasource: { uid: string } };
type Panel = {
  id: number;
  type: string;
  title: string;
  targets?: Target[];
  gridPos: { x: number; y: number; w: number; h: number };
};
type Dashboard = { schemaVersion: number; templating: { list: { name: string; type: string }[] }; panels: Panel[] };

const dashboard = JSON.parse(readFileSync('deploy/observability/dashboard.json', 'utf8')) as Dashboard;
const itPromtool = itWithPromtool();

/** Every query, with what Grafana fills in. */
function queriesOf({ panels }: Pick<Dashboard, 'panels'>): { where: string; query: string }[] {
  return panels.flatMap(({ title, targets = [] }) =>
    targets.map(({ refId, expr }) => ({
      where: `${title} ${refId}`,
      query: expr.replaceAll('$__rate_interval', '5m'),
    })),
  );
}

function faultsOf(panels: Panel[]): string[] {
  return queriesOf({ panels }).flatMap(({ where, query }) => queryFaults(query).map((fault) => `${where}: ${fault}`));
}

/** A made-up file of recording rules with the queries. */
function asRules(panels: Panel[]): string {
  const rules = queriesOf({ panels }).map(({ query }, i) => ({ record: `query_${i}`, expr: query }));
  return stringify({ groups: [{ name: 'dashboard', rules }] });
}

describe('the dashboard', () => {
  it('asks only for metrics and labels that exist', () => {
    expect(queriesOf(dashboard).length).toBeGreaterThan(40);
    expect(faultsOf(dashboard.panels)).toEqual([]);
  });

  it('shows every metric of Causeway', () => {
    const shown = new Set(
      queriesOf(dashboard).flatMap(({ query }) => partsOf(query).selectors.map((one) => one.metric)),
    );
    const page = readFileSync('docs/metrics.md', 'utf8');
    const names = [...page.matchAll(/^\| `(causeway_\w+)` \| (\w+)/gm)].map(([, name, type]) =>
      type === 'histogram' ? `${name}_bucket` : name!,
    );
    expect(names.length).toBeGreaterThan(20);
    expect(names.filter((name) => !shown.has(name))).toEqual([]);
  });

  it('has the rows that operations need, a chosen data source, and no panel on another', () => {
    expect(dashboard.panels.filter(({ type }) => type === 'row').map(({ title }) => title)).toEqual([
      'Overview',
      'API',
      'Reads',
      'Deliveries',
      'Writes and proxy',
      'Providers',
      'Runtime and database',
    ]);
    expect(dashboard.templating.list).toMatchObject([{ name: 'datasource', type: 'datasource' }]);
    const targets = dashboard.panels.flatMap((panel) => panel.targets ?? []);
    expect(new Set(targets.map(({ datasource }) => datasource.uid))).toEqual(new Set(['$datasource']));
    const cells = dashboard.panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, i) => `${x + (i % w)},${y + Math.floor(i / w)}`),
    );
    expect(new Set(cells).size).toBe(cells.length);
    expect(new Set(dashboard.panels.map(({ id }) => id)).size).toBe(dashboard.panels.length);
  });

  itPromtool('asks in valid PromQL', ({ run }) => {
    expect(run(['check', 'rules', 'queries.yaml'], { 'queries.yaml': asRules(dashboard.panels) })).toMatchObject({
      code: 0,
      said: expect.stringContaining(`${queriesOf(dashboard).length} rules found`),
    });
  });
});

describe('a query of a dashboard is refused', () => {
  const withQuery = (expr: string): Panel[] => [
    {
      ...dashboard.panels[1]!,
      title: 'Planted',
      targets: [{ refId: 'A', expr, datasource: { uid: '$datasource' } }],
    },
  ];

  it.each([
    [
      'that sums backlogs',
      'sum by (queue) (causeway_backlog_due)',
      'each replica shows causeway_backlog_due: take its max',
    ],
    ['that sums connections', 'sum(causeway_connections)', 'each replica shows causeway_connections: take its max'],
    [
      'with an unknown metric',
      'sum(rate(causeway_request_total[5m]))',
      'causeway_request_total is no metric of lib/telemetry/metrics.ts',
    ],
    [
      'with an unknown label',
      'rate(causeway_runs_total{provider="x"}[5m])',
      'causeway_runs_total has no label provider',
    ],
    [
      'that groups by an unknown label',
      'max by (queue) (causeway_connections)',
      'no metric of the query has the label queue',
    ],
    [
      'for the buckets of a counter',
      'causeway_pages_total_bucket',
      'causeway_pages_total_bucket is no metric of lib/telemetry/metrics.ts',
    ],
  ])('%s', (_what, query, fault) => {
    expect(faultsOf(withQuery(query))).toEqual([`Planted A: ${fault}`]);
  });

  itPromtool('that is not PromQL', ({ run }) => {
    const said = run(['check', 'rules', 'queries.yaml'], { 'queries.yaml': asRules(withQuery('sum by (status (up)')) });
    expect(said).toMatchObject({ code: 1, said: expect.stringContaining('query_0') });
  });
});
