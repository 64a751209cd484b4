import type { Provider } from '../file/provider.ts';
import { fillUrl, type Variables } from '../request/template.ts';
import { withDefaults } from '../request/variables.ts';

export type ProxyTarget = {
  provider: Provider;
  /** The module of the integration if its manifest sets `proxy.useModule`. */
  module?: string | undefined;
  variables: Variables;
};

/** Whether any path of the provider, or of one module of it, may be called through the proxy. */
export function hasProxy(provider: Pick<Provider, 'support' | 'modules'>, module = ''): boolean {
  const { support = [] } = module === '' ? provider : (moduleOf(provider, module) ?? {});
  return support.includes('proxy');
}

/**
 * The base URL of proxied calls, without a slash at its end: the module's if it has the proxy, otherwise the provider's.
 * Throws ProviderFailure `badRequest` if a variable of the connection is missing or does not form a URL.
 */
export function proxyBase({ provider, module, variables }: ProxyTarget): string {
  const own = module && hasProxy(provider, module) ? moduleOf(provider, module)?.baseURL : undefined;
  return fillUrl(own ?? provider.baseURL, withDefaults(provider, variables));
}

function moduleOf({ modules = {} }: Pick<Provider, 'modules'>, name: string) {
  return Object.hasOwn(modules, name) ? modules[name] : undefined;
}
