import { StartFault } from '../problem/start_fault.ts';
import { isUrl } from '../url/is_url.ts';
import { LOOPBACK } from '../url/loopback.ts';

/**
 * The one switch by which every provider is a simulated one (docs/adr/0012). In production it would send every
 * customer's traffic nowhere, so it holds only where nobody but this machine can be meant: the lab on a loopback address
 * with its port, and the platform's own address on loopback too. Anything else stops the start.
 */
export type LabSetting = {
  url: string;
  /** The one target that may be called on its account, `host:port`. */
  host: string;
};

/** Null when no lab is set. Throws an Error that says what is wrong. */
export function labSetting({ labUrl, publicUrl }: { labUrl: string; publicUrl: string }): LabSetting | null {
  if (labUrl === '') return null;
  const url = isUrl(labUrl) ? new URL(labUrl) : null;
  const isPlain = url?.protocol === 'http:' && url.pathname === '/' && url.search === '' && url.username === '';
  if (!url || !isPlain || url.port === '' || !LOOPBACK.test(url.hostname))
    throw new StartFault(
      'CAUSEWAY_LAB_URL must be the address of a provider lab on this machine: http://127.0.0.1:<port>.',
    );
  if (!isUrl(publicUrl) || !LOOPBACK.test(new URL(publicUrl).hostname))
    throw new StartFault(
      `CAUSEWAY_LAB_URL is set, and CAUSEWAY_PUBLIC_URL is ${publicUrl}: a platform with a public address takes no simulated providers. Unset CAUSEWAY_LAB_URL.`,
    );
  return { url: url.origin, host: url.host };
}
