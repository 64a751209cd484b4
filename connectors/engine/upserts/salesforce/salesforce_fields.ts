/**
 * Custom fields of Salesforce, through its Metadata API. Existing fields are read; fields that are missing or differ
 * are upserted. Salesforce shows a new field to nobody, so a permission set makes it visible to the user who connected.
 */
import { isObject, type JsonObject } from '../../../../lib/json/json.ts';
import { CallNotMade, ProviderFailure } from '../../answer/failure.ts';
import { isSameDefinition } from '../same_definition.ts';
import type { UpsertContext } from '../upsert_context.ts';
import { type CustomField, customField, IGNORED_ELEMENTS } from './salesforce_custom_field.ts';
import { elementAt, type SalesforceOrg, salesforceOrg, textOf } from './salesforce_org.ts';
import { makeVisible } from './salesforce_visibility.ts';

/** The max number of components in one call. */
const MAX_AT_ONCE = 10;

type Wanted = CustomField & { object: string; fieldName: string; fullName: string };
type Work = UpsertContext & { org: SalesforceOrg };

export async function salesforceFields(context: UpsertContext): Promise<void> {
  const work: Work = { ...context, org: salesforceOrg(context.target, context.send, context.now) };
  const wanted = Object.entries(context.fields).flatMap(([object, definitions]) =>
    definitions.map((field): Wanted => {
      const { fieldName } = field;
      return { object, fieldName, fullName: `${object}.${fieldName}`, ...customField(object, field) };
    }),
  );
  const good: Wanted[] = [];
  for (const part of parts(wanted)) good.push(...(await upsertPart(work, part)));
  const hideable = good.filter(({ elements }) => elements['required'] !== 'true');
  if (hideable.length > 0) await show(work, hideable);
}

/**
 * Upserts a batch. Returns the fields that now match their definition. A batch that is refused as a whole is retried
 * field by field, so that only the field at fault fails.
 */
async function upsertPart(work: Work, part: Wanted[]): Promise<Wanted[]> {
  const { outcomes, org } = work;
  const there = await knownFields(org, part);
  const same = part.filter((one) => isThere(there, one));
  for (const { object, fieldName, warnings } of same)
    outcomes.did(object, { fieldName, action: 'none', ...withWarnings(warnings) });
  const other = part.filter((one) => !same.includes(one));
  if (other.length === 0) return same;
  try {
    const results = await org.metadata('upsertMetadata', {
      'metadata xsi:type="CustomField"': other.map(({ elements }) => elements),
    });
    return [...same, ...other.filter((one) => settle(work, one, results))];
  } catch (error) {
    if (!isRefusal(error)) throw error;
    if (other.length > 1) for (const one of other) same.push(...(await upsertPart(work, [one])));
    else for (const { object, fieldName } of other) outcomes.failed(object, fieldName, error.message);
    return same;
  }
}

/**
 * The existing fields by lower-case full name. Empty when they cannot be read; then all fields are upserted
 * (idempotent).
 */
async function knownFields(org: SalesforceOrg, part: Wanted[]): Promise<Map<string, JsonObject>> {
  const results = await org
    .metadata('readMetadata', { type: 'CustomField', fullNames: part.map(({ fullName }) => fullName) })
    .catch((error: unknown) => {
      if (isRefusal(error) || (error instanceof ProviderFailure && error.kind === 'providerFault')) return [];
      throw error;
    });
  const records = results.flatMap((result) => [result['records'] ?? []].flat().filter(isObject));
  return new Map(records.map((record) => [textOf(record['fullName']).toLowerCase(), record]));
}

/**
 * Whether the existing field matches. Salesforce omits elements that are false, so this function adds them before the
 * comparison.
 */
function isThere(known: Map<string, JsonObject>, { fullName, elements }: Wanted): boolean {
  const record = known.get(fullName.toLowerCase());
  if (!record) return false;
  const set = elementAt(record, 'valueSet');
  const values = set && [elementAt(set, 'valueSetDefinition')?.['value'] ?? []].flat().filter(isObject);
  const there = {
    required: 'false',
    unique: 'false',
    ...record,
    ...(set && {
      valueSet: {
        restricted: 'false',
        ...set,
        valueSetDefinition: { value: (values ?? []).map((value) => ({ default: 'false', ...value })) },
      },
    }),
  };
  return isSameDefinition(there, JSON.parse(JSON.stringify(elements)) as JsonObject, IGNORED_ELEMENTS);
}

function settle({ outcomes }: Work, { object, fieldName, fullName, warnings }: Wanted, results: JsonObject[]): boolean {
  const result = results.find((one) => textOf(one['fullName']).toLowerCase() === fullName.toLowerCase());
  if (textOf(result?.['success']) !== 'true') {
    outcomes.failed(object, fieldName, reason(result));
    return false;
  }
  const action = textOf(result?.['created']) === 'true' ? 'create' : 'update';
  outcomes.did(object, { fieldName, action, ...withWarnings(warnings) });
  return true;
}

const MAX_QUOTE = 300;

function reason(result: JsonObject | undefined): string {
  const errors = [result?.['errors'] ?? []].flat().filter(isObject);
  const words = errors.map((error) => textOf(error['message'])).filter(Boolean);
  return words.join(' ').slice(0, MAX_QUOTE) || 'Salesforce did not create the field and gave no reason.';
}

/** Makes the fields visible. A field that stays invisible counts as failed, although it exists. */
async function show({ org, outcomes }: Work, fields: Wanted[]): Promise<void> {
  try {
    await makeVisible(
      org,
      fields.map(({ fullName }) => fullName),
    );
  } catch (error) {
    if (!(error instanceof ProviderFailure || error instanceof CallNotMade)) throw error;
    if (!isRefusal(error) && !outcomes.hasChanged()) throw error;
    for (const { object, fieldName } of fields)
      outcomes.failed(object, fieldName, `The field exists, but could not be made visible: ${error.message}`);
  }
}

function parts(wanted: Wanted[]): Wanted[][] {
  const count = Math.ceil(wanted.length / MAX_AT_ONCE);
  return Array.from({ length: count }, (_, index) => wanted.slice(index * MAX_AT_ONCE, (index + 1) * MAX_AT_ONCE));
}

function isRefusal(error: unknown): error is ProviderFailure {
  return (
    error instanceof ProviderFailure && !error.exceeded && (error.kind === 'badRequest' || error.kind === 'notFound')
  );
}

function withWarnings(warnings: string[]): { warnings?: string[] } {
  return warnings.length > 0 ? { warnings } : {};
}
