/**
 * The fields of an object, read live. If the file declares a metadata endpoint, the fields come from this endpoint.
 * Otherwise names and types are inferred from a page of records.
 */

import type { FieldMetadata, ObjectMetadata } from '../../../lib/fields/field_metadata.ts';
import type { SendRequest } from '../../../lib/http/outbound.ts';
import { scalarText } from '../../../lib/json/scalar_text.ts';
import { toIso } from '../../../lib/time/iso.ts';
import { describeField } from '../field_descriptions/describe_fields.ts';
import { findField, titleCase } from '../field_descriptions/field_metadata.ts';
import { inferFields } from '../field_descriptions/infer_fields.ts';
import { knownFields } from '../field_descriptions/known_fields.ts';
import { addDescriptions, ignoreOptionalFailure } from '../field_descriptions/metadata_additions.ts';
import { rawDescriptions } from '../field_descriptions/metadata_pages.ts';
import type { MetadataSpec } from '../file/field_facts.ts';
import type { ObjectPlan } from '../file/object_plan.ts';
import { getPath } from '../json_path.ts';
import { findObject, objectNames } from '../objects/objects.ts';
import { readPage } from '../read/read.ts';
import type { ReadTarget } from '../request/read_target.ts';

type MetadataTarget = Omit<ReadTarget, 'fields' | 'since' | 'until' | 'filters' | 'pageSize'>;
type Context = { target: ReadTarget; plan: ObjectPlan; facts: MetadataSpec; send: SendRequest; now: number };

/** Max pages to read for samples. More than one, because a page may be empty although a later page has records. */
const MAX_PAGES = 3;
/** The requested number of sample records. Enough to show nearly every field. */
const SAMPLE_SIZE = 50;
/** The max number of sample records, for a provider whose page is larger than requested. */
const MAX_RECORDS = 200;
const DAY_MS = 86_400_000;

/** Reads the fields of one object. Throws ProviderFailure. `now` is in Unix milliseconds. */
export async function readMetadata(asked: MetadataTarget, send: SendRequest, now: number): Promise<ObjectMetadata> {
  const target: ReadTarget = { ...asked, fields: [] };
  const plan = fieldPlan(target);
  const facts = plan.spec.metadata ?? {};
  const context: Context = { target, plan, facts, send, now };
  if (facts.path === undefined)
    return metadataOf(plan.name, titleCase(plan.name), await knownAndSampledFields(context));
  const { raw, body } = await rawDescriptions(context);
  const described = raw.flatMap((one) => describeField(one, facts) ?? []);
  const added = await addDescriptions(context, described);
  const label = added ?? (facts.objectLabel === undefined ? null : scalarText(getPath(body, facts.objectLabel)));
  const inferred = facts.sample ? await knownAndSampledFields(context).catch(ignoreOptionalFailure) : [];
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

/**
 * The fields that the file lists, and the fields of sample records. For an object without a metadata endpoint, or whose
 * endpoint is incomplete (`sample`).
 */
async function knownAndSampledFields(context: Context): Promise<FieldMetadata[]> {
  const known = knownFields(context.target, context.plan.name);
  return known.length === 0
    ? sampleFields(context)
    : merged(await sampleFields(context).catch(ignoreOptionalFailure), known);
}

/** The plan for reading metadata. A file without objects may declare metadata for objects of any name. */
export function fieldPlan({ provider, module, objectName }: ReadTarget): ObjectPlan {
  const describesAny = provider.metadata?.path !== undefined && objectNames(provider, module).length === 0;
  if (!describesAny || !provider.metadata) return findObject(provider, module, objectName);
  return { name: objectName, spec: { path: '', metadata: provider.metadata } };
}

function metadataOf(name: string, displayName: string, fields: FieldMetadata[]): ObjectMetadata {
  return { name, displayName, fields: Object.fromEntries(fields.map((field) => [field.fieldName, field])) };
}

/** Merges fields. A description wins over a known or inferred field, but keeps the spelling of the record's key. */
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

async function sampleFields({ target, plan, send, now }: Context): Promise<FieldMetadata[]> {
  const sample: ReadTarget = { ...target, pageSize: SAMPLE_SIZE, ...lately(plan, now) };
  let cursor: string | null = null;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const { records, next } = await readPage(sample, cursor, send, { now: () => now });
    if (records.length > 0) return inferFields(records.slice(0, MAX_RECORDS).map(({ fields }) => fields));
    if (next === null) return [];
    cursor = next;
  }
  return [];
}

/** A windowed read starts years ago, where windows may be empty. So a sample reads only the last windows. */
function lately({ spec: { windows } }: ObjectPlan, now: number): Pick<ReadTarget, 'since'> {
  return windows ? { since: toIso(now - MAX_PAGES * windows.days * DAY_MS) } : {};
}
