import { StartFault } from '../problem/start_fault.ts';
import { isUrl } from '../url/is_url.ts';
import { LOOPBACK_HOST } from '../url/loopback.ts';

/**
 * The setting that replaces every provider by a simulated provider (docs/adr/0012). In production it would cut off all
 * customers. So the start fails unless the lab's address is on loopback with a port, and the platform's public URL is
 * on loopback too.
 */
export type LabSetting = {
  url: string;
  /** The lab's `host:port`, the only target that this setting allows. */
  host: string;
};

/** Returns null when no lab is set. Throws StartFault when the setting is not allowed. */
export function labSetting({ labUrl, publicUrl }: { labUrl: string; publicUrl: string }): LabSetting | null {
  if (labUrl === '') return null;
  const url = isUrl(labUrl) ? new URL(labUrl) : null;
  const isPlain = url?.protocol === 'http:' && url.pathname === '/' && url.search === '' && url.username === '';
  if (!url || !isPlain || url.port === '' || !LOOPBACK_HOST.test(url.hostname))
    throw new StartFault(
      'CAUSEWAY_LAB_URL must be the address of a provider lab on this machine: http://127.0.0.1:<port>.',
    );
  if (!isUrl(publicUrl) || !LOOPBACK_HOST.test(new URL(publicUrl).hostname))
    throw new StartFault(
      `CAUSEWAY_LAB_URL is set, and CAUSEWAY_PUBLIC_URL is ${publicUrl}: a platform with a public address takes no simulated providers. Unset CAUSEWAY_LAB_URL.`,
    );
  return { url: url.origin, host: url.host };
}
