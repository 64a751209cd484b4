import { openProviderDoor } from '../../../connectors/calls/provider_door.ts';
import type { Log } from '../../../lib/log/log.ts';
import type { Clock } from '../../../lib/time/clock.ts';
import type { IdentityProvider } from '../callers/caller.ts';
import type { SignInPage } from '../sessions/sign_ins.ts';
import { type OpenidSettings, openidProvider } from './openid_provider.ts';
import { openidSignInPage } from './openid_sign_in_page.ts';

type Settings = OpenidSettings & {
  outboundAllow: readonly string[];
  outboundAllowHttp: boolean;
  oidcClientId: string;
  oidcClientSecret: string;
};
type Deps = { clock: Clock; log: Log };

/**
 * The configured identity provider, if any, its sign-in page if the console is its client, and a function that closes
 * its connections.
 */
export function openIdentityProvider(
  config: Settings,
  deps: Deps,
): { provider: IdentityProvider | null; page: SignInPage | null; close(): Promise<void> } {
  if (config.oidcIssuer === '') return { provider: null, page: null, close: async () => {} };
  const door = openProviderDoor({ allow: config.outboundAllow, allowHttp: config.outboundAllowHttp });
  const parts = { ...deps, calls: door.calls };
  const page = config.oidcClientId === '' ? null : openidSignInPage(config, parts);
  return { provider: openidProvider(config, parts), page, close: door.close };
}
