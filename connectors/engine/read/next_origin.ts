import { ProviderFailure } from '../answer/failure.ts';
import type { Provider } from '../file/provider.ts';
import type { Step } from './step.ts';
import { isUrl } from '../../../lib/url/is_url.ts';

/**
 * A next-page URL comes from outside and is called with the connection's credentials: it must stay on the origin that
 * was called, or on one that the provider file lists. Credentials that the provider echoes in it are taken out, so that
 * they never lie in a checkpoint.
 */
export function guardedStep(
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
    throw new ProviderFailure('providerFault', "The next page lies on another host than the provider's own.");
  }
  for (const name of Object.keys(authQuery)) url.searchParams.delete(name);
  return { url: url.href };
}

function resolve(text: string, base: URL): URL {
  if (!isUrl(text, base.href)) throw new ProviderFailure('providerFault', "The next page's URL is not valid.");
  return new URL(text, base);
}
