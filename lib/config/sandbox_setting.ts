import type { Log } from '../log/log.ts';
import { isUrl } from '../url/is_url.ts';
import { LOOPBACK_HOST } from '../url/loopback.ts';
import type { LabSetting } from './lab_setting.ts';

type SandboxValues = { sandbox: boolean; publicUrl: string };

/**
 * Whether the sandbox providers exist. They are for development only: the customer enters the host of the sandbox, and
 * the secret of the provider app is sent to this host. With the lab, the sandbox providers always exist, because the
 * lab answers for every host.
 */
export function sandboxSetting(
  { sandbox, publicUrl }: SandboxValues,
  lab: LabSetting | null,
  log: Pick<Log, 'warn'>,
): boolean {
  if (sandbox && !isLoopbackUrl(publicUrl))
    log.warn('sandbox providers exist on a platform with a public address', { publicUrl });
  return sandbox || lab !== null;
}

/** The default of CAUSEWAY_SANDBOX for commands that start the whole platform. */
export function sandboxDefault(publicUrl: string): '1' | '0' {
  return isLoopbackUrl(publicUrl) ? '1' : '0';
}

export function isLoopbackUrl(url: string): boolean {
  return isUrl(url) && LOOPBACK_HOST.test(new URL(url).hostname);
}
