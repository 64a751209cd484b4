import { Counter, Gauge, Histogram, Registry } from 'prom-client';

/**
 * All metrics of Causeway. `docs/metrics.md` is generated from this file. Each label has a limited set of values: an
 * operation, an RPC, a service, a provider of the package (or `custom`), or a constant. No label is an id, an address
 * or a name that a builder chose. Counting takes less than a microsecond, and also happens when the metrics are not
 * served.
 */

/** The metrics that this process serves at /metrics. In the embedded form they cover all services. */
export const metricsRegistry = new Registry();

/** Upper bounds of the buckets of calls, statements and runs, in seconds. */
const CALL_SECONDS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const QUERY_SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.1, 0.5, 1, 5];
const RUN_SECONDS = [0.1, 0.5, 1, 5, 15, 60, 300, 1_800, 7_200];

const metricsRegistries = [metricsRegistry];

function newCounter<L extends string>(name: string, help: string, labelNames: readonly L[] = []): Counter<L> {
  return new Counter({ name: `causeway_${name}`, help, labelNames, registers: metricsRegistries });
}

function newGauge<L extends string>(name: string, help: string, labelNames: readonly L[] = []): Gauge<L> {
  return new Gauge({ name: `causeway_${name}`, help, labelNames, registers: metricsRegistries });
}

function newHistogram<L extends string>(
  name: string,
  help: string,
  buckets: number[],
  labelNames: readonly L[] = [],
): Histogram<L> {
  return new Histogram({ name: `causeway_${name}`, help, labelNames, buckets, registers: metricsRegistries });
}

export const metrics = {
  requests: newCounter('requests_total', 'Requests to the public API that have ended, by operationId and status', [
    'operation',
    'status',
  ]),
  requestSeconds: newHistogram(
    'request_duration_seconds',
    'Time from the head of a request to the last byte of its answer',
    CALL_SECONDS,
    ['operation'],
  ),
  rpcs: newCounter('rpcs_total', 'RPCs that have ended, by service/Method and the name of the gRPC status', [
    'rpc',
    'status',
  ]),
  rpcSeconds: newHistogram('rpc_duration_seconds', 'Time that a service took for an RPC', CALL_SECONDS, ['rpc']),
  runs: newCounter(
    'runs_total',
    'Runs of operations by a worker: `ended`, `yielded` to another installation, `failed` by a fault of ours',
    ['service', 'end'],
  ),
  runSeconds: newHistogram('run_duration_seconds', 'Time of one run of an operation', RUN_SECONDS, ['service']),
  leasesLost: newCounter(
    'leases_lost_total',
    'Leases that another process took over, because this one did not extend them in time',
    ['service'],
  ),
  operations: newCounter('operations_total', 'Operations that have ended: `read` or `write`, by status', [
    'kind',
    'status',
    'provider',
  ]),
  operationSeconds: newHistogram(
    'operation_duration_seconds',
    'Time from the making of an operation to its end, waits included',
    RUN_SECONDS,
    ['kind'],
  ),
  retries: newCounter('retries_total', 'Tries that failed and will be repeated', ['service']),
  pages: newCounter('pages_total', 'Pages of provider records that were committed', ['provider']),
  records: newCounter('records_total', 'Records of committed pages', ['provider']),
  providerCalls: newCounter(
    'provider_calls_total',
    'Calls to providers that have ended. `answer` is the class of the status, 401, 429, or `none` without a response',
    ['provider', 'answer'],
  ),
  providerSeconds: newHistogram(
    'provider_call_duration_seconds',
    'Time of a call to a provider, without the wait for its budget; of a proxied call up to the head',
    CALL_SECONDS,
    ['provider'],
  ),
  budgetsExhausted: newCounter('budgets_exhausted_total', 'Calls that a rate budget made wait longer than they may', [
    'provider',
  ]),
  tokenRefreshes: newCounter(
    'token_refreshes_total',
    'Refreshes of OAuth tokens: `refreshed`, `refused` by the provider for good, `failed` for now',
    ['provider', 'end'],
  ),
  proxied: newCounter('proxied_requests_total', 'Requests that the proxy passed on. `answer` as of provider calls', [
    'provider',
    'answer',
  ]),
  proxiedSeconds: newHistogram(
    'proxied_request_duration_seconds',
    'Time of a proxied request to its last byte',
    CALL_SECONDS,
  ),
  attempts: newCounter(
    'delivery_attempts_total',
    'Attempts to deliver a message: `delivered`, `retryable`, `final` (the destination refused it)',
    ['type', 'result'],
  ),
  attemptSeconds: newHistogram('delivery_attempt_duration_seconds', 'Time of an attempt to deliver', CALL_SECONDS, [
    'type',
  ]),
  undelivered: newCounter('deliveries_undelivered_total', 'Messages whose body was given up after the retention'),
  due: newGauge(
    'backlog_due',
    'Rows that are due and can be claimed now, at most 10,000 counted. The same in every replica: aggregate by max',
    ['queue'],
  ),
  oldestDueSeconds: newGauge(
    'backlog_oldest_due_seconds',
    'How long the oldest of them has been due; 0 when nothing is. The same in every replica: aggregate by max',
    ['queue'],
  ),
  waiting: newGauge(
    'backlog_waiting',
    'Rows that wait for something else than a worker, at most 10,000 counted, by what they wait for',
    ['queue', 'reason'],
  ),
  connections: newGauge('connections', 'Connections by status. The same in every replica: aggregate by max', [
    'status',
  ]),
  ledgerMismatches: newCounter(
    'ledger_mismatches_total',
    'Committed pages whose counts do not add up: fetched is not mapped plus skipped. Always 0',
  ),
  querySeconds: newHistogram('db_query_duration_seconds', 'Time of a database statement', QUERY_SECONDS),
  poolWaitSeconds: newHistogram(
    'db_pool_wait_seconds',
    'Time until a statement had a connection of MariaDB or MySQL',
    QUERY_SECONDS,
  ),
} as const;

/**
 * The class of the answer's status, such as `2xx`. 401 and 429 have their own labels, because a person must act on
 * them.
 */
export function answerLabel(status: number | undefined): string {
  if (status === undefined) return 'none';
  if (status === 401 || status === 429) return String(status);
  return `${Math.floor(status / 100)}xx`;
}
