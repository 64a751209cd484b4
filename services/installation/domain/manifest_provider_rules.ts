import { error, warning, type Fault } from './manifest.ts';
import type { Capabilities, ProviderFacts } from './provider.ts';
import { child, isPresent, items, textOf, type Spot } from './spot.ts';
import type { Surroundings } from './surroundings.ts';

/**
 * What a provider can't do is an error; what Causeway does not run yet is not (it is stored as it stands). Destinations
 * are known here by event, a moment after they were made, so a missing one is only a warning.
 */
export function providerRules(integration: Spot, surroundings: Surroundings): Fault[] {
  const spot = child(integration, 'provider');
  const name = textOf(spot);
  const facts = name === undefined ? undefined : surroundings.provider(name);
  return [
    ...destinationFaults(integration, surroundings),
    ...(name !== undefined && !facts ? [unknownProvider(spot, name, surroundings)] : []),
    ...(facts
      ? [
          ...moduleFaults(child(integration, 'module'), facts),
          ...capabilityFaults(integration, facts),
          ...objectFaults(integration, facts),
          ...appFaults(spot, facts, surroundings),
        ]
      : []),
  ];
}

function unknownProvider({ path }: Spot, name: string, { provider }: Surroundings): Fault {
  const lower = name.charAt(0).toLowerCase() + name.slice(1);
  const meant = [lower, name.toLowerCase()].find((other) => provider(other));
  return error(
    path,
    'provider-not-supported',
    `There is no provider named ${name}.`,
    meant && `Did you mean ${meant}?`,
  );
}

function moduleFaults(spot: Spot, { modules, displayName }: ProviderFacts): Fault[] {
  const name = textOf(spot);
  if (name === undefined || Object.hasOwn(modules, name)) return [];
  const names = Object.keys(modules);
  return [
    error(
      spot.path,
      'provider-module',
      `${displayName} has no module ${name}.`,
      names.length > 0 ? `It has ${names.join(', ')}.` : 'It has no modules.',
    ),
  ];
}

function capabilityFaults(integration: Spot, facts: ProviderFacts): Fault[] {
  const actions: (keyof Capabilities)[] = ['read', 'write', 'subscribe', 'proxy'];
  const inForce = capabilitiesInForce(textOf(child(integration, 'module')), facts);
  return actions
    .filter((action) => asksFor(child(integration, action), action))
    .filter((action) => !inForce.some((capabilities) => capabilities === null || capabilities[action]))
    .map((action) => {
      const message = `${facts.displayName} does not support ${action}.`;
      return error(child(integration, action).path, `provider-capability-${action}`, message);
    });
}

/** A named module's word overrides the provider's, save for proxy, which may go to the provider's own address. */
function capabilitiesInForce(
  module: string | undefined,
  { capabilities, modules, defaultModule }: ProviderFacts,
): (Capabilities | null)[] {
  const rootProxy = { read: false, write: false, subscribe: false, proxy: capabilities?.proxy ?? true };
  if (module !== undefined && Object.hasOwn(modules, module)) return [modules[module] ?? null, rootProxy];
  const ofDefault = modules[defaultModule];
  return ofDefault ? [capabilities, ofDefault] : [capabilities];
}

function asksFor(block: Spot, action: keyof Capabilities): boolean {
  return action === 'proxy' ? child(block, 'enabled').value === true : isPresent(block);
}

function objectFaults(integration: Spot, { objects, displayName }: ProviderFacts): Fault[] {
  if (objects === null) return [];
  return items(child(child(integration, 'read'), 'objects')).flatMap((object) => {
    const spot = child(object, 'objectName');
    const name = textOf(spot);
    return name === undefined || objects.includes(name)
      ? []
      : [warning(spot.path, 'object-exists', `${displayName} is not known to have an object ${name}.`)];
  });
}

function appFaults(
  { path }: Spot,
  { name, authType, grantType, displayName }: ProviderFacts,
  { providerApps }: Surroundings,
): Fault[] {
  const needsApp = authType === 'oauth2' && grantType?.startsWith('authorizationCode');
  return needsApp && !providerApps.has(name)
    ? [warning(path, 'provider-app-not-configured', `The project has no provider app for ${displayName} yet.`)]
    : [];
}

function destinationFaults(integration: Spot, { destinations }: Surroundings): Fault[] {
  const objects = ['read', 'subscribe'].flatMap((action) => items(child(child(integration, action), 'objects')));
  return [...objects, child(integration, 'watchSchema')].flatMap((spot) => {
    const name = textOf(child(spot, 'destination'));
    return name === undefined || destinations.has(name)
      ? []
      : [
          warning(
            child(spot, 'destination').path,
            'destination-exists',
            `The project has no destination named ${name} yet.`,
          ),
        ];
  });
}
