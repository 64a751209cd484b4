/**
 * The fields of an object, live. Where the provider file names an endpoint that describes them, they are what it says;
 * where it names none, they are inferred from a page of records, which tells names and, as far as values show them, types.
 */
import type { Send } from '../../../lib/http/outbound.ts';
import { scalarText } from '../../../lib/json/scalar_text.ts';
import { toIso } from '../../../lib/time/iso.ts';
import { describeField } from './describe_fields.ts';
import type { MetadataSpec } from '../file/field_facts.ts';
import { findField, titleCase, type FieldMetadata, type ObjectMetadata } from './field_metadata.ts';
import { knownFields } from './known_fields.ts';
import { inferFields } from './infer_fields.ts';
import { getPath } from '../json_path.ts';
import { addDescriptions, nothing } from './metadata_additions.ts';
import { rawDescriptions } from './metadata_pages.ts';
import { findObject, objectNames, type ObjectPlan } from '../objects/objects.ts';
import { readPage } from '../read/read.ts';
import type { ReadTarget } from '../read/read_target.ts';

export type { FieldMetadata, ObjectMetadata } from './field_metadata.ts';

export type MetadataTarget = Omit<ReadTarget, 'fields' | 'since' | 'until' | 'filters' | 'pageSize'>;
type Context = { target: ReadTarget; plan: ObjectPlan; facts: MetadataSpec; send: Send; now: number };

/** A provider that lists no record may still show some on its next page. */
const MOST_PAGES = 3;
/** Enough to see nearly every field once; where a page is larger, so many of its records are looked at. */
const SAMPLE_SIZE = 50;
const MOST_RECORDS = 200;
const DAY = 86_400_000;

/** Throws ProviderFailure. */
export async function readMetadata(asked: MetadataTarget, send: Send, now = Date.now()): Promise<ObjectMetadata> {
  const target: ReadTarget = { ...asked, fields: [] };
  const plan = fieldPlan(target);
  const facts = plan.spec.metadata ?? {};
  const context: Context = { target, plan, facts, send, now };
  if (facts.path === undefined) return metadataOf(plan.name, titleCase(plan.name), await undescribed(context));
  const { raw, body } = await rawDescriptions(context);
  const described = raw.flatMap((one) => describeField(one, facts) ?? []);
  const added = await addDescriptions(context, described);
  const label = added ?? (facts.objectLabel === undefined ? null : scalarText(getPath(body, facts.objectLabel)));
  const inferred = facts.sample ? await undescribed(context).catch(nothing) : [];
  const others = merged(alwaysThere(facts), inferred);
  return metadataOf(plan.name, label || titleCase(plan.name), merged(others, described));
}

function alwaysThere({ known = {} }: MetadataSpec): FieldMetadata[] {
  return Object.entries(known).map(([fieldName, valueType]) => ({
    fieldName,
    displayName: titleCase(fieldName),
    valueType,
  }));
}

/** What the file knows of an object that nothing describes; a record adds what it has beyond that. */
async function undescribed(context: Context): Promise<FieldMetadata[]> {
  const known = knownFields(context.target, context.plan.name);
  return known.length === 0 ? sampled(context) : merged(await sampled(context).catch(nothing), known);
}

/** How an object's fields are described. A file that names no objects may say so for all of them. */
export function fieldPlan({ provider, module, objectName }: ReadTarget): ObjectPlan {
  const describesAny = provider.metadata?.path !== undefined && objectNames(provider, module).length === 0;
  if (!describesAny || !provider.metadata) return findObject(provider, module, objectName);
  return { name: objectName, spec: { path: '', metadata: provider.metadata } };
}

function metadataOf(name: string, displayName: string, fields: FieldMetadata[]): ObjectMetadata {
  return { name, displayName, fields: Object.fromEntries(fields.map((field) => [field.fieldName, field])) };
}

/** What is described wins over what is known or inferred, under the name that the record has for it. */
function merged(inferred: FieldMetadata[], described: FieldMetadata[]): FieldMetadata[] {
  const known = Object.fromEntries(described.map((field) => [field.fieldName, field]));
  const taken = new Set<FieldMetadata>();
  const fromRecord = inferred.map((field) => {
    const better = findField(known, field.fieldName);
    if (better) taken.add(better);
    return better ? { ...better, fieldName: field.fieldName } : field;
  });
  return [...fromRecord, ...described.filter((field) => !taken.has(field))];
}

async function sampled({ target, plan, send, now }: Context): Promise<FieldMetadata[]> {
  const sample: ReadTarget = { ...target, pageSize: SAMPLE_SIZE, ...lately(plan, now) };
  let cursor: string | null = null;
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const { records, next } = await readPage(sample, cursor, send, { now: () => now });
    if (records.length > 0) return inferFields(records.slice(0, MOST_RECORDS).map(({ fields }) => fields));
    if (next === null) return [];
    cursor = next;
  }
  return [];
}

/** A list that is read window by window begins years back, where there may be nothing yet: the last windows have more. */
function lately({ spec: { windows } }: ObjectPlan, now: number): Pick<ReadTarget, 'since'> {
  return windows ? { since: toIso(now - MOST_PAGES * windows.days * DAY) } : {};
}
