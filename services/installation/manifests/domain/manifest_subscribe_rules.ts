import { duplicates, emptyList } from './list_rules.ts';
import { error, warning, type Fault } from '../../domain/fault.ts';
import { scheduleFaults } from './manifest_read_rules.ts';
import { child, isPresent, items, textOf, type PathNode } from '../../domain/node_at_path.ts';
import type { ValidationContext } from './validation_context.ts';

const RECORD_EVENTS = ['createEvent', 'updateEvent', 'deleteEvent', 'associationChangeEvent'];
const SCHEMA_GAP_MINUTES = 60;
const MAX_SALESFORCE_OBJECTS = 5;

export function subscribeRules(integration: PathNode, validationContext: ValidationContext): Fault[] {
  return [
    ...scheduleFaults(child(child(integration, 'watchSchema'), 'schedule'), validationContext, SCHEMA_GAP_MINUTES),
    ...(isPresent(child(integration, 'subscribe')) ? blockFaults(integration) : []),
  ];
}

function blockFaults(integration: PathNode): Fault[] {
  const subscribe = child(integration, 'subscribe');
  const list = child(subscribe, 'objects');
  const objects = items(list);
  return [
    ...(isPresent(child(integration, 'read'))
      ? []
      : [error(subscribe.path, 'subscribe-requires-read', 'An integration that subscribes also has a read block.')]),
    ...(objects.length === 0 ? emptyList(list, 'subscribe-objects') : []),
    ...(textOf(child(integration, 'provider')) === 'salesforce' && objects.length > MAX_SALESFORCE_OBJECTS
      ? [
          error(
            list.path,
            'salesforce-subscribe-limit',
            `Salesforce allows ${MAX_SALESFORCE_OBJECTS} subscribed objects.`,
          ),
        ]
      : []),
    ...duplicates(objects, 'objectName', 'duplicate-subscribe-object'),
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
