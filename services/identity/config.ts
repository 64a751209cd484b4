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
  oidcIssuer: text(
    'CAUSEWAY_IDENTITY_OIDC_ISSUER',
    '',
    'OpenID Connect issuer whose tokens sign builders in, exactly as its configuration spells it; empty for our own alone',
  ),
  oidcAudiences: list('CAUSEWAY_IDENTITY_OIDC_AUDIENCES', '', 'One of these must be in the aud of such a token'),
  oidcParties: list(
    'CAUSEWAY_IDENTITY_OIDC_PARTIES',
    '',
    'Its azp must be one of these; for issuers that set no aud, or to let in one client of several',
  ),
  oidcAlgorithms: list('CAUSEWAY_IDENTITY_OIDC_ALGORITHMS', 'RS256,PS256,ES256,EdDSA', 'What it may be signed with'),
  oidcJwksUrl: text('CAUSEWAY_IDENTITY_OIDC_JWKS_URL', '', 'Where its keys are, for an issuer without discovery'),
  oidcName: text(
    'CAUSEWAY_IDENTITY_OIDC_NAME',
    '',
    'What builders from there carry as idpProvider; the issuer without https:// when empty',
  ),
  oidcCooldown: millis(
    'CAUSEWAY_IDENTITY_OIDC_COOLDOWN',
    10_000,
    'Shortest time between two questions to the issuer, whatever tokens come',
  ),
};

export type Config = Values<typeof settings>;
