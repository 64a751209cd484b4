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
  concurrency: int('CAUSEWAY_READS_CONCURRENCY', 4, 'Operations that one process runs at a time', 1, 1_000),
  lease: millis('CAUSEWAY_READS_LEASE', 10_000, 'How long a dead worker keeps its operation'),
  poll: millis('CAUSEWAY_READS_POLL', 500, 'How often a worker looks for operations that nobody woke it for'),
  schedulerPoll: millis('CAUSEWAY_READS_SCHEDULER_POLL', 1_000, 'How often due schedules are looked for'),
  maxTries: int(
    'CAUSEWAY_READS_MAX_TRIES',
    10,
    'Failed starts in a row, with no page between them, after which a read is given up',
    1,
    1_000,
  ),
  overlap: millis('CAUSEWAY_READS_OVERLAP', 5 * 60_000, 'How far a scheduled read reaches back behind the one before'),
  retention: millis('CAUSEWAY_READS_RETENTION', 7 * 24 * 3_600_000, 'How long a delivered message keeps its body'),
  janitorPoll: millis(
    'CAUSEWAY_READS_JANITOR_POLL',
    60_000,
    'How often bodies and log lines past their retention are looked for',
  ),
};

export type Config = Values<typeof settings>;
