import { sharedSettings } from '../../lib/config/shared_settings.ts';
import { int, millis, secret, text, type Values } from '../../lib/config/settings.ts';

export const settings = {
  ...sharedSettings,
  port: int('CAUSEWAY_IDENTITY_PORT', 50051, 'gRPC port of identity, 0 for any free one', 0, 65_535),
  host: text('CAUSEWAY_IDENTITY_HOST', '0.0.0.0', 'Address identity listens on'),
  databaseUrl: secret(
    'CAUSEWAY_IDENTITY_DATABASE_URL',
    undefined,
    'sqlite:<file> or mysql://user:password@host:port/schema',
  ),
  tokenLifetime: millis(
    'CAUSEWAY_IDENTITY_TOKEN_LIFETIME',
    24 * 3_600_000,
    'How long a builder token of our own issuer is valid',
  ),
};

export type Config = Values<typeof settings>;
