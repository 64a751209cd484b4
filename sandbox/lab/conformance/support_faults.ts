import { providerInfo } from '../../../connectors/engine/catalogue/provider_info.ts';
import { proxyFaults } from '../../../connectors/engine/check/proxy_faults.ts';
import { writeFaults } from '../../../connectors/engine/check/write_faults.ts';
import type { Capability, Provider } from '../../../connectors/engine/file/provider.ts';
import type { ReadableObject } from './readable_objects.ts';

/** The capabilities that the engine implements for provider files. */
const IMPLEMENTED: readonly Capability[] = ['read', 'write', 'delete', 'proxy'];

/**
 * Capabilities that are listed but not implemented, implemented but not listed, or shown differently in the catalogue.
 */
export function supportFaults(provider: Provider, objects: readonly ReadableObject[]): string[] {
  const modules = Object.entries(provider.modules ?? {});
  const whole = claimFaults('support', provider.support, objects.length > 0);
  const ofModules = modules.flatMap(([name, { support }]) =>
    claimFaults(
      `modules.${name}.support`,
      support,
      objects.some(({ module }) => module === name || module === undefined),
    ),
  );
  const ofCalls = [...writeFaults(provider), ...proxyFaults(provider)].map(
    ({ keys, detail }) => `${keys.join('.')} ${detail}`,
  );
  return [...whole, ...ofModules, ...ofCalls, ...entryFaults(provider)];
}

function claimFaults(at: string, support: readonly Capability[] = [], hasObjects: boolean): string[] {
  const unbacked = support
    .filter((capability) => !IMPLEMENTED.includes(capability) || (capability === 'read' && !hasObjects))
    .map((capability) => `${at} lists ${capability}, which is not implemented`);
  const unclaimed = at === 'support' && hasObjects && !support.includes('read') ? [`${at} does not list read`] : [];
  return [...unbacked, ...unclaimed];
}

/** GET /providers must show the same `read` support as the file. */
function entryFaults(provider: Provider): string[] {
  const shown = providerInfo(provider)['support'] as Record<string, unknown>;
  const isShown = shown['read'] === true;
  return isShown === (provider.support ?? []).includes('read')
    ? []
    : ['its catalogue entry shows another value for read'];
}
