import { metrics } from '../../lib/telemetry/metrics.ts';

/** Metrics that others make, and their labels: prom-client, Prometheus, node_exporter and the kubelet. */
const OTHERS: Record<string, readonly string[]> = {
  up: [],
  ALERTS: ['alertname', 'alertstate', 'severity'],
  process_cpu_seconds_total: [],
  process_resident_memory_bytes: [],
  process_start_time_seconds: [],
  process_open_fds: [],
  process_max_fds: [],
  nodejs_eventloop_lag_p99_seconds: [],
  nodejs_heap_size_used_bytes: [],
  nodejs_gc_duration_seconds_sum: ['kind'],
  node_filesystem_avail_bytes: ['mountpoint', 'fstype', 'device'],
  node_filesystem_size_bytes: ['mountpoint', 'fstype', 'device'],
  kubelet_volume_stats_available_bytes: ['persistentvolumeclaim', 'namespace'],
  kubelet_volume_stats_capacity_bytes: ['persistentvolumeclaim', 'namespace'],
};
/** What Prometheus adds to everything that it scrapes, by prometheus.example.yaml. */
const OF_TARGETS = ['job', 'instance', 'process'];
const WORDS = new Set(
  'and or unless by without on ignoring group_left group_right offset bool inf nan start end atan2'.split(' '),
);

type Selector = { metric: string; labels: string[] };
type Query = { selectors: Selector[]; grouping: string[] };

/** The metrics of a PromQL query with the labels of their matchers, and the labels by which it groups or joins. */
export function partsOf(query: string): Query {
  const bare = query.replaceAll(/"(?:[^"\\]|\\.)*"/g, '""').replaceAll(/\[[^\]]*\]/g, '');
  const grouping: string[] = [];
  const rest = bare.replaceAll(
    /\b(by|without|on|ignoring|group_left|group_right)\s*\(([^)]*)\)/g,
    (_all, _word, names: string) => {
      grouping.push(...names.split(',').flatMap((name) => name.trim() || []));
      return '';
    },
  );
  const named = rest.matchAll(/(?<![\w.])([a-zA-Z_:][\w:]*)\s*(\(|\{([^}]*)\})?/g);
  const selectors = [...named]
    .filter(([, name = '', after]) => after !== '(' && !WORDS.has(name.toLowerCase()))
    .map(([, metric = '', , matchers = '']) => ({
      metric,
      labels: [...matchers.matchAll(/(\w+)\s*(?:=~|!~|!=|=)/g)].map(([, label = '']) => label),
    }));
  return { selectors, grouping };
}

/** A gauge of something that each replica shows: its sum would grow with the replicas. */
const SUM_OF_REPLICAS = /\bsum\b[^(]*(\([^()]*\)[^(]*)?\(+(causeway_(?:backlog_|connections)\w*)/;

/** The metrics and labels of a query that nothing makes, and sums of what each replica shows; one sentence each. */
export function queryFaults(query: string): string[] {
  const { selectors, grouping } = partsOf(query);
  const known = declaredMetrics();
  const faults = selectors.flatMap(({ metric, labels }) => {
    const declared = known.get(metric);
    if (!declared) return [`${metric} is no metric of lib/telemetry/metrics.ts`];
    return labels.filter((label) => !declared.includes(label)).map((label) => `${metric} has no label ${label}`);
  });
  const made = selectors.flatMap(({ metric }) => known.get(metric) ?? []);
  // label_replace() makes a label, whose name is a string there.
  const replaced = [...query.matchAll(/label_replace\([\s\S]*?,\s*"(\w+)"/g)].map(([, label]) => label);
  const sum = SUM_OF_REPLICAS.exec(query)?.[2];
  return [
    ...faults,
    ...(sum ? [`each replica shows ${sum}: take its max`] : []),
    ...grouping
      .filter((label) => !made.includes(label) && !replaced.includes(label))
      .map((label) => `no metric of the query has the label ${label}`),
  ];
}

function declaredMetrics(): Map<string, readonly string[]> {
  type Declared = { name: string; labelNames: string[]; buckets?: number[] };
  const own = (Object.values(metrics) as unknown as Declared[]).flatMap(({ name, labelNames, buckets }) => {
    if (!buckets) return [{ name, labels: labelNames }];
    return [
      { name: `${name}_bucket`, labels: [...labelNames, 'le'] },
      { name: `${name}_sum`, labels: labelNames },
      { name: `${name}_count`, labels: labelNames },
    ];
  });
  const others = Object.entries(OTHERS).map(([name, labels]) => ({ name, labels }));
  return new Map([...own, ...others].map(({ name, labels }) => [name, [...labels, ...OF_TARGETS]]));
}
