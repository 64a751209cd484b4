import { sharedSettings } from '../../lib/config/shared_settings.ts';
import { int, millis, secret, text, type Values } from '../../lib/config/settings.ts';

export const settings = {
  ...sharedSettings,
  port: int('CAUSEWAY_READS_PORT', 50053, 'gRPC port of reads, 0 for any free one', 0, 65_535),
  host: text('CAUSEWAY_READS_HOST', '0.0.0.0', 'Address reads listens on'),
  databaseUrl: secret(
    'CAUSEWAY_READS_DATABASE_URL',
    undefined,
    'sqlite:<file> or mysql://user:password@host:port/schema',
  ),
  installationAddress: text('CAUSEWAY_INSTALLATION_ADDRESS', '127.0.0.1:50052', 'Where installation answers'),
  concurrency: int(
    'CAUSEWAY_READS_CONCURRENCY',
    16,
    'Operations that one process runs at a time; of more than one, the last is kept for an installation that runs none there',
    1,
    1_000,
  ),
  quantum: millis(
    'CAUSEWAY_READS_QUANTUM',
    1_000,
    'How long an operation keeps its place while other installations wait; it leaves at the end of a page',
  ),
  lend: millis(
    'CAUSEWAY_READS_LEND',
    2_000,
    'How long an operation waits for a page until another may run in its place; at most as many again as there are places',
  ),
  lease: millis('CAUSEWAY_READS_LEASE', 6_000, 'How long a dead worker keeps its operation'),
  poll: millis('CAUSEWAY_READS_POLL', 500, 'How often a worker looks for operations that nobody woke it for'),
  schedulerPoll: millis('CAUSEWAY_READS_SCHEDULER_POLL', 1_000, 'How often due schedules are looked for'),
  startsPerSecond: int(
    'CAUSEWAY_READS_STARTS_PER_SECOND',
    500,
    'Scheduled reads that one process starts at most a second when many are due, as after an outage',
    1,
    100_000,
  ),
  maxTries: int(
    'CAUSEWAY_READS_MAX_TRIES',
    10,
    'Failed starts in a row, with no page between them, after which a read is given up',
    1,
    1_000,
  ),
  overlap: millis('CAUSEWAY_READS_OVERLAP', 5 * 60_000, 'How far a scheduled read reaches back behind the one before'),
  sweepMostGone: int(
    'CAUSEWAY_READS_SWEEP_MOST_GONE',
    20,
    "Percent of an object's known records that one sweep may find deleted; more are told when the next misses them too",
    0,
    100,
  ),
  autoPauseAfter: int(
    'CAUSEWAY_READS_AUTO_PAUSE_AFTER',
    10,
    'Failed scheduled reads of an object in a row after which it is paused, 0 for never',
    0,
    100_000,
  ),
  autoPauseRefusals: int(
    'CAUSEWAY_READS_AUTO_PAUSE_REFUSALS',
    3,
    'The same for reads whose credentials the provider refuses, 0 for no difference',
    0,
    100_000,
  ),
  failureWait: millis(
    'CAUSEWAY_READS_FAILURE_WAIT',
    10 * 60_000,
    'How long a scheduled read is put off at least after one that failed, or a backfill that did; doubled with each in a row',
  ),
  failureWaitMost: millis('CAUSEWAY_READS_FAILURE_WAIT_MOST', 6 * 3_600_000, 'The longest that it is put off so'),
  mostPages: int(
    'CAUSEWAY_READS_MOST_PAGES',
    1_000_000,
    'Pages after which a read fails that has no end; 0 for any number',
  ),
  mostBytes: int(
    'CAUSEWAY_READS_MOST_BYTES',
    100_000_000_000,
    'Bytes of answers after which a read fails; 0 for any number',
  ),
  mostTime: millis(
    'CAUSEWAY_READS_MOST_TIME',
    7 * 24 * 3_600_000,
    'Time after its first start after which a read fails that is not done; 0 for any',
  ),
  retention: millis('CAUSEWAY_READS_RETENTION', 7 * 24 * 3_600_000, 'How long a delivered message keeps its body'),
  keepPages: millis(
    'CAUSEWAY_READS_KEEP_PAGES',
    24 * 3_600_000,
    'How long the pages that providers answered are kept, sealed, for replays; 0 for not at all',
  ),
  janitorPoll: millis(
    'CAUSEWAY_READS_JANITOR_POLL',
    60_000,
    'How often bodies, log lines and kept pages past their time are looked for',
  ),
};

export type Config = Values<typeof settings>;
