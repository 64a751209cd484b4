import { similarName } from '../../../lib/problem/similar_name.ts';
import { unwritableObject } from '../../../lib/write_plan/unwritable_object.ts';
import { manifestDestinations, type Resolution, unknownDestination } from '../destinations/destination.ts';
import { child, error, type Fault, isPresent, items, type Path, type PathNode, textOf, warning } from '../fault.ts';
import type { Capabilities, ProviderFacts } from '../providers/provider.ts';
import { SANDBOX_IS_OFF } from '../providers/providers.ts';
import type { CheckCron } from '../schedule_faults.ts';

/**
 * Checks an integration against its provider. A capability that the provider lacks is an error. A capability that only
 * Causeway lacks is accepted and stored.
 */
export function providerFaults(integration: PathNode, validationContext: ValidationContext): Fault[] {
  const node = child(integration, 'provider');
  const name = textOf(node);
  const facts = name === undefined ? undefined : validationContext.provider(name);
  return [
    ...destinationFaults(integration, validationContext),
    ...(name !== undefined && !facts ? [unknownProvider(node, name, validationContext)] : []),
    ...(facts
      ? [
          ...moduleFaults(child(integration, 'module'), facts),
          ...capabilityFaults(integration, facts),
          ...proxyFaults(integration, facts),
          ...objectFaults(integration, facts),
          ...fieldFaults(integration, facts),
          ...writeFaults(integration, facts),
          ...appFaults(node, facts, validationContext),
        ]
      : []),
  ];
}

function unknownProvider(
  { path }: PathNode,
  name: string,
  { provider, providerNames, isWithheld }: ValidationContext,
): Fault {
  const lower = name.charAt(0).toLowerCase() + name.slice(1);
  const meant = [lower, name.toLowerCase()].find((other) => provider(other)) ?? similarName(name, providerNames());
  return error(
    path,
    'provider-not-supported',
    `There is no provider named ${name}.`,
    isWithheld(name) ? SANDBOX_IS_OFF : meant && `Did you mean ${meant}?`,
  );
}

function moduleFaults(node: PathNode, { modules, displayName }: ProviderFacts): Fault[] {
  const name = textOf(node);
  if (name === undefined || Object.hasOwn(modules, name)) return [];
  const names = Object.keys(modules);
  return [
    error(
      node.path,
      'provider-module',
      `${displayName} has no module ${name}.`,
      names.length > 0 ? `It has ${names.join(', ')}.` : 'It has no modules.',
    ),
  ];
}

function capabilityFaults(integration: PathNode, facts: ProviderFacts): Fault[] {
  const actions: (keyof Capabilities)[] = ['read', 'write', 'subscribe'];
  const inForce = capabilitiesInForce(textOf(child(integration, 'module')), facts);
  return actions
    .filter((action) => isPresent(child(integration, action)))
    .filter((action) => !inForce.some((capabilities) => capabilities === null || capabilities[action]))
    .map((action) => {
      const message = `${facts.displayName} does not support ${action}.`;
      return error(child(integration, action).path, `provider-capability-${action}`, message);
    });
}

/**
 * Returns the capabilities to check: the capabilities of the named module if the provider file lists it; otherwise the
 * capabilities of the provider and of the default module.
 */
function capabilitiesInForce(
  module: string | undefined,
  { capabilities, modules, defaultModule }: ProviderFacts,
): (Capabilities | null)[] {
  if (module !== undefined && Object.hasOwn(modules, module)) return [modules[module] ?? null];
  const ofDefault = modules[defaultModule];
  return ofDefault ? [capabilities, ofDefault] : [capabilities];
}

/**
 * The rule id of an object that can't be read. manifest_entries.ts makes it a warning if the object is already
 * deployed.
 */
export const OBJECT_READABLE_RULE = 'object-readable';

function objectFaults(integration: PathNode, { objectRemark }: ProviderFacts): Fault[] {
  const module = textOf(child(integration, 'module'));
  return items(child(child(integration, 'read'), 'objects')).flatMap((object) => {
    const node = child(object, 'objectName');
    const name = textOf(node);
    const remark = name === undefined ? null : objectRemark(module, name);
    if (!remark) return [];
    const { isUnreadable, message, suggestion } = remark;
    return isUnreadable
      ? [error(node.path, OBJECT_READABLE_RULE, message, suggestion)]
      : [warning(node.path, 'object-exists', message, suggestion)];
  });
}

function fieldFaults(integration: PathNode, { fieldJudge }: ProviderFacts): Fault[] {
  const module = textOf(child(integration, 'module'));
  return items(child(child(integration, 'read'), 'objects')).flatMap((object) => {
    const name = textOf(child(object, 'objectName'));
    const fields = ['requiredFields', 'optionalFields'].flatMap((key) => items(child(object, key)));
    const judge = name === undefined || fields.length === 0 ? null : fieldJudge(module, name);
    if (!judge) return [];
    return fields.flatMap((field) => {
      const node = child(field, 'fieldName');
      const fieldName = textOf(node);
      const remark = fieldName === undefined ? null : judge(fieldName);
      return remark ? [warning(node.path, 'field-exists', remark.message, remark.suggestion)] : [];
    });
  });
}

/**
 * The rule id of an object that the provider file can't write. Rules of configs use it, too
 * (configs/provider_write_rules.ts).
 */
export const OBJECT_WRITABLE_RULE = 'object-writable';

/**
 * Faults of the objects that an integration writes. They are warnings, not errors, because the provider file may change
 * with each release. Deletions are checked in the config, because the config enables them.
 */
function writeFaults(integration: PathNode, { displayName, writeFacts }: ProviderFacts): Fault[] {
  const module = textOf(child(integration, 'module'));
  return items(child(child(integration, 'write'), 'objects')).flatMap((object) => {
    const node = child(object, 'objectName');
    const name = textOf(node);
    if (!name || writeFacts(module, name).types.length > 0) return [];
    const { message, suggestion } = unwritableObject(displayName, name);
    return [warning(node.path, OBJECT_WRITABLE_RULE, message, suggestion)];
  });
}

function appFaults(
  { path }: PathNode,
  { name, authType, grantType, displayName }: ProviderFacts,
  { providerApps }: ValidationContext,
): Fault[] {
  const needsApp = authType === 'oauth2' && grantType?.startsWith('authorizationCode');
  return needsApp && !providerApps.has(name)
    ? [warning(path, 'provider-app-not-configured', `The project has no provider app for ${displayName} yet.`)]
    : [];
}

function destinationFaults(integration: PathNode, context: ValidationContext): Fault[] {
  return manifestDestinations(integration).flatMap(({ value, path }) => destinationFault(path, String(value), context));
}

/**
 * The fault of an unknown destination name. Without a resolution, it is only a warning, because the event of a new
 * destination may not have arrived yet.
 */
function destinationFault(path: Path, name: string, { resolution, isKnownDestination }: ValidationContext): Fault[] {
  if (resolution) return unknownDestination(path, name, resolution);
  const message = `The project has no destination named ${name} yet.`;
  return isKnownDestination(name) ? [] : [warning(path, 'destination-exists', message)];
}

/** The context that the manifest rules need. */
export type ValidationContext = {
  provider(name: string): ProviderFacts | undefined;
  providerNames(): readonly string[];
  /** True for a sandbox provider where CAUSEWAY_SANDBOX is off. */
  isWithheld(name: string): boolean;
  /** The fault of a schedule; null when it is valid. */
  checkCron: CheckCron;
  resolution: Resolution;
  /** Whether an event of a destination with this name has arrived; used only without a resolution. */
  isKnownDestination(name: string): boolean;
  /** Providers for which the project has an OAuth app. */
  providerApps: ReadonlySet<string>;
};

type ProxyFacts = Pick<ProviderFacts, 'displayName' | 'defaultModule' | 'hasProxy'>;

/**
 * Faults of an enabled proxy. A proxied call needs only a base URL, so only the provider file is checked: with
 * `useModule` the module must have a base URL, otherwise the provider must have one.
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
