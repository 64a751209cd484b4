import type { Provider } from '../file/provider.ts';
import { fillUrl, type Variables } from '../request/template.ts';
import { withDefaults } from '../request/variables.ts';

export type ProxyTarget = {
  provider: Provider;
  /** The module of the integration if its manifest sets `proxy.useModule`. */
  module?: string | undefined;
  variables: Variables;
};

/** Whether the proxy may call any path of the provider, or of one of its modules. */
export function hasProxy(provider: Pick<Provider, 'support' | 'modules'>, module = ''): boolean {
  const { support = [] } = module === '' ? provider : (moduleOf(provider, module) ?? {});
  return support.includes('proxy');
}

/**
 * The base URL of proxied calls: the module's if the module supports the proxy, otherwise the
 * provider's. Throws ProviderFailure `badRequest` if a variable of the connection is missing or does not form a URL.
 */
export function proxyBase({ provider, module, variables }: ProxyTarget): URL {
  const own = module && hasProxy(provider, module) ? moduleOf(provider, module)?.baseURL : undefined;
  return new URL(fillUrl(own ?? provider.baseURL, withDefaults(provider, variables)));
}

function moduleOf({ modules = {} }: Pick<Provider, 'modules'>, name: string) {
  return Object.hasOwn(modules, name) ? modules[name] : undefined;
}
