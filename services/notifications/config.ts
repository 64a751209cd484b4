import {
  intSetting,
  millisecondsListSetting,
  msSetting,
  type SettingValues,
  secretSetting,
  textSetting,
} from '../../lib/config/settings.ts';
import { sharedSettings } from '../../lib/config/shared_settings.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** The default wait before each probe of a disabled destination: 5, 10, 20, 40 min, then 1 h each. */
const PROBE_GAPS_MS = [300_000, 600_000, 1_200_000, 2_400_000, HOUR_MS];
/** The default wait before each attempt of a delivery: 0 s, 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h, 24 h. */
const ATTEMPT_GAPS_MS = [
  0,
  5_000,
  300_000,
  1_800_000,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  DAY_MS,
];

export const settings = {
  ...sharedSettings,
  port: intSetting('CAUSEWAY_NOTIFICATIONS_PORT', 50054, 'gRPC port of notifications, 0 for any free one', 0, 65_535),
  host: textSetting(
    'CAUSEWAY_NOTIFICATIONS_HOST',
    '127.0.0.1',
    'Address notifications listens on; 0.0.0.0 for processes on other machines',
  ),
  databaseUrl: secretSetting(
    'CAUSEWAY_NOTIFICATIONS_DATABASE_URL',
    undefined,
    'sqlite:<file> or mysql://user:password@host:port/schema',
  ),
  writesAddress: textSetting(
    'CAUSEWAY_WRITES_ADDRESS',
    '',
    'host:port of writes, for its events while NATS is unavailable; empty where it is not deployed',
  ),
  readsAddress: textSetting(
    'CAUSEWAY_READS_ADDRESS',
    '127.0.0.1:50053',
    'host:port of reads, for message bodies and, while NATS is unavailable, events',
  ),
  identityAddress: textSetting(
    'CAUSEWAY_IDENTITY_ADDRESS',
    '127.0.0.1:50051',
    'host:port of identity, for entries of the audit log while NATS is unavailable',
  ),
  installationAddress: textSetting(
    'CAUSEWAY_INSTALLATION_ADDRESS',
    '127.0.0.1:50052',
    'host:port of installation, for events while NATS is unavailable',
  ),
  attemptGaps: millisecondsListSetting(
    'CAUSEWAY_NOTIFICATIONS_ATTEMPT_GAPS_MS',
    ATTEMPT_GAPS_MS,
    'The wait before each attempt of a delivery; as many attempts as numbers',
  ),
  slowDown: msSetting('CAUSEWAY_NOTIFICATIONS_SLOW_DOWN_MS', 60_000, 'Min wait after a timeout, 429, 502 or 504'),
  retryAfterMax: msSetting('CAUSEWAY_NOTIFICATIONS_MAX_RETRY_AFTER_MS', DAY_MS, 'Max Retry-After that is honoured'),
  headTimeout: msSetting(
    'CAUSEWAY_NOTIFICATIONS_HEAD_TIMEOUT_MS',
    15_000,
    'Max time until the response head of a destination',
  ),
  attemptTimeout: msSetting('CAUSEWAY_NOTIFICATIONS_ATTEMPT_TIMEOUT_MS', 20_000, 'Max time of a whole attempt'),
  lease: msSetting(
    'CAUSEWAY_NOTIFICATIONS_LEASE_MS',
    45_000,
    'Lease of a delivery; at least twice the max time of an attempt',
  ),
  disableAfter: msSetting(
    'CAUSEWAY_NOTIFICATIONS_DISABLE_AFTER_MS',
    120 * HOUR_MS,
    'A destination is disabled after failing without a success for so long',
  ),
  breakerFailures: intSetting(
    'CAUSEWAY_NOTIFICATIONS_BREAKER_FAILURES',
    5,
    'Consecutive failures that open the circuit breaker of a destination',
    1,
  ),
  breakerAfter: msSetting(
    'CAUSEWAY_NOTIFICATIONS_BREAKER_AFTER_MS',
    30_000,
    'Min time of failing before the circuit breaker opens',
  ),
  breakerOpen: msSetting(
    'CAUSEWAY_NOTIFICATIONS_BREAKER_OPEN_MS',
    60_000,
    'How long the circuit breaker stays open before one delivery probes the destination',
  ),
  probeGaps: millisecondsListSetting(
    'CAUSEWAY_NOTIFICATIONS_PROBE_GAPS_MS',
    PROBE_GAPS_MS,
    'The wait before each probe of a destination that failures disabled; the last one repeats',
  ),
  maxInFlight: intSetting('CAUSEWAY_NOTIFICATIONS_MAX_IN_FLIGHT', 64, 'Max concurrent deliveries', 1, 1_000),
  perDestination: intSetting(
    'CAUSEWAY_NOTIFICATIONS_PER_DESTINATION',
    8,
    'Max concurrent deliveries to one destination',
    1,
    100,
  ),
  poll: msSetting(
    'CAUSEWAY_NOTIFICATIONS_POLL_MS',
    500,
    'How often the worker polls for due deliveries when nothing wakes it',
  ),
  drain: msSetting('CAUSEWAY_NOTIFICATIONS_DRAIN_MS', 22_000, 'How long a shutdown waits for running deliveries'),
  keyOverlap: msSetting(
    'CAUSEWAY_NOTIFICATIONS_KEY_OVERLAP_MS',
    DAY_MS,
    'How long a rotated signing key keeps signing beside the new one',
  ),
  maxDestinations: intSetting(
    'CAUSEWAY_NOTIFICATIONS_MAX_DESTINATIONS',
    1_000,
    'Max destinations of a project; 0 for no limit',
  ),
  maxTopics: intSetting('CAUSEWAY_NOTIFICATIONS_MAX_TOPICS', 1_000, 'Max topics of a project; 0 for no limit'),
  maxRoutes: intSetting(
    'CAUSEWAY_NOTIFICATIONS_MAX_ROUTES',
    10_000,
    'Max routes of a project, of events and of topics together; 0 for no limit',
  ),
  retention: msSetting(
    'CAUSEWAY_NOTIFICATIONS_RETENTION_MS',
    7 * DAY_MS,
    'How long finished deliveries and their attempts are kept',
  ),
};

export type Config = SettingValues<typeof settings>;
