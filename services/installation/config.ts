import { sharedSettings } from '../../lib/config/shared_settings.ts';
import { int, millis, secret, text, type Values } from '../../lib/config/settings.ts';

export const settings = {
  ...sharedSettings,
  port: int('CAUSEWAY_INSTALLATION_PORT', 50052, 'gRPC port of installation, 0 for any free one', 0, 65_535),
  host: text('CAUSEWAY_INSTALLATION_HOST', '0.0.0.0', 'Address installation listens on'),
  databaseUrl: secret(
    'CAUSEWAY_INSTALLATION_DATABASE_URL',
    undefined,
    'sqlite:<file> or mysql://user:password@host:port/schema',
  ),
  refreshRound: millis(
    'CAUSEWAY_INSTALLATION_REFRESH_ROUND',
    30_000,
    'How often tokens that are due are renewed in the background',
  ),
  tokenTimeout: millis(
    'CAUSEWAY_INSTALLATION_TOKEN_TIMEOUT',
    45_000,
    'How long a token endpoint may take to renew tokens; a renewal that is given up may have been made all the same',
  ),
  confirmRefusal: millis(
    'CAUSEWAY_INSTALLATION_CONFIRM_REFUSAL',
    3_000,
    'How long after a first refusal a key must be refused again to be called bad: providers under load refuse good ones',
  ),
  revocationRound: millis(
    'CAUSEWAY_INSTALLATION_REVOCATION_ROUND',
    5_000,
    'How often tokens of deleted connections are looked for that their provider is yet to revoke',
  ),
  revocationRetry: millis(
    'CAUSEWAY_INSTALLATION_REVOCATION_RETRY',
    10_000,
    'The wait before a revocation is tried a second time; each further one is five times as long, at most a day',
  ),
  tidyRound: millis(
    'CAUSEWAY_INSTALLATION_TIDY_ROUND',
    60_000,
    'How often interrupted deletions are taken up again and old uploads dropped',
  ),
};

export type Config = Values<typeof settings>;
