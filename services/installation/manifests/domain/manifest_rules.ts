import { MAX_INTEGRATIONS, SPEC_VERSION } from '../../../../lib/manifest/manifest_schema.ts';
import { duplicates, emptyList } from './list_rules.ts';
import { error, type Fault } from '../../domain/fault.ts';
import { providerRules } from './manifest_provider_rules.ts';
import { readRules } from './manifest_read_rules.ts';
import { manifestShape } from './manifest_shape.ts';
import { subscribeRules } from './manifest_subscribe_rules.ts';
import { notRunFaults } from './not_run.ts';
import { shapeFaults } from '../../domain/shape.ts';
import { child, isPresent, items, textOf, type PathNode } from '../../domain/node_at_path.ts';
import type { ValidationContext } from './validation_context.ts';

const ACTIONS = ['read', 'write', 'subscribe', 'proxy'] as const;
const NAME = /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const EMPTY = `It needs specVersion: ${SPEC_VERSION} and a list of integrations.`;

/** All errors and warnings of a manifest at once. It can be deployed when there is no error. */
export function checkManifest(value: unknown, validationContext: ValidationContext): Fault[] {
  const root: PathNode = { value, path: [] };
  if (value === null || value === undefined) return [error(root.path, 'type', 'The manifest is empty.', EMPTY)];
  const list = child(root, 'integrations');
  const integrations = items(list);
  if (integrations.length > MAX_INTEGRATIONS)
    return [error(list.path, 'integration-structure', `A manifest has at most ${MAX_INTEGRATIONS} integrations.`)];
  return [
    ...shapeFaults(root, manifestShape),
    ...versionFaults(child(root, 'specVersion')),
    ...(integrations.length === 0 ? emptyList(list, 'integration-structure') : []),
    ...duplicates(integrations, 'name', 'duplicate-integration'),
    ...integrations.flatMap((integration) => integrationFaults(integration, validationContext)),
  ];
}

function versionFaults(node: PathNode): Fault[] {
  if (!isPresent(node) || node.value === SPEC_VERSION) return [];
  return [
    error(node.path, 'spec-version', `The version must be ${SPEC_VERSION}.`, `Write specVersion: ${SPEC_VERSION}`),
  ];
}

function integrationFaults(integration: PathNode, validationContext: ValidationContext): Fault[] {
  const hasAction = ACTIONS.some((action) => isPresent(child(integration, action)));
  return [
    ...nameFaults(child(integration, 'name')),
    ...(hasAction
      ? []
      : [
          error(integration.path, 'integration-structure', `An integration has at least one of ${ACTIONS.join(', ')}.`),
        ]),
    ...readRules(child(integration, 'read'), integration, validationContext),
    ...writeRules(child(integration, 'write')),
    ...subscribeRules(integration, validationContext),
    ...providerRules(integration, validationContext),
    ...notRunFaults(integration),
  ];
}

function nameFaults(node: PathNode): Fault[] {
  const name = textOf(node);
  if (!name || name.length > 64) return [];
  if (UUID.test(name)) return [error(node.path, 'integration-name', 'A name may not look like an id.')];
  return NAME.test(name)
    ? []
    : [
        error(
          node.path,
          'integration-name',
          'A name has letters, digits, hyphens and underscores, and begins with a letter or digit.',
        ),
      ];
}

function writeRules(write: PathNode): Fault[] {
  if (!isPresent(write)) return [];
  const objects = child(write, 'objects');
  return [
    ...(items(objects).length === 0 ? emptyList(objects, 'write-objects') : []),
    ...duplicates(items(objects), 'objectName', 'duplicate-write-object'),
  ];
}
