import { intSetting, msSetting, type SettingValues, secretSetting, textSetting } from '../../lib/config/settings.ts';
import { sharedSettings } from '../../lib/config/shared_settings.ts';

export const settings = {
  ...sharedSettings,
  port: intSetting('CAUSEWAY_WRITES_PORT', 50055, 'gRPC port of writes, 0 for any free one', 0, 65_535),
  proxyPort: intSetting(
    'CAUSEWAY_WRITES_PROXY_PORT',
    50056,
    'HTTP port to which gateways hand requests of the proxy, 0 for any free one; not opened in the embedded form',
    0,
    65_535,
  ),
  host: textSetting(
    'CAUSEWAY_WRITES_HOST',
    '127.0.0.1',
    'Address that writes listens on; 0.0.0.0 for processes on other machines',
  ),
  databaseUrl: secretSetting(
    'CAUSEWAY_WRITES_DATABASE_URL',
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
    'CAUSEWAY_WRITES_CONCURRENCY',
    16,
    'Max records of asynchronous writes that one process sends at a time; above 1, the last slot is reserved for an installation without one there',
    1,
    1_000,
  ),
  proxyMaxBytes: intSetting(
    'CAUSEWAY_WRITES_PROXY_MAX_BYTES',
    2_147_483_648,
    'Largest body of a request or an answer that the proxy passes on, in bytes',
    1,
    Number.MAX_SAFE_INTEGER,
  ),
  proxyIdle: msSetting(
    'CAUSEWAY_WRITES_PROXY_IDLE_MS',
    30_000,
    'How long a proxied request may pause, after the head of its answer has come, before it is cut',
  ),
  maxOpenRecords: intSetting(
    'CAUSEWAY_WRITES_MAX_OPEN_RECORDS',
    100_000,
    'Max records of asynchronous writes of a project that have not ended; 0 for no limit',
  ),
  lease: msSetting(
    'CAUSEWAY_WRITES_LEASE_MS',
    6_000,
    'Lease of a worker on a record; another worker takes over after it expires',
  ),
  poll: msSetting('CAUSEWAY_WRITES_POLL_MS', 500, 'How often a worker looks for records without being woken'),
  tellPoll: msSetting(
    'CAUSEWAY_WRITES_TELL_POLL_MS',
    1_000,
    'How often ended writes are counted and told to their installations; at most one event each time',
  ),
  bodyRetention: msSetting(
    'CAUSEWAY_WRITES_BODY_RETENTION_MS',
    7 * 24 * 3_600_000,
    'How long the sealed request and response of a write are kept after its end',
  ),
  operationRetentionDays: intSetting(
    'CAUSEWAY_WRITES_OPERATION_RETENTION_DAYS',
    90,
    'How long ended writes are kept, with their logs',
    7,
    3_650,
  ),
  janitorPoll: msSetting(
    'CAUSEWAY_WRITES_JANITOR_POLL_MS',
    60_000,
    'How often expired rows are looked for, once none is left',
  ),
};

export type Config = SettingValues<typeof settings>;
