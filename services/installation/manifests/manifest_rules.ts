import { MAX_INTEGRATIONS, SPEC_VERSION } from '../../../lib/manifest/manifest_schema.ts';
import { child, error, type Fault, isPresent, items, type PathNode, textOf, warning } from '../fault.ts';
import { shapeFaults } from '../shape.ts';
import { notRunFaults } from './manifest.ts';
import { providerFaults, type ValidationContext } from './manifest_provider_rules.ts';
import { manifestScheduleFaults, readFaults } from './manifest_read_rules.ts';
import { manifestShape } from './manifest_shape.ts';

const ACTIONS = ['read', 'write', 'subscribe', 'proxy'] as const;
const NAME_PATTERN = /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/;
const UUID_PATTERN = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const EMPTY_REMEDY = `It needs specVersion: ${SPEC_VERSION} and a list of integrations.`;

/** Returns all errors and warnings of a manifest. A manifest without errors can be deployed. */
export function checkManifest(value: unknown, validationContext: ValidationContext): Fault[] {
  const root: PathNode = { value, path: [] };
  if (value === null || value === undefined) return [error(root.path, 'type', 'The manifest is empty.', EMPTY_REMEDY)];
  const list = child(root, 'integrations');
  const integrations = items(list);
  if (integrations.length > MAX_INTEGRATIONS)
    return [error(list.path, 'integration-structure', `A manifest has at most ${MAX_INTEGRATIONS} integrations.`)];
  return [
    ...shapeFaults(root, manifestShape),
    ...versionFaults(child(root, 'specVersion')),
    ...(integrations.length === 0 ? emptyListFaults(list, 'integration-structure') : []),
    ...duplicateFaults(integrations, 'name', 'duplicate-integration'),
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
    ...readFaults(child(integration, 'read'), integration, validationContext),
    ...writeFaults(child(integration, 'write')),
    ...subscribeFaults(integration, validationContext),
    ...providerFaults(integration, validationContext),
    ...notRunFaults(integration),
  ];
}

function nameFaults(node: PathNode): Fault[] {
  const name = textOf(node);
  if (!name || name.length > 64) return [];
  if (UUID_PATTERN.test(name)) return [error(node.path, 'integration-name', 'A name may not look like an id.')];
  return NAME_PATTERN.test(name)
    ? []
    : [
        error(
          node.path,
          'integration-name',
          'A name has letters, digits, hyphens and underscores, and begins with a letter or digit.',
        ),
      ];
}

function writeFaults(write: PathNode): Fault[] {
  if (!isPresent(write)) return [];
  const objects = child(write, 'objects');
  return [
    ...(items(objects).length === 0 ? emptyListFaults(objects, 'write-objects') : []),
    ...duplicateFaults(items(objects), 'objectName', 'duplicate-write-object'),
  ];
}

/**
 * The fault of an empty list. A missing list and a value of another type cause no fault here, because the shape check
 * reports them.
 */
export function emptyListFaults({ value, path }: PathNode, rule: string): Fault[] {
  return Array.isArray(value) ? [error(path, rule, 'This list may not be empty.')] : [];
}

export function duplicateFaults(nodes: PathNode[], key: string, rule: string): Fault[] {
  const seen = new Set<string>();
  return nodes.flatMap((node) => {
    const name = textOf(child(node, key));
    if (name === undefined) return [];
    if (seen.has(name)) return [error(child(node, key).path, rule, `${name} is listed twice.`)];
    seen.add(name);
    return [];
  });
}

const RECORD_EVENTS = ['createEvent', 'updateEvent', 'deleteEvent', 'associationChangeEvent'];
const MIN_SCHEMA_GAP_MINUTES = 60;
const MAX_SALESFORCE_OBJECTS = 5;

function subscribeFaults(integration: PathNode, validationContext: ValidationContext): Fault[] {
  return [
    ...manifestScheduleFaults(
      child(child(integration, 'watchSchema'), 'schedule'),
      validationContext,
      MIN_SCHEMA_GAP_MINUTES,
    ),
    ...(isPresent(child(integration, 'subscribe')) ? subscribeBlockFaults(integration) : []),
  ];
}

function subscribeBlockFaults(integration: PathNode): Fault[] {
  const subscribe = child(integration, 'subscribe');
  const list = child(subscribe, 'objects');
  const objects = items(list);
  return [
    ...(isPresent(child(integration, 'read'))
      ? []
      : [error(subscribe.path, 'subscribe-requires-read', 'An integration that subscribes also has a read block.')]),
    ...(objects.length === 0 ? emptyListFaults(list, 'subscribe-objects') : []),
    ...(textOf(child(integration, 'provider')) === 'salesforce' && objects.length > MAX_SALESFORCE_OBJECTS
      ? [
          error(
            list.path,
            'salesforce-subscribe-limit',
            `Salesforce allows ${MAX_SALESFORCE_OBJECTS} subscribed objects.`,
          ),
        ]
      : []),
    ...duplicateFaults(objects, 'objectName', 'duplicate-subscribe-object'),
    ...objects.flatMap(objectFaults),
  ];
}

function objectFaults(object: PathNode): Fault[] {
  const events = RECORD_EVENTS.filter((event) => isPresent(child(object, event)));
  const inherits = child(object, 'inheritFieldsAndMapping');
  return [
    ...(events.length > 0 && inherits.value !== true
      ? [error(inherits.path, 'subscribe-inherit-fields', 'inheritFieldsAndMapping must be true with these events.')]
      : []),
    ...(events.length === 0 && items(child(object, 'otherEvents')).length === 0
      ? [warning(object.path, 'subscribe-minimum-events', 'This object names no event.')]
      : []),
    ...watchFaults(child(object, 'updateEvent')),
  ];
}

function watchFaults(update: PathNode): Fault[] {
  if (!isPresent(update)) return [];
  const fields = child(update, 'requiredWatchFields');
  const isAuto = isPresent(child(update, 'watchFieldsAuto'));
  return [
    ...(isAuto === isPresent(fields)
      ? [error(update.path, 'update-event-watch-fields', 'Set either watchFieldsAuto or requiredWatchFields.')]
      : []),
    ...items(fields)
      .filter((field) => /[.[\]]/.test(textOf(field) ?? ''))
      .map((field) => error(field.path, 'watch-fields-no-nesting', 'Only top-level fields can be watched.')),
  ];
}
