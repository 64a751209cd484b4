import { sharedSettings } from '../../lib/config/shared_settings.ts';
import { int, millis, secret, text, type Setting, type Values } from '../../lib/config/settings.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** 0 s, 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h, 24 h. */
const GAPS = [0, 5_000, 300_000, 1_800_000, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR, 20 * HOUR, DAY];

export const settings = {
  ...sharedSettings,
  port: int('CAUSEWAY_NOTIFICATIONS_PORT', 50054, 'gRPC port of notifications, 0 for any free one', 0, 65_535),
  host: text('CAUSEWAY_NOTIFICATIONS_HOST', '0.0.0.0', 'Address notifications listens on'),
  databaseUrl: secret(
    'CAUSEWAY_NOTIFICATIONS_DATABASE_URL',
    undefined,
    'sqlite:<file> or mysql://user:password@host:port/schema',
  ),
  readsAddress: text('CAUSEWAY_READS_ADDRESS', '127.0.0.1:50053', 'Where reads answers, for message bodies'),
  attemptGaps: millisList(
    'CAUSEWAY_NOTIFICATIONS_ATTEMPT_GAPS',
    GAPS,
    'The wait before each attempt of a delivery; as many attempts as numbers',
  ),
  slowDown: millis('CAUSEWAY_NOTIFICATIONS_SLOW_DOWN', 60_000, 'Least wait after a time-out, 429, 502 or 504'),
  retryAfterMax: millis('CAUSEWAY_NOTIFICATIONS_RETRY_AFTER_MAX', DAY, 'Longest Retry-After that is obeyed'),
  headTimeout: millis(
    'CAUSEWAY_NOTIFICATIONS_HEAD_TIMEOUT',
    15_000,
    'How long a destination may take to begin its answer',
  ),
  attemptTimeout: millis('CAUSEWAY_NOTIFICATIONS_ATTEMPT_TIMEOUT', 20_000, 'How long an attempt may take in all'),
  lease: millis(
    'CAUSEWAY_NOTIFICATIONS_LEASE',
    45_000,
    'How long a worker holds a delivery; twice an attempt at least',
  ),
  disableAfter: millis(
    'CAUSEWAY_NOTIFICATIONS_DISABLE_AFTER',
    120 * HOUR,
    'A destination that only failed for so long is disabled',
  ),
  breakerFailures: int(
    'CAUSEWAY_NOTIFICATIONS_BREAKER_FAILURES',
    5,
    'Failures in a row after which a destination may be spared',
    1,
  ),
  breakerAfter: millis(
    'CAUSEWAY_NOTIFICATIONS_BREAKER_AFTER',
    30_000,
    'How long it must have failed before it is spared',
  ),
  breakerOpen: millis(
    'CAUSEWAY_NOTIFICATIONS_BREAKER_OPEN',
    60_000,
    'How long it is spared before one delivery tries again',
  ),
  maxInFlight: int('CAUSEWAY_NOTIFICATIONS_MAX_IN_FLIGHT', 64, 'Deliveries under way at once', 1, 1_000),
  perDestination: int(
    'CAUSEWAY_NOTIFICATIONS_PER_DESTINATION',
    8,
    'Deliveries under way at once to one destination',
    1,
    100,
  ),
  poll: millis(
    'CAUSEWAY_NOTIFICATIONS_POLL',
    500,
    'How often the worker looks for due deliveries when nothing wakes it',
  ),
  drain: millis('CAUSEWAY_NOTIFICATIONS_DRAIN', 22_000, 'How long a stop waits for deliveries under way'),
  keyOverlap: millis('CAUSEWAY_NOTIFICATIONS_KEY_OVERLAP', DAY, 'How long the old signing key signs beside a new one'),
  retention: millis(
    'CAUSEWAY_NOTIFICATIONS_RETENTION',
    7 * DAY,
    'How long finished deliveries and their attempts are kept',
  ),
};

export type Config = Values<typeof settings>;

function millisList(name: string, fallback: number[], doc: string): Setting<number[]> {
  return {
    name,
    doc: `${doc} (milliseconds, comma-separated)`,
    secret: false,
    fallback: fallback.join(','),
    parse(value) {
      const numbers = value.split(',').map((part) => Number(part.trim() || NaN));
      if (numbers.some((number) => !Number.isInteger(number) || number < 0))
        throw new Error('must be whole numbers of milliseconds');
      return numbers;
    },
  };
}
