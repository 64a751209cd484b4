import { isBrokenPath } from '../../../lib/fields/field_path.ts';
import { pathConflicts } from '../../../lib/fields/path_conflicts.ts';
import { MAX_BACKFILL_DAYS, MAX_PAGE_SIZE, MIN_PAGE_SIZE } from '../../../lib/manifest/read_schema.ts';
import { child, error, type Fault, isPresent, items, type PathNode, textOf, warning } from '../fault.ts';
import { scheduleFaults } from '../schedule_faults.ts';
import type { ValidationContext } from './manifest_provider_rules.ts';
import { duplicateFaults, emptyListFaults } from './manifest_rules.ts';

const SCHEDULE_RULES = { syntax: 'schedule-syntax', minGap: 'schedule-minimum-interval' };
/** A sweep lists every record, so it may not run often. */
const MIN_SWEEP_GAP_MINUTES = 60;
const LARGE_BACKFILL_DAYS = 180;
const MAX_GOOGLE_CALENDAR_DAYS = 28;

export function readFaults(read: PathNode, integration: PathNode, validationContext: ValidationContext): Fault[] {
  if (!isPresent(read)) return [];
  const list = child(read, 'objects');
  const provider = textOf(child(integration, 'provider')) ?? '';
  return [
    ...(items(list).length === 0 ? emptyListFaults(list, 'read-objects') : []),
    ...duplicateFaults(items(list), 'objectName', 'duplicate-read-object'),
    ...duplicateFaults(items(list), 'mapToName', 'duplicate-read-object'),
    ...items(list).flatMap((object) => [
      ...manifestScheduleFaults(child(object, 'schedule'), validationContext),
      ...manifestScheduleFaults(
        child(child(child(object, 'deletes'), 'sweep'), 'schedule'),
        validationContext,
        MIN_SWEEP_GAP_MINUTES,
      ),
      ...deliveryFaults(child(object, 'delivery')),
      ...backfillFaults(child(object, 'backfill'), provider, textOf(child(object, 'objectName')) ?? ''),
      ...alwaysFaults(object),
      ...fieldFaults(object),
    ]),
  ];
}

export function manifestScheduleFaults(
  node: PathNode,
  { checkCron }: ValidationContext,
  minGapMinutes?: number,
): Fault[] {
  return scheduleFaults(node, checkCron, SCHEDULE_RULES, minGapMinutes);
}

function deliveryFaults(delivery: PathNode): Fault[] {
  if (!isPresent(delivery)) return [];
  const pageSize = child(delivery, 'pageSize');
  const size = pageSize.value;
  if (textOf(child(delivery, 'mode')) === 'onRequest') {
    const fits = typeof size === 'number' && size >= MIN_PAGE_SIZE && size <= MAX_PAGE_SIZE;
    const message = `Delivery on request needs a pageSize from ${MIN_PAGE_SIZE} to ${MAX_PAGE_SIZE}.`;
    return fits ? [] : [error(pageSize.path, 'delivery-mode', message)];
  }
  return isPresent(pageSize)
    ? [error(pageSize.path, 'delivery-mode', 'A pageSize belongs to delivery mode onRequest only.')]
    : [];
}

function backfillFaults(backfill: PathNode, provider: string, object: string): Fault[] {
  const period = child(backfill, 'defaultPeriod');
  if (!isPresent(period)) return [];
  const days = child(period, 'days');
  const full = child(period, 'fullHistory');
  if (isPresent(days) === isPresent(full))
    return [error(period.path, 'backfill-config', 'Set either days or fullHistory.')];
  if (Number(days.value) > MAX_BACKFILL_DAYS)
    return [
      error(
        days.path,
        'backfill-config',
        `At most ${MAX_BACKFILL_DAYS} days.`,
        'Set fullHistory: true to read everything.',
      ),
    ];
  return [...providerBackfillFaults({ days, full }, provider, object), ...largeBackfill({ days, full })];
}

type BackfillPeriod = { days: PathNode; full: PathNode };

function providerBackfillFaults({ days, full }: BackfillPeriod, provider: string, object: string): Fault[] {
  if (provider === 'snowflake' && full.value !== true) {
    return [error(days.path, 'snowflake-backfill', 'Snowflake can only be backfilled with its full history.')];
  }
  if (!/^google/.test(provider) || object !== 'events') return [];
  if (full.value === true)
    return [error(full.path, 'google-calendar-backfill', 'Calendar events have no full history.')];
  return Number(days.value) > MAX_GOOGLE_CALENDAR_DAYS
    ? [
        error(
          days.path,
          'google-calendar-backfill',
          `Calendar events go back ${MAX_GOOGLE_CALENDAR_DAYS} days at most.`,
        ),
      ]
    : [];
}

function largeBackfill({ days, full }: BackfillPeriod): Fault[] {
  if (full.value === true)
    return [warning(full.path, 'large-backfill-risk', 'The full history may take hours to read.')];
  return Number(days.value) > LARGE_BACKFILL_DAYS
    ? [warning(days.path, 'large-backfill-risk', `More than ${LARGE_BACKFILL_DAYS} days may take hours to read.`)]
    : [];
}

/**
 * Faults of an object with `enabled: always`. It is read even if the customer chose nothing, so the manifest must
 * contain all settings.
 */
function alwaysFaults(object: PathNode): Fault[] {
  const enabled = child(object, 'enabled');
  if (textOf(enabled) !== 'always') return [];
  const required = child(object, 'requiredFields');
  const rule = 'always-enabled-fields';
  return [
    ...(items(required).length === 0 ? [error(enabled.path, rule, 'enabled: always needs requiredFields.')] : []),
    ...(isPresent(child(object, 'schedule')) ? [] : [error(enabled.path, rule, 'enabled: always needs a schedule.')]),
    ...items(required)
      .filter((field) => isPresent(child(field, 'mapToName')) && isPresent(child(field, 'fieldName')))
      .map((field) =>
        error(child(field, 'mapToName').path, rule, 'With enabled: always, a required field may not be renamed.'),
      ),
  ];
}

function fieldFaults(object: PathNode): Fault[] {
  const fields = [...items(child(object, 'requiredFields')), ...items(child(object, 'optionalFields'))];
  return [
    ...fields
      .filter((field) => !isPresent(child(field, 'fieldName')) && !isPresent(child(field, 'mapToName')))
      .map((field) => error(field.path, 'required-field', 'A field has a fieldName, a mapToName or both.')),
    ...duplicateFaults(fields, 'mapToName', 'field-mapping-unique'),
    ...fields.flatMap((field) => [child(field, 'fieldName'), child(field, 'mapToName')].flatMap(brokenPathFaults)),
    ...nameConflicts(fields.map((field) => child(field, 'mapToName'))),
  ];
}

function brokenPathFaults(node: PathNode): Fault[] {
  return isBrokenPath(textOf(node) ?? '')
    ? [error(node.path, 'field-path', "Write a nested field as $['outer']['inner'].")]
    : [];
}

/**
 * Several mapped names may be paths into one nested object, but no name may be a path into the value of another name.
 */
function nameConflicts(targets: readonly PathNode[]): Fault[] {
  const conflicts = pathConflicts();
  return targets.flatMap((node) => {
    const name = textOf(node);
    if (name === undefined) return [];
    const other = conflicts.conflictOf(name);
    conflicts.add(name);
    return other === undefined
      ? []
      : [error(node.path, 'field-mapping-unique', `${name} conflicts with ${other}: one lies inside the other.`)];
  });
}
