import { ANSWER_LIMITS } from '../http/answer_limits.ts';
import {
  baseAddress,
  boolSetting,
  choiceSetting,
  intSetting,
  listSetting,
  msSetting,
  secretSetting,
  textSetting,
} from './settings.ts';

/** Settings that all processes have. */
export const sharedSettings = {
  form: choiceSetting(
    'CAUSEWAY_FORM',
    'embedded',
    ['embedded', 'services'],
    'SQLite and an in-process bus, or MySQL and NATS',
  ),
  publicUrl: baseAddress(
    'CAUSEWAY_PUBLIC_URL',
    'http://localhost:8080',
    'Origin in links, callbacks and problem types',
  ),
  internalToken: secretSetting(
    'CAUSEWAY_INTERNAL_TOKEN',
    undefined,
    'Signs links to uploads, large records and billing sessions; without process keys, also proves calls between the processes',
  ),
  processKey: secretSetting(
    'CAUSEWAY_PROCESS_KEY',
    '',
    'Private key of this process, which signs its calls and events; npm run process:keys makes one for each. Without keys, a shared token is trusted until 0.3.0, with a warning',
  ),
  processPublicKeys: listSetting(
    'CAUSEWAY_PROCESS_PUBLIC_KEYS',
    '',
    'Public keys of all processes, each as process:key; a process may have two while its key is changed',
  ),
  acceptUnsigned: boolSetting(
    'CAUSEWAY_ACCEPT_UNSIGNED',
    false,
    'Only while process keys are introduced: calls also carry the shared token, and calls with it and unsigned events are accepted',
  ),
  keyring: secretSetting(
    'CAUSEWAY_KEYRING',
    undefined,
    'Key-encryption keys, id:base64 of 32 bytes, the first one seals (comma-separated)',
  ),
  natsUrl: secretSetting(
    'CAUSEWAY_NATS_URL',
    'nats://127.0.0.1:4222',
    'NATS servers of the services form, with the user of this process: nats://reads:password@host:port',
  ),
  natsPrefix: textSetting(
    'CAUSEWAY_NATS_PREFIX',
    'causeway',
    'First part of every subject and stream name, for deployments that share a server',
  ),
  logLevel: choiceSetting(
    'CAUSEWAY_LOG_LEVEL',
    'info',
    ['debug', 'info', 'warn', 'error', 'silent'],
    'Least severe line that is written',
  ),
  metricsPort: intSetting(
    'CAUSEWAY_METRICS_PORT',
    0,
    'Port on which this process serves its metrics at /metrics (docs/metrics.md); 0 for none',
    0,
    65_535,
  ),
  metricsHost: textSetting(
    'CAUSEWAY_METRICS_HOST',
    '127.0.0.1',
    'Address that the metrics listen on; 0.0.0.0 for a Prometheus on another machine',
  ),
  tracesUrl: baseAddress(
    'CAUSEWAY_TRACES_URL',
    '',
    'Where this process sends its traces: a collector of OpenTelemetry, by OTLP over HTTP, such as http://collector:4318/v1/traces; empty for no traces',
  ),
  tracesPercent: intSetting('CAUSEWAY_TRACES_PERCENT', 10, 'Percent of the traces that are recorded', 0, 100),
  tracesHeaders: secretSetting(
    'CAUSEWAY_TRACES_HEADERS',
    '',
    'Headers for the collector, comma-separated, each as name=value',
  ),
  requestLogLevel: choiceSetting(
    'CAUSEWAY_REQUEST_LOG_LEVEL',
    'info',
    ['debug', 'info'],
    'Level of the one line for each request and, in the services form, for each RPC; the embedded form logs RPCs at debug',
  ),
  outboundAllow: listSetting(
    'CAUSEWAY_OUTBOUND_ALLOW',
    '',
    'Private targets that may be called all the same: host, host:port or CIDR; npm start and start:services set loopback where the gateway and the public address are on it',
  ),
  outboundAllowHttp: boolSetting(
    'CAUSEWAY_OUTBOUND_ALLOW_HTTP',
    false,
    'Whether http:// may be used towards the allowed targets',
  ),
  answerMaxBytes: intSetting(
    'CAUSEWAY_ANSWER_MAX_BYTES',
    ANSWER_LIMITS.bytes,
    'Max size of one answer of a provider, before and after decompression; a larger one is refused without a retry',
    65_536,
    256 * 1024 * 1024,
  ),
  answerMaxValues: intSetting(
    'CAUSEWAY_ANSWER_MAX_VALUES',
    ANSWER_LIMITS.values,
    'Max values, elements or cells of one answer of a provider, counted before it is parsed',
    1_000,
    100_000_000,
  ),
  answerMaxDepth: intSetting(
    'CAUSEWAY_ANSWER_MAX_DEPTH',
    ANSWER_LIMITS.depth,
    'Max nesting of one answer of a provider, counted before it is parsed',
    10,
    2_000,
  ),
  recordMaxValues: intSetting(
    'CAUSEWAY_RECORD_MAX_VALUES',
    ANSWER_LIMITS.recordValues,
    'Max values of one record, at any depth; above it, one record may hold up all other work for longer than 50 ms',
    1_000,
    100_000_000,
  ),
  recordMaxBytes: intSetting(
    'CAUSEWAY_RECORD_MAX_BYTES',
    ANSWER_LIMITS.recordBytes,
    'Max bytes of one record, keys and values together; above it, one record may hold up all other work for longer than 50 ms',
    65_536,
    256 * 1024 * 1024,
  ),
  brandingRemoval: boolSetting(
    'CAUSEWAY_BRANDING_REMOVAL',
    false,
    'Whether our own pages leave out who made them; told as an entitlement of every project',
  ),
  logRetentionDays: intSetting(
    'CAUSEWAY_LOG_RETENTION_DAYS',
    30,
    'How long the log lines of operations are kept; told as an entitlement of every project',
    1,
    3_650,
  ),
  undeliveredRetention: msSetting(
    'CAUSEWAY_UNDELIVERED_RETENTION_MS',
    0,
    'How long a message that its destination does not accept is kept; 0 for 14 days or, if longer, the time of all attempts plus the time after which a destination is disabled',
  ),
  providersDir: textSetting('CAUSEWAY_PROVIDERS_DIR', '', 'A folder of your own provider files'),
  labUrl: textSetting(
    'CAUSEWAY_LAB_URL',
    '',
    'Development only: the provider lab that stands in for every provider; refused where the platform has a public address',
  ),
  sandbox: boolSetting(
    'CAUSEWAY_SANDBOX',
    false,
    'Development: whether the sandbox providers exist; npm start and start:services set it where the public address is on loopback',
  ),
  guardTransactions: boolSetting(
    'CAUSEWAY_GUARD_TRANSACTIONS',
    false,
    'Development: throw where something else is awaited inside a database transaction; costs a tenth of the speed',
  ),
};
