import { duplicates, emptyList } from './list_rules.ts';
import { error, SPEC_VERSION, type Fault } from './manifest.ts';
import { providerRules } from './manifest_provider_rules.ts';
import { readRules } from './manifest_read_rules.ts';
import { manifestShape } from './manifest_shape.ts';
import { subscribeRules } from './manifest_subscribe_rules.ts';
import { shapeFaults } from './shape.ts';
import { child, isPresent, items, textOf, type Spot } from './spot.ts';
import type { Surroundings } from './surroundings.ts';

const ACTIONS = ['read', 'write', 'subscribe', 'proxy'] as const;
/** More than anybody deploys at once; each is judged by dozens of rules. */
const MOST_INTEGRATIONS = 1_000;
const NAME = /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Everything that is wrong with a manifest, all at once; empty when it can be deployed. */
export function checkManifest(value: unknown, surroundings: Surroundings): Fault[] {
  const root: Spot = { value, path: [] };
  const list = child(root, 'integrations');
  const integrations = items(list);
  if (integrations.length > MOST_INTEGRATIONS)
    return [error(list.path, 'integration-structure', `A manifest has at most ${MOST_INTEGRATIONS} integrations.`)];
  return [
    ...shapeFaults(root, manifestShape),
    ...versionFaults(child(root, 'specVersion')),
    ...(integrations.length === 0 ? emptyList(list, 'integration-structure') : []),
    ...duplicates(integrations, 'name', 'duplicate-integration'),
    ...integrations.flatMap((integration) => integrationFaults(integration, surroundings)),
  ];
}

function versionFaults(spot: Spot): Fault[] {
  if (!isPresent(spot) || spot.value === SPEC_VERSION) return [];
  return [
    error(spot.path, 'spec-version', `The version must be ${SPEC_VERSION}.`, `Write specVersion: ${SPEC_VERSION}`),
  ];
}

function integrationFaults(integration: Spot, surroundings: Surroundings): Fault[] {
  const hasAction = ACTIONS.some((action) => isPresent(child(integration, action)));
  return [
    ...nameFaults(child(integration, 'name')),
    ...(hasAction
      ? []
      : [
          error(integration.path, 'integration-structure', `An integration has at least one of ${ACTIONS.join(', ')}.`),
        ]),
    ...readRules(child(integration, 'read'), integration, surroundings),
    ...writeRules(child(integration, 'write')),
    ...subscribeRules(integration, surroundings),
    ...providerRules(integration, surroundings),
  ];
}

function nameFaults(spot: Spot): Fault[] {
  const name = textOf(spot);
  if (!name || name.length > 64) return [];
  if (UUID.test(name)) return [error(spot.path, 'integration-name', 'A name may not look like an id.')];
  return NAME.test(name)
    ? []
    : [
        error(
          spot.path,
          'integration-name',
          'A name has letters, digits, hyphens and underscores, and begins with a letter or digit.',
        ),
      ];
}

function writeRules(write: Spot): Fault[] {
  if (!isPresent(write)) return [];
  const objects = child(write, 'objects');
  return [
    ...(items(objects).length === 0 ? emptyList(objects, 'write-objects') : []),
    ...duplicates(items(objects), 'objectName', 'duplicate-write-object'),
  ];
}
