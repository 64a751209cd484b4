/** A query and the name of its lines in the graph; `{{label}}` is replaced by the value of that label. */
export type Line = { query: string; legend: string };
/**
 * `unit` is a unit name of Grafana: `s`, `bytes`, `reqps`, `percentunit`, `short`. `isNumber`: shows only the newest
 * value.
 */
export type Panel = { title: string; unit: string; lines: Line[]; description?: string; isNumber?: true };
export type Row = { title: string; panels: Panel[] };

const number = (title: string, unit: string, query: string, description: string): Panel => ({
  title,
  unit,
  lines: [{ query, legend: title }],
  description,
  isNumber: true,
});
const panel = (title: string, unit: string, lines: Record<string, string>, description?: string): Panel => ({
  title,
  unit,
  lines: Object.entries(lines).map(([legend, query]) => ({ legend, query })),
  ...(description && { description }),
});

/** The query for the calls per second, by a label. */
const rate = (metric: string, by: string) => `sum by (${by}) (rate(${metric}[$__rate_interval]))`;
/** The queries for the median and the 99th percentile of a duration, in seconds. */
const times = (metric: string, matchers = '') =>
  Object.fromEntries(
    [0.5, 0.99].map((share) => [
      `p${share * 100}`,
      `histogram_quantile(${share}, sum by (le) (rate(${metric}_bucket${matchers}[$__rate_interval])))`,
    ]),
  );
const oldest = (queue: string) => `max by (queue) (causeway_backlog_oldest_due_seconds{queue=~"${queue}"})`;
const waiting = (queue: string) => `max by (reason) (causeway_backlog_waiting{queue="${queue}"})`;
const EVERY_REPLICA = 'Each replica shows the same, so this is the max of them.';

/** The rows of the dashboard from top to bottom. */
export const ROWS: readonly Row[] = [
  {
    title: 'Overview',
    panels: [
      number('Processes up', 'short', 'sum(up{job="causeway"})', 'Of those that Prometheus scrapes.'),
      number(
        'Requests that fail',
        'percentunit',
        '(sum(rate(causeway_requests_total{status=~"500|503|504", operation!="proxyRequest"}[5m])) or vector(0)) / sum(rate(causeway_requests_total{operation!="proxyRequest"}[5m]))',
        'By a fault of ours. CausewayRequestsFail pages at 5 %.',
      ),
      number('Oldest due schedule', 's', `max(${oldest('schedules')})`, 'CausewaySchedulesLate pages at 10 minutes.'),
      number('Oldest due read', 's', `max(${oldest('reads')})`, 'CausewayReadsLate: 15 minutes.'),
      number('Oldest due write', 's', `max(${oldest('writes')})`, 'CausewayWritesLate: 5 minutes.'),
      number('Oldest due delivery', 's', `max(${oldest('deliveries')})`, 'CausewayDeliveriesLate pages at 10 minutes.'),
      number('Oldest event', 's', `max(${oldest('outbox_.*')})`, 'CausewayOutboxOld pages at 5 minutes.'),
      number('Pages that do not add up', 'short', 'sum(causeway_ledger_mismatches_total)', 'Always 0.'),
      panel('Records read', 'short', { 'records/s': 'sum(rate(causeway_records_total[$__rate_interval]))' }),
      panel('Messages', 'short', { '{{result}}/s': rate('causeway_delivery_attempts_total', 'result') }),
      panel('Alerts that fire', 'short', {
        '{{alertname}}': 'sum by (alertname) (ALERTS{alertname=~"Causeway.*", alertstate="firing"})',
      }),
    ],
  },
  {
    title: 'API',
    panels: [
      panel('Requests by status', 'reqps', { '{{status}}': rate('causeway_requests_total', 'status') }),
      panel('Requests by operation', 'reqps', {
        '{{operation}}': `topk(10, ${rate('causeway_requests_total', 'operation')})`,
      }),
      panel('Time of a request', 's', times('causeway_request_duration_seconds')),
      panel('RPCs that do not end with OK', 'reqps', {
        '{{rpc}} {{status}}': `topk(10, ${rate('causeway_rpcs_total{status!="OK"}', 'rpc, status')})`,
      }),
      panel('Slowest RPCs (p99)', 's', {
        '{{rpc}}':
          'topk(10, histogram_quantile(0.99, sum by (le, rpc) (rate(causeway_rpc_duration_seconds_bucket[$__rate_interval]))))',
      }),
    ],
  },
  {
    title: 'Reads',
    panels: [
      panel('Oldest due', 's', { '{{queue}}': oldest('schedules|reads') }, EVERY_REPLICA),
      panel(
        'Due',
        'short',
        { '{{queue}}': 'max by (queue) (causeway_backlog_due{queue=~"schedules|reads"})' },
        EVERY_REPLICA,
      ),
      panel('Reads that wait', 'short', { '{{reason}}': waiting('reads') }, EVERY_REPLICA),
      panel('Reads that ended', 'short', { '{{status}}/s': rate('causeway_operations_total{kind="read"}', 'status') }),
      panel('Records by provider', 'short', { '{{provider}}/s': rate('causeway_records_total', 'provider') }),
      panel('Pages by provider', 'short', { '{{provider}}/s': rate('causeway_pages_total', 'provider') }),
      panel('Runs', 'short', { '{{service}} {{end}}/s': rate('causeway_runs_total', 'service, end') }),
      panel('Time of a run', 's', times('causeway_run_duration_seconds', '{service="reads"}')),
      panel('Time of a read', 's', times('causeway_operation_duration_seconds', '{kind="read"}')),
      panel('Leases lost', 'short', { '{{service}}/s': rate('causeway_leases_lost_total', 'service') }),
    ],
  },
  {
    title: 'Deliveries',
    panels: [
      panel('Oldest due delivery', 's', { '{{queue}}': oldest('deliveries') }, EVERY_REPLICA),
      panel('Deliveries that wait', 'short', { '{{reason}}': waiting('deliveries') }, EVERY_REPLICA),
      panel('Deliveries due', 'short', { due: 'max(causeway_backlog_due{queue="deliveries"})' }, EVERY_REPLICA),
      panel('Attempts', 'reqps', { '{{result}}': rate('causeway_delivery_attempts_total', 'result') }),
      panel('Time of an attempt', 's', times('causeway_delivery_attempt_duration_seconds')),
      panel('Messages given up', 'short', { 'in an hour': 'sum(increase(causeway_deliveries_undelivered_total[1h]))' }),
      panel('Age of the oldest event', 's', { '{{queue}}': oldest('outbox_.*') }, EVERY_REPLICA),
      panel('Tries that failed', 'short', { '{{service}}/s': rate('causeway_retries_total', 'service') }),
    ],
  },
  {
    title: 'Writes and proxy',
    panels: [
      panel('Oldest due write', 's', { '{{queue}}': oldest('writes') }, EVERY_REPLICA),
      panel('Writes that wait', 'short', { '{{reason}}': waiting('writes') }, EVERY_REPLICA),
      panel('Writes that ended', 'short', {
        '{{status}}/s': rate('causeway_operations_total{kind="write"}', 'status'),
      }),
      panel('Proxied requests', 'reqps', { '{{answer}}': rate('causeway_proxied_requests_total', 'answer') }),
      panel('Time of a proxied request', 's', times('causeway_proxied_request_duration_seconds')),
    ],
  },
  {
    title: 'Providers',
    panels: [
      panel('Calls by answer', 'reqps', { '{{answer}}': rate('causeway_provider_calls_total', 'answer') }),
      panel('Calls that fail', 'reqps', {
        '{{provider}} {{answer}}': `topk(10, ${rate('causeway_provider_calls_total{answer!~"2xx|3xx"}', 'provider, answer')})`,
      }),
      panel('Slowest providers (p99)', 's', {
        '{{provider}}':
          'topk(10, histogram_quantile(0.99, sum by (le, provider) (rate(causeway_provider_call_duration_seconds_bucket[$__rate_interval]))))',
      }),
      panel('Token refreshes', 'short', {
        '{{provider}} {{end}}/s': rate('causeway_token_refreshes_total', 'provider, end'),
      }),
      panel('Connections', 'short', { '{{status}}': 'max by (status) (causeway_connections)' }, EVERY_REPLICA),
      panel('Calls that a rate budget refused', 'short', {
        '{{provider}}/s': rate('causeway_budgets_exhausted_total', 'provider'),
      }),
    ],
  },
  {
    title: 'Runtime and database',
    panels: [
      panel('CPU', 'short', {
        '{{process}} {{instance}}': 'rate(process_cpu_seconds_total{job="causeway"}[$__rate_interval])',
      }),
      panel('Memory', 'bytes', { '{{process}} {{instance}}': 'process_resident_memory_bytes{job="causeway"}' }),
      panel('Heap', 'bytes', { '{{process}} {{instance}}': 'nodejs_heap_size_used_bytes{job="causeway"}' }),
      panel('Event loop delay (p99)', 's', {
        '{{process}} {{instance}}': 'nodejs_eventloop_lag_p99_seconds{job="causeway"}',
      }),
      panel('Time in garbage collection', 'percentunit', {
        '{{process}} {{instance}}':
          'sum by (process, instance) (rate(nodejs_gc_duration_seconds_sum{job="causeway"}[$__rate_interval]))',
      }),
      panel('Open files', 'percentunit', {
        '{{process}} {{instance}}': 'process_open_fds{job="causeway"} / process_max_fds{job="causeway"}',
      }),
      panel('Time of a statement', 's', times('causeway_db_query_duration_seconds')),
      panel('Wait for a connection of the pool', 's', times('causeway_db_pool_wait_seconds')),
      panel('Free on volumes and disks', 'percentunit', {
        '{{persistentvolumeclaim}}': 'kubelet_volume_stats_available_bytes / kubelet_volume_stats_capacity_bytes',
        '{{instance}} {{mountpoint}}':
          'node_filesystem_avail_bytes{fstype!~"tmpfs|overlay|squashfs|ramfs"} / node_filesystem_size_bytes{fstype!~"tmpfs|overlay|squashfs|ramfs"}',
      }),
    ],
  },
];
