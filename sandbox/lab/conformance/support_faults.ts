import { providerInfo } from '../../../connectors/engine/file/provider_info.ts';
import type { Capability, Provider } from '../../../connectors/engine/file/provider.ts';
import type { ReadableObject } from '../readable_objects.ts';

/** What the engine can do with a provider file today; a capability joins when something implements it. */
const IMPLEMENTED: readonly Capability[] = ['read'];

/** Claims that nothing backs, implementations that nothing claims, and a catalogue entry that says something else. */
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
  return [...whole, ...ofModules, ...entryFaults(provider)];
}

function claimFaults(at: string, support: readonly Capability[] = [], hasObjects: boolean): string[] {
  const unbacked = support
    .filter((capability) => !IMPLEMENTED.includes(capability) || (capability === 'read' && !hasObjects))
    .map((capability) => `${at} says ${capability}, which nothing implements`);
  const unclaimed = at === 'support' && hasObjects && !support.includes('read') ? [`${at} does not say read`] : [];
  return [...unbacked, ...unclaimed];
}

/** What GET /providers says must be what the file says. */
function entryFaults(provider: Provider): string[] {
  const shown = providerInfo(provider)['support'] as Record<string, unknown>;
  const isShown = shown['read'] === true;
  return isShown === (provider.support ?? []).includes('read')
    ? []
    : ['its catalogue entry says something else of read'];
}
