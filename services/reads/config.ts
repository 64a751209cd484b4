import { intSetting, msSetting, type SettingValues, secretSetting, textSetting } from '../../lib/config/settings.ts';
import { sharedSettings } from '../../lib/config/shared_settings.ts';

export const settings = {
  ...sharedSettings,
  port: intSetting('CAUSEWAY_READS_PORT', 50053, 'gRPC port of reads, 0 for any free one', 0, 65_535),
  host: textSetting(
    'CAUSEWAY_READS_HOST',
    '127.0.0.1',
    'Address that reads listens on; 0.0.0.0 for processes on other machines',
  ),
  databaseUrl: secretSetting(
    'CAUSEWAY_READS_DATABASE_URL',
    undefined,
    'sqlite:<file> or mysql://user:password@host:port/schema',
  ),
  identityAddress: textSetting(
    'CAUSEWAY_IDENTITY_ADDRESS',
    '127.0.0.1:50051',
    'host:port of identity, for entries of the audit log while NATS is unavailable',
  ),
  installationAddress: textSetting(
    'CAUSEWAY_INSTALLATION_ADDRESS',
    '127.0.0.1:50052',
    'Address of the installation service',
  ),
  concurrency: intSetting(
    'CAUSEWAY_READS_CONCURRENCY',
    16,
    'Max operations that one process runs at a time; above 1, the last slot is reserved for an installation without one there',
    1,
    1_000,
  ),
  timeSliceMs: msSetting(
    'CAUSEWAY_READS_TIME_SLICE_MS',
    1_000,
    'How long an operation keeps its slot while other installations wait; it yields at the end of a page',
  ),
  yieldAfterMs: msSetting(
    'CAUSEWAY_READS_SLOT_YIELD_AFTER_MS',
    2_000,
    'How long an operation waits for a page before another may run in its slot; at most one more operation per slot',
  ),
  lease: msSetting(
    'CAUSEWAY_READS_LEASE_MS',
    6_000,
    'Lease of a worker on its operation; another worker takes over after it expires',
  ),
  poll: msSetting('CAUSEWAY_READS_POLL_MS', 500, 'How often a worker looks for operations without being woken'),
  schedulerPoll: msSetting(
    'CAUSEWAY_READS_SCHEDULER_POLL_MS',
    1_000,
    'How often the scheduler looks for due schedules',
  ),
  startsPerSecond: intSetting(
    'CAUSEWAY_READS_STARTS_PER_SECOND',
    500,
    'Max scheduled reads that one process starts per second when many are due, as after an outage',
    1,
    100_000,
  ),
  maxTries: intSetting(
    'CAUSEWAY_READS_MAX_TRIES',
    10,
    'Failed tries in a row, without a page between them, after which a read fails',
    1,
    1_000,
  ),
  overlap: msSetting(
    'CAUSEWAY_READS_OVERLAP_MS',
    5 * 60_000,
    'How far a scheduled read reaches back before the start of the previous one',
  ),
  sweepMaxDeletedPercent: intSetting(
    'CAUSEWAY_READS_SWEEP_MAX_DELETED_PERCENT',
    20,
    "Max percent of an object's known records that one sweep reports as deleted; more need a second sweep to confirm them",
    0,
    100,
  ),
  autoPauseAfter: intSetting(
    'CAUSEWAY_READS_AUTO_PAUSE_AFTER',
    10,
    'Failed scheduled reads of an object in a row after which it is paused, 0 for never',
    0,
    100_000,
  ),
  autoPauseRefusals: intSetting(
    'CAUSEWAY_READS_AUTO_PAUSE_REFUSALS',
    3,
    'The same for reads whose credentials the provider refuses, 0 to treat them like other failures',
    0,
    100_000,
  ),
  failureBackoffMs: msSetting(
    'CAUSEWAY_READS_FAILURE_BACKOFF_MS',
    10 * 60_000,
    'Min delay of the next scheduled read, or of a deferred backfill, after a failure; doubled with each failure in a row',
  ),
  failureBackoffMaxMs: msSetting('CAUSEWAY_READS_FAILURE_BACKOFF_MAX_MS', 6 * 3_600_000, 'Max delay after failures'),
  maxPages: intSetting(
    'CAUSEWAY_READS_MAX_PAGES',
    1_000_000,
    'Pages after which a read without an end fails; 0 for no limit',
  ),
  maxBytes: intSetting(
    'CAUSEWAY_READS_MAX_BYTES',
    100_000_000_000,
    'Bytes of responses after which a read fails; 0 for no limit',
  ),
  maxTimeMs: msSetting(
    'CAUSEWAY_READS_MAX_TIME_MS',
    7 * 24 * 3_600_000,
    'Time since its first start after which an unfinished read fails; 0 for no limit',
  ),
  retention: msSetting(
    'CAUSEWAY_READS_RETENTION_MS',
    7 * 24 * 3_600_000,
    'How long a delivered message keeps its body',
  ),
  operationRetentionDays: intSetting(
    'CAUSEWAY_READS_OPERATION_RETENTION_DAYS',
    90,
    'How long finished operations and the rows of their messages are kept; the last operation of each object and read type is kept as long as the object is read',
    7,
    3_650,
  ),
  archiveMs: msSetting(
    'CAUSEWAY_READS_PAGE_ARCHIVE_MS',
    24 * 3_600_000,
    'How long encrypted provider responses are archived for replays; 0 archives nothing',
  ),
  janitorPoll: msSetting(
    'CAUSEWAY_READS_JANITOR_POLL_MS',
    60_000,
    'How often expired rows are looked for, once none is left',
  ),
};

export type Config = SettingValues<typeof settings>;
