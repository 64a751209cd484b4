import { openProviderDoor } from '../../../connectors/calls/provider_door.ts';
import type { Log } from '../../../lib/log/log.ts';
import type { Clock } from '../../../lib/time/clock.ts';
import type { IdentityProvider } from '../callers/domain/login.ts';
import { openidProvider, type OpenidSettings } from './openid_provider.ts';

type Settings = OpenidSettings & { outboundAllow: readonly string[]; outboundAllowHttp: boolean };
type Deps = { clock: Clock; log: Log };

/** The configured identity provider, if any, and a function that closes its connections. */
export function openIdentityProvider(
  config: Settings,
  deps: Deps,
): { provider: IdentityProvider | null; close(): Promise<void> } {
  if (config.oidcIssuer === '') return { provider: null, close: async () => {} };
  const door = openProviderDoor({ allow: config.outboundAllow, allowHttp: config.outboundAllowHttp });
  return { provider: openidProvider(config, { ...deps, calls: door.calls }), close: door.close };
}
