import {
  choiceSetting,
  intSetting,
  listSetting,
  msSetting,
  type SettingValues,
  secretSetting,
  textSetting,
} from '../../lib/config/settings.ts';
import { sharedSettings } from '../../lib/config/shared_settings.ts';

export const settings = {
  ...sharedSettings,
  port: intSetting('CAUSEWAY_IDENTITY_PORT', 50051, 'gRPC port of identity, 0 for any free one', 0, 65_535),
  host: textSetting(
    'CAUSEWAY_IDENTITY_HOST',
    '127.0.0.1',
    'Address identity listens on; 0.0.0.0 for processes on other machines',
  ),
  databaseUrl: secretSetting(
    'CAUSEWAY_IDENTITY_DATABASE_URL',
    undefined,
    'sqlite:<file> or mysql://user:password@host:port/schema',
  ),
  apiKeyValues: choiceSetting(
    'CAUSEWAY_IDENTITY_API_KEY_VALUES',
    'shown',
    ['shown', 'masked'],
    'Whether listings show API key values; when masked, only the answer that creates a key holds its value',
  ),
  tokenLifetime: msSetting(
    'CAUSEWAY_IDENTITY_TOKEN_LIFETIME_MS',
    24 * 3_600_000,
    'Lifetime of a builder token of our own issuer',
  ),
  inviteLifetime: msSetting(
    'CAUSEWAY_IDENTITY_INVITE_LIFETIME_MS',
    7 * 24 * 3_600_000,
    'Lifetime of an invite to an org',
  ),
  domainCheckEvery: intSetting(
    'CAUSEWAY_IDENTITY_DOMAIN_CHECK_MS',
    600_000,
    'How often the DNS is asked for the record of an unproven claim of a domain (milliseconds)',
    1_000,
  ),
  domainCheckFor: msSetting(
    'CAUSEWAY_IDENTITY_DOMAIN_CHECK_FOR_MS',
    7 * 24 * 3_600_000,
    'How long after a claim the DNS is asked for its record in the background',
  ),
  dnsServers: listSetting(
    'CAUSEWAY_IDENTITY_DNS_SERVERS',
    '',
    'Addresses of the DNS servers that are asked for these records; the servers of the machine when empty',
  ),
  dnsTimeout: intSetting(
    'CAUSEWAY_IDENTITY_DNS_TIMEOUT_MS',
    3_000,
    'Wait for one answer of the DNS (milliseconds)',
    100,
    10_000,
  ),
  maxApiKeys: intSetting('CAUSEWAY_IDENTITY_MAX_API_KEYS', 1_000, 'Max API keys of a project; 0 for no limit'),
  maxJwtKeys: intSetting('CAUSEWAY_IDENTITY_MAX_JWT_KEYS', 100, 'Max JWT keys of a project; 0 for no limit'),
  maxInvites: intSetting('CAUSEWAY_IDENTITY_MAX_INVITES', 1_000, 'Max pending invites of an org; 0 for no limit'),
  maxClaimedDomains: intSetting(
    'CAUSEWAY_IDENTITY_MAX_CLAIMED_DOMAINS',
    100,
    'Max claimed domains of an org, unproven ones included; 0 for no limit',
  ),
  maxProjects: intSetting('CAUSEWAY_IDENTITY_MAX_PROJECTS', 1_000, 'Max projects of an org; 0 for no limit'),
  maxOrgs: intSetting('CAUSEWAY_IDENTITY_MAX_ORGS', 100, 'Max orgs that one builder may create; 0 for no limit'),
  billing: choiceSetting(
    'CAUSEWAY_IDENTITY_BILLING',
    'embedded',
    ['embedded', 'stripe'],
    'Target of billing sessions: our own page or the Stripe customer portal',
  ),
  stripeKey: secretSetting('CAUSEWAY_IDENTITY_STRIPE_KEY', '', 'Secret key of the Stripe account'),
  stripeUrl: textSetting('CAUSEWAY_IDENTITY_STRIPE_URL', 'https://api.stripe.com', 'Origin of the Stripe API'),
  redirectOrigins: listSetting(
    'CAUSEWAY_IDENTITY_REDIRECT_ORIGINS',
    '',
    'Origins that a billing session may return to, such as https://app.example.com; any when empty',
  ),
  oidcIssuer: textSetting(
    'CAUSEWAY_IDENTITY_OIDC_ISSUER',
    '',
    'OpenID Connect issuer whose tokens sign builders in, spelt exactly as in its discovery document; empty for our own issuer only',
  ),
  oidcAudiences: listSetting('CAUSEWAY_IDENTITY_OIDC_AUDIENCES', '', 'Accepted values of aud in such a token'),
  oidcParties: listSetting(
    'CAUSEWAY_IDENTITY_OIDC_PARTIES',
    '',
    'Accepted values of azp; for issuers that set no aud, or to accept one client of several',
  ),
  oidcAlgorithms: listSetting(
    'CAUSEWAY_IDENTITY_OIDC_ALGORITHMS',
    'RS256,PS256,ES256,EdDSA',
    'Accepted signature algorithms',
  ),
  oidcJwksUrl: textSetting('CAUSEWAY_IDENTITY_OIDC_JWKS_URL', '', 'JWKS URL, for an issuer without discovery'),
  oidcName: textSetting(
    'CAUSEWAY_IDENTITY_OIDC_NAME',
    '',
    'idpProvider of builders from this issuer; the issuer without https:// when empty',
  ),
  oidcClientId: textSetting(
    'CAUSEWAY_IDENTITY_OIDC_CLIENT_ID',
    '',
    'Client id of the console at that issuer; with it, the console offers to sign in there. The redirect address is <public url>/console/sign-in/callback',
  ),
  oidcClientSecret: secretSetting(
    'CAUSEWAY_IDENTITY_OIDC_CLIENT_SECRET',
    '',
    'Client secret of the console; empty for a public client, which PKCE protects',
  ),
  sessionLifetime: msSetting(
    'CAUSEWAY_IDENTITY_SESSION_LIFETIME_MS',
    12 * 3_600_000,
    'Lifetime of a sign-in to the console',
  ),
  oidcCooldown: msSetting('CAUSEWAY_IDENTITY_OIDC_COOLDOWN_MS', 10_000, 'Min time between two fetches of the keys'),
};

export type Config = SettingValues<typeof settings>;
