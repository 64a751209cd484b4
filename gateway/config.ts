import {
  boolSetting,
  intSetting,
  listSetting,
  patternSetting,
  type SettingValues,
  textSetting,
} from '../lib/config/settings.ts';
import { sharedSettings } from '../lib/config/shared_settings.ts';
import { isUrl } from '../lib/url/is_url.ts';

export const settings = {
  ...sharedSettings,
  port: intSetting('PORT', 8080, 'Port of the public interface, 0 for any free one', 0, 65_535),
  host: textSetting(
    'CAUSEWAY_GATEWAY_HOST',
    '127.0.0.1',
    'Address the public interface listens on; 0.0.0.0 for callers from other machines',
  ),
  readHosts: listSetting(
    'CAUSEWAY_GATEWAY_READ_HOSTS',
    '',
    'Host names that answer /v1 with the read base, such as read.example.com',
  ),
  writeHosts: listSetting('CAUSEWAY_GATEWAY_WRITE_HOSTS', '', 'Host names that answer /v1 with the write base'),
  searchHosts: listSetting('CAUSEWAY_GATEWAY_SEARCH_HOSTS', '', 'Host names that answer /v1 with the search base'),
  proxyHosts: listSetting('CAUSEWAY_GATEWAY_PROXY_HOSTS', '', 'Host names that answer with the proxy base'),
  corsOrigins: listSetting(
    'CAUSEWAY_GATEWAY_CORS_ORIGINS',
    '',
    'Origins whose pages may call from a browser, such as https://app.example.com; http://localhost:* allows any port, * any origin',
  ),
  trustedProxies: listSetting(
    'CAUSEWAY_GATEWAY_TRUSTED_PROXIES',
    '',
    'Addresses or CIDR ranges of proxies whose X-Forwarded-For is trusted; from others it is ignored',
  ),
  rateLimits: boolSetting('CAUSEWAY_GATEWAY_RATE_LIMITS', true, 'Whether requests are rate-limited'),
  ratePerCaller: intSetting(
    'CAUSEWAY_GATEWAY_RATE_PER_CALLER',
    60_000,
    'Max requests of one API key, builder or consumer in a window, per gateway process; 0 for no limit',
  ),
  ratePerAddress: intSetting(
    'CAUSEWAY_GATEWAY_RATE_PER_ADDRESS',
    120_000,
    'Max requests from one address in a window, per gateway process; 0 for no limit',
  ),
  rateRefused: intSetting(
    'CAUSEWAY_GATEWAY_RATE_REFUSED',
    1_000,
    'Max refused credentials from one address in a window; beyond it only credentials known to be valid are accepted; 0 for no limit',
  ),
  ratePerGroup: intSetting(
    'CAUSEWAY_GATEWAY_RATE_PER_GROUP',
    6_000,
    "Max requests of one group in a window: with customers' tokens, and, for each address, with frontend keys that name the group; 0 for no limit",
  ),
  rateProviderCalls: intSetting(
    'CAUSEWAY_GATEWAY_RATE_PROVIDER_CALLS_PER_GROUP',
    600,
    'Max of these requests that may wait for a provider: sign-ins, connections, installations and metadata; 0 for no limit',
  ),
  rateWindow: intSetting(
    'CAUSEWAY_GATEWAY_RATE_WINDOW_SECONDS',
    60,
    'The window of the rate limits, in seconds',
    1,
    86_400,
  ),
  bodyLimit: intSetting('CAUSEWAY_GATEWAY_BODY_LIMIT_BYTES', 1_048_576, 'Largest request body in bytes'),
  bodyRoom: intSetting(
    'CAUSEWAY_GATEWAY_BODY_ROOM_BYTES',
    134_217_728,
    'Max bytes in the bodies of all requests in progress in one gateway process; further ones are answered 503; 0 for no limit',
  ),
  bodyRoomPerProject: intSetting(
    'CAUSEWAY_GATEWAY_BODY_ROOM_PER_PROJECT_BYTES',
    33_554_432,
    'Max bytes in the bodies of the requests in progress of one project; further ones are answered 429; 0 for no limit',
  ),
  deadline: intSetting(
    'CAUSEWAY_GATEWAY_DEADLINE_MS',
    30_000,
    'Longest time a request may take, a streamed list for each of its pages (milliseconds)',
  ),
  maxInFlight: intSetting(
    'CAUSEWAY_GATEWAY_MAX_IN_FLIGHT',
    500,
    'Max requests in progress in one gateway process; further ones are answered 503 with Retry-After; 0 for no limit',
  ),
  proxyMaxInFlight: intSetting(
    'CAUSEWAY_GATEWAY_PROXY_MAX_IN_FLIGHT',
    500,
    'Max requests of the proxy in progress in one gateway process, in addition to all others; further ones are answered 503 with Retry-After; 0 for no limit',
  ),
  lameDuck: intSetting(
    'CAUSEWAY_GATEWAY_LAME_DUCK_MS',
    1_500,
    'How long a gateway process keeps answering after SIGTERM, so that load balancers move on (milliseconds)',
    0,
    60_000,
  ),
  identityAddress: textSetting('CAUSEWAY_IDENTITY_ADDRESS', '127.0.0.1:50051', 'host:port of identity'),
  installationAddress: textSetting('CAUSEWAY_INSTALLATION_ADDRESS', '127.0.0.1:50052', 'host:port of installation'),
  readsAddress: textSetting('CAUSEWAY_READS_ADDRESS', '127.0.0.1:50053', 'host:port of reads'),
  writesAddress: textSetting(
    'CAUSEWAY_WRITES_ADDRESS',
    '',
    'host:port of writes; empty where it is not deployed: then nothing can be written, and lists of operations have reads alone',
  ),
  writesProxyAddresses: listSetting(
    'CAUSEWAY_WRITES_PROXY_ADDRESS',
    '',
    'host:port of the proxy port of writes, or of each replica; the gateway hands requests of the proxy to it. The embedded form needs none',
  ),
  notificationsAddress: textSetting('CAUSEWAY_NOTIFICATIONS_ADDRESS', '127.0.0.1:50054', 'host:port of notifications'),
  supportEmail: patternSetting('CAUSEWAY_SUPPORT_EMAIL', 'Email address of your support, shown in every problem', {
    isFormed: (value) => /^[^\s@]+@[^\s@]+$/.test(value),
    wanted: 'an email address',
  }),
  supportPhone: textSetting('CAUSEWAY_SUPPORT_PHONE', '', 'Phone number of your support, shown in every problem'),
  supportUrl: patternSetting('CAUSEWAY_SUPPORT_URL', 'Web page of your support, shown in every problem', {
    isFormed: (value) => isUrl(value) && /^https?:/i.test(value),
    wanted: 'a URL that begins with https:// or http://',
  }),
  authCompat: boolSetting(
    'CAUSEWAY_AUTH_COMPAT',
    false,
    'Also accept Bearer where the UI library sends it and the specification allows only X-Api-Key',
  ),
  callerCache: intSetting(
    'CAUSEWAY_GATEWAY_CALLER_CACHE_MS',
    1_000,
    'How long a resolved credential is cached; other replicas may honour a deactivated key for as long (milliseconds)',
    0,
    5_000,
  ),
};

export type Config = SettingValues<typeof settings>;
