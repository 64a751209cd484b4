import { isUrl } from '../../../lib/url/is_url.ts';
import { ProviderFailure } from '../answer/failure.ts';
import type { Provider } from '../file/provider.ts';
import type { Step } from './step.ts';

/**
 * Checks a next-page URL. The URL comes from the provider and is called with the connection's credentials. So the
 * origin of the URL must be the origin that was called, or an origin that the provider file lists. Credentials in the
 * query are removed, so that no checkpoint contains them. Throws ProviderFailure `providerFault`.
 */
export function checkedStep(
  step: Step,
  called: URL,
  provider: Provider,
  authQuery: Readonly<Record<string, string>>,
): Step {
  if (!('url' in step)) return step;
  const url = resolve(step.url, called);
  if (url.protocol === 'http:' && called.protocol === 'https:' && url.hostname === called.hostname)
    url.protocol = 'https:';
  const isKnown = url.origin === called.origin || provider.origins?.includes(url.origin) === true;
  if (!isKnown || url.username || url.password) {
    throw new ProviderFailure('providerFault', "The next-page URL points to a host that is not the provider's.");
  }
  for (const name of Object.keys(authQuery)) url.searchParams.delete(name);
  return { url: url.href };
}

function resolve(text: string, base: URL): URL {
  if (!isUrl(text, base.href)) throw new ProviderFailure('providerFault', 'The next-page URL is not valid.');
  return new URL(text, base);
}
