import { intSetting, msSetting, type SettingValues, secretSetting, textSetting } from '../../lib/config/settings.ts';
import { sharedSettings } from '../../lib/config/shared_settings.ts';

export const settings = {
  ...sharedSettings,
  port: intSetting('CAUSEWAY_INSTALLATION_PORT', 50052, 'gRPC port of installation, 0 for any free one', 0, 65_535),
  host: textSetting(
    'CAUSEWAY_INSTALLATION_HOST',
    '127.0.0.1',
    'Address installation listens on; 0.0.0.0 for processes on other machines',
  ),
  identityAddress: textSetting(
    'CAUSEWAY_IDENTITY_ADDRESS',
    '127.0.0.1:50051',
    'host:port of identity, for entries of the audit log while NATS is unavailable',
  ),
  databaseUrl: secretSetting(
    'CAUSEWAY_INSTALLATION_DATABASE_URL',
    undefined,
    'sqlite:<file> or mysql://user:password@host:port/schema',
  ),
  refreshRound: msSetting(
    'CAUSEWAY_INSTALLATION_REFRESH_ROUND_MS',
    30_000,
    'Interval of background rounds that refresh due tokens',
  ),
  tokenTimeout: msSetting(
    'CAUSEWAY_INSTALLATION_TOKEN_TIMEOUT_MS',
    45_000,
    'Timeout of a token refresh; the provider may still complete a refresh that timed out',
  ),
  confirmRefusal: msSetting(
    'CAUSEWAY_INSTALLATION_CONFIRM_REFUSAL_MS',
    3_000,
    'How long after a first rejection a key must be rejected again to count as bad: providers under load reject valid keys',
  ),
  revocationRound: msSetting(
    'CAUSEWAY_INSTALLATION_REVOCATION_ROUND_MS',
    5_000,
    'Interval of background rounds that revoke tokens of deleted connections',
  ),
  revocationRetry: msSetting(
    'CAUSEWAY_INSTALLATION_REVOCATION_RETRY_MS',
    10_000,
    'Wait before the second try of a revocation; each further wait is five times as long, at most a day',
  ),
  maxConnectionsPerGroup: intSetting(
    'CAUSEWAY_INSTALLATION_MAX_CONNECTIONS_PER_GROUP',
    200,
    'Max connections of a group; 0 for no limit',
  ),
  maxConnections: intSetting(
    'CAUSEWAY_INSTALLATION_MAX_CONNECTIONS',
    100_000,
    'Max connections of a project; 0 for no limit',
  ),
  maxIntegrations: intSetting(
    'CAUSEWAY_INSTALLATION_MAX_INTEGRATIONS',
    5_000,
    'Max integrations of a project; 0 for no limit',
  ),
  maxProviderApps: intSetting(
    'CAUSEWAY_INSTALLATION_MAX_PROVIDER_APPS',
    1_000,
    'Max provider apps of a project; 0 for no limit',
  ),
  maxSignInsPerGroup: intSetting(
    'CAUSEWAY_INSTALLATION_MAX_SIGN_INS_PER_GROUP',
    100,
    'Max sign-ins at providers that a group may have under way, each kind; 0 for no limit',
  ),
  maxUploadsPerDay: intSetting(
    'CAUSEWAY_INSTALLATION_MAX_DAILY_UPLOADS',
    1_000,
    'Max uploads that a project, or a builder without one, may start in a day; 0 for no limit',
  ),
  maxUploadBytesPerDay: intSetting(
    'CAUSEWAY_INSTALLATION_MAX_DAILY_UPLOAD_BYTES',
    268_435_456,
    'Max content of these uploads in bytes; 0 for no limit',
  ),
  tidyRound: msSetting(
    'CAUSEWAY_INSTALLATION_TIDY_ROUND_MS',
    60_000,
    'Interval of background rounds that finish interrupted deletions, and that look for expired rows once none is left',
  ),
};

export type Config = SettingValues<typeof settings>;
