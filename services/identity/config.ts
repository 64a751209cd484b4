import { sharedSettings } from '../../lib/config/shared_settings.ts';
import { int, list, millis, oneOf, secret, text, type Values } from '../../lib/config/settings.ts';

export const settings = {
  ...sharedSettings,
  port: int('CAUSEWAY_IDENTITY_PORT', 50051, 'gRPC port of identity, 0 for any free one', 0, 65_535),
  host: text('CAUSEWAY_IDENTITY_HOST', '0.0.0.0', 'Address identity listens on'),
  databaseUrl: secret(
    'CAUSEWAY_IDENTITY_DATABASE_URL',
    undefined,
    'sqlite:<file> or mysql://user:password@host:port/schema',
  ),
  apiKeyValues: oneOf(
    'CAUSEWAY_IDENTITY_API_KEY_VALUES',
    'shown',
    ['shown', 'masked'],
    'What a listing shows of API keys; masked, only the answer that creates a key holds its value',
  ),
  tokenLifetime: millis(
    'CAUSEWAY_IDENTITY_TOKEN_LIFETIME',
    24 * 3_600_000,
    'How long a builder token of our own issuer is valid',
  ),
  inviteLifetime: millis(
    'CAUSEWAY_IDENTITY_INVITE_LIFETIME',
    7 * 24 * 3_600_000,
    'How long an invite to an org may be accepted',
  ),
  billing: oneOf(
    'CAUSEWAY_IDENTITY_BILLING',
    'embedded',
    ['embedded', 'stripe'],
    'Where billing sessions lead: a page of our own, or a Stripe customer portal',
  ),
  stripeKey: secret('CAUSEWAY_IDENTITY_STRIPE_KEY', '', 'Secret key of the Stripe account'),
  stripeUrl: text('CAUSEWAY_IDENTITY_STRIPE_URL', 'https://api.stripe.com', 'Origin of the Stripe API'),
  redirectOrigins: list(
    'CAUSEWAY_IDENTITY_REDIRECT_ORIGINS',
    '',
    'Origins that a billing session may return to, such as https://app.example.com; any when empty',
  ),
};

export type Config = Values<typeof settings>;
