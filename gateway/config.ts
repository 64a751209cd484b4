import { sharedSettings } from '../lib/config/shared_settings.ts';
import { bool, int, list, text, type Values } from '../lib/config/settings.ts';

export const settings = {
  ...sharedSettings,
  port: int('PORT', 8080, 'Port of the public interface, 0 for any free one', 0, 65_535),
  host: text('CAUSEWAY_GATEWAY_HOST', '0.0.0.0', 'Address the public interface listens on'),
  readHosts: list(
    'CAUSEWAY_GATEWAY_READ_HOSTS',
    '',
    'Host names that answer /v1 with the read base, such as read.example.com',
  ),
  writeHosts: list('CAUSEWAY_GATEWAY_WRITE_HOSTS', '', 'Host names that answer /v1 with the write base'),
  searchHosts: list('CAUSEWAY_GATEWAY_SEARCH_HOSTS', '', 'Host names that answer /v1 with the search base'),
  proxyHosts: list('CAUSEWAY_GATEWAY_PROXY_HOSTS', '', 'Host names that stand for the proxy base'),
  corsOrigins: list(
    'CAUSEWAY_GATEWAY_CORS_ORIGINS',
    '',
    'Origins whose pages may call from a browser, such as https://app.example.com; http://localhost:* is any port there, * any origin',
  ),
  trustedProxies: list(
    'CAUSEWAY_GATEWAY_TRUSTED_PROXIES',
    '',
    "Addresses or CIDR ranges of proxies whose X-Forwarded-For is believed; everybody else's is not",
  ),
  rateLimits: bool('CAUSEWAY_GATEWAY_RATE_LIMITS', true, 'Whether requests are limited at all'),
  ratePerCaller: int(
    'CAUSEWAY_GATEWAY_RATE_PER_CALLER',
    60_000,
    'Requests of one API key, builder or consumer in a window, in each gateway process; 0 for any number',
  ),
  ratePerAddress: int(
    'CAUSEWAY_GATEWAY_RATE_PER_ADDRESS',
    120_000,
    'Requests from one address in a window, in each gateway process; 0 for any number',
  ),
  rateRefused: int(
    'CAUSEWAY_GATEWAY_RATE_REFUSED',
    1_000,
    'Refused credentials from one address in a window, before only known ones are let in; 0 for any number',
  ),
  rateWindow: int('CAUSEWAY_GATEWAY_RATE_WINDOW', 60, 'The window of the three limits, in seconds', 1, 86_400),
  bodyLimit: int('CAUSEWAY_GATEWAY_BODY_LIMIT', 1_048_576, 'Largest request body in bytes'),
  deadline: int('CAUSEWAY_GATEWAY_DEADLINE', 30_000, 'Longest time a request may take (milliseconds)'),
  lameDuck: int(
    'CAUSEWAY_GATEWAY_LAME_DUCK',
    1_500,
    'How long a gateway of its own still answers once told to stop, for load balancers to look elsewhere (milliseconds)',
    0,
    60_000,
  ),
  identityAddress: text('CAUSEWAY_IDENTITY_ADDRESS', '127.0.0.1:50051', 'Where identity answers'),
  installationAddress: text('CAUSEWAY_INSTALLATION_ADDRESS', '127.0.0.1:50052', 'Where installation answers'),
  readsAddress: text('CAUSEWAY_READS_ADDRESS', '127.0.0.1:50053', 'Where reads answers'),
  notificationsAddress: text('CAUSEWAY_NOTIFICATIONS_ADDRESS', '127.0.0.1:50054', 'Where notifications answers'),
  authCompat: bool(
    'CAUSEWAY_AUTH_COMPAT',
    false,
    'Also accept Bearer where the UI library sends it and the specification has X-Api-Key alone',
  ),
  callerCache: int(
    'CAUSEWAY_GATEWAY_CALLER_CACHE',
    1_000,
    'How long a credential is remembered (milliseconds), and so for how long another replica may honour a deactivated key',
    0,
    5_000,
  ),
};

export type Config = Values<typeof settings>;
