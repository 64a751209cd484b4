/** Checks whether providers that list `proxy` in `support` can be called through the proxy. */

import { isUrl } from '../../../lib/url/is_url.ts';
import type { PathFault } from '../file/path_fault.ts';
import type { Auth, Provider } from '../file/provider.ts';
import { fillText, placeholders } from '../request/template.ts';

/**
 * Checks the providers and modules that list `proxy`. The base URL must be a whole URL without query for any values of
 * its variables, so that any path can be appended. Custom `auth` must add a header or a query parameter to a call.
 */
export function proxyFaults({ auth, baseURL, support, modules = {} }: Provider): PathFault[] {
  const ofModules = Object.entries(modules).map(([name, module]) => ({ keys: ['modules', name], ...module }));
  return [{ keys: [] as string[], baseURL, support }, ...ofModules]
    .filter((one) => one.support?.includes('proxy'))
    .flatMap(({ keys, ...one }) => {
      const fault = (detail: string) => ({ keys: [...keys, 'support'], detail: `lists proxy, but ${detail}` });
      return [
        ...(takesPaths(one.baseURL) ? [] : [fault('baseURL is not a whole URL without query')]),
        ...(addsNothing(auth) ? [fault('auth adds no header and no query to a call')] : []),
      ];
    });
}

/**
 * Whether custom auth has only inputs: the file does not say how a call's credentials, such as a signed assertion, are
 * made from the inputs.
 */
function addsNothing(auth: Auth): boolean {
  return auth.type === 'custom' && Object.keys({ ...auth.headers, ...auth.query }).length === 0;
}

function takesPaths(template: string): boolean {
  const value = template.startsWith('{{') ? 'https://x.example' : 'x';
  const url = fillText(template, Object.fromEntries(placeholders(template).map((name) => [name, value])));
  return isUrl(url) && /^https?:\/\/[\w.:-]+(\/[^?#]*)?$/.test(url);
}
