import { child, error, type Fault, type PathNode, textOf } from '../fault.ts';
import type { ProviderFacts } from '../providers/provider.ts';

type ProxyFacts = Pick<ProviderFacts, 'displayName' | 'defaultModule' | 'hasProxy'>;

/**
 * Faults of a proxy that is switched on. Unlike other actions it needs only an address, so what the provider file says is
 * all that counts: the module's address with `useModule`, otherwise the provider's own.
 */
export function proxyFaults(integration: PathNode, { displayName, defaultModule, hasProxy }: ProxyFacts): Fault[] {
  const proxy = child(integration, 'proxy');
  if (child(proxy, 'enabled').value !== true) return [];
  const useModule = child(proxy, 'useModule');
  const module = textOf(child(integration, 'module')) ?? defaultModule;
  const ownAddress = hasProxy('') ? 'Remove useModule: calls then go to the address of the provider.' : undefined;
  if (useModule.value !== true)
    return hasProxy('')
      ? []
      : [
          error(
            proxy.path,
            'provider-capability-proxy',
            `${displayName} does not support proxy.`,
            module !== '' && hasProxy(module) ? 'Set useModule: its module does.' : undefined,
          ),
        ];
  if (module === '')
    return [error(useModule.path, 'proxy-module', 'The integration has no module to use.', ownAddress)];
  if (hasProxy(module)) return [];
  return [
    error(useModule.path, 'proxy-module', `The module ${module} of ${displayName} does not support proxy.`, ownAddress),
  ];
}
