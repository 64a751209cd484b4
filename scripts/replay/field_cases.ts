import { ProviderFailure } from '../../connectors/engine/answer/failure.ts';
import { findField } from '../../connectors/engine/field_descriptions/field_metadata.ts';
import { readMetadata } from '../../connectors/engine/fields/metadata.ts';
import { upsertFields } from '../../connectors/engine/upserts/upsert_fields.ts';
import type { UpsertTarget } from '../../connectors/engine/upserts/upsert_target.ts';
import type { UpsertResult } from '../../lib/fields/field_definition.ts';
import type { FieldMetadata } from '../../lib/fields/field_metadata.ts';
import type { SendRequest } from '../../lib/http/outbound.ts';
import { failureFault } from './expectation.ts';
import type { ExpectedField, FieldsOutcome, ReplayCase } from './replay_case.ts';

/** How the described fields of a case differ from the expected ones; null when they do not. */
export async function describeFault(
  replayCase: ReplayCase,
  target: UpsertTarget,
  send: SendRequest,
): Promise<string | null> {
  const { input, ok } = replayCase.expected;
  for (const objectName of input?.value ?? []) {
    const found = await readMetadata({ ...target, objectName }, send, Date.now()).catch(failureOr);
    if (found instanceof ProviderFailure) return failureFault(replayCase, found);
    if (ok === false) return 'described the fields where the source fails';
    const fault = fieldsFault(resultOf(asserted(replayCase), objectName), found.fields);
    if (fault) return fault;
  }
  return null;
}

function failureOr(error: unknown): ProviderFailure {
  if (error instanceof ProviderFailure) return error;
  throw error;
}

/** The expected fields of an object. The source writes object names in lower case. */
function resultOf({ Result }: FieldsOutcome, objectName: string): Record<string, ExpectedField> {
  return findField(Result ?? {}, objectName)?.Fields ?? {};
}

function fieldsFault(wanted: Record<string, ExpectedField>, found: Record<string, FieldMetadata>): string | null {
  for (const [name, expected] of Object.entries(wanted)) {
    const field = findField(found, name);
    if (!field) return `${name} is missing`;
    const differing = Object.entries(differences(name, expected, field)).find(([, differs]) => differs);
    if (differing) return `${name} differs in ${differing[0]}: ${JSON.stringify(field)}`;
  }
  return null;
}

/**
 * The differences of a field. Not compared: parts that the source does not have, and fields that the provider did not
 * describe, because sources invent different texts for them. (A field from a fixed list of the source has no display
 * name.)
 */
function differences(name: string, expected: ExpectedField, field: FieldMetadata): Record<string, boolean> {
  if (field.providerType === undefined || expected.DisplayName === name) return {};
  const unlike = <T>(wanted: T | null | undefined, given: T | undefined) =>
    wanted !== null && wanted !== undefined && given !== undefined && wanted !== given;
  const values = expected.Values?.map(({ Value, DisplayValue }) => `${Value}=${DisplayValue}`).sort();
  const given = (field.values ?? []).map(({ value, displayValue }) => `${value}=${displayValue}`).sort();
  return {
    displayName: field.displayName !== expected.DisplayName,
    valueType: field.valueType !== expected.ValueType,
    providerType: unlike(expected.ProviderType, field.providerType),
    readOnly: unlike(expected.ReadOnly, field.readOnly),
    isCustom: unlike(expected.IsCustom, field.isCustom),
    isRequired: unlike(expected.IsRequired, field.isRequired),
    values: values !== undefined && values.join() !== given.join(),
    referenceTo: expected.ReferenceTo !== null && expected.ReferenceTo.join() !== (field.referenceTo ?? []).join(),
  };
}

/** Judges an upsert of fields: compares each action. A refusal is a field that does not match the request. */
export async function upsertFault(
  replayCase: ReplayCase,
  target: UpsertTarget,
  send: SendRequest,
): Promise<string | null> {
  const { input, ok, expectedErrs = [] } = replayCase.expected;
  const result = await upsertFields(target, input?.fields ?? {}, send, Date.now()).catch(failureOr);
  if (result instanceof ProviderFailure) return failureFault(replayCase, result);
  if (ok === false) return refusalFault(result, expectedErrs);
  if (result.success !== true) return `did not succeed: ${JSON.stringify(result.fields)}`;
  for (const [object, fields] of Object.entries(asserted(replayCase).fields ?? {}))
    for (const [name, { action }] of Object.entries(fields)) {
      const found = result.fields[object]?.[name]?.action;
      if (found !== action) return `${object}.${name}: ${String(found)} where the source has ${action}`;
    }
  return null;
}

function refusalFault({ success, fields }: UpsertResult, words: readonly string[]): string | null {
  const warnings = Object.values(fields).flatMap((ofObject) =>
    Object.values(ofObject).flatMap(({ warnings: list = [] }) => list),
  );
  const isTold = words.some((word) => warnings.some((warning) => warning.includes(word)));
  return !success && isTold ? null : `the source fails with "${words.join('; ')}", here: ${warnings.join('; ')}`;
}

function asserted({ expected: { assertedByTest, result = {} } }: ReplayCase): FieldsOutcome {
  return typeof assertedByTest === 'object' ? assertedByTest : result;
}
