import type { FieldsByObject, UpsertResult } from '../../../lib/fields/field_definition.ts';
import type { SendRequest } from '../../../lib/http/outbound.ts';
import { CallNotMade, ProviderFailure } from '../answer/failure.ts';
import { fieldOutcomes } from './field_outcomes.ts';
import { salesforceFields } from './salesforce/salesforce_fields.ts';
import { upsertByRest } from './upsert_by_rest.ts';
import type { UpsertContext } from './upsert_context.ts';
import type { UpsertTarget } from './upsert_target.ts';

type FieldHook = (context: UpsertContext) => Promise<void>;

/** The hooks that a provider file can name in `fieldUpsert.hook`. */
export const fieldHooks: Readonly<Record<string, FieldHook>> = { salesforce: salesforceFields };

/**
 * Creates missing fields and updates fields that differ. A field that the provider refuses stays unchanged, and its
 * result says why. Throws ProviderFailure and CallNotMade only while nothing has been changed. After a change, the
 * function passes these errors to `onStop`, and the remaining fields fail with the error's message. The call is
 * idempotent.
 */
export async function upsertFields(
  target: UpsertTarget,
  fields: FieldsByObject,
  send: SendRequest,
  now: number,
  onStop: (error: Error) => Promise<void> = async () => {},
): Promise<UpsertResult> {
  const { fieldUpsert, displayName } = target.provider;
  if (!fieldUpsert) throw new ProviderFailure('badRequest', `Causeway does not create fields at ${displayName}.`);
  const outcomes = fieldOutcomes(fields);
  const context: UpsertContext = { target, fields, outcomes, send, now };
  try {
    if ('hook' in fieldUpsert) await hookNamed(fieldUpsert.hook)(context);
    else await upsertByRest(context, fieldUpsert);
  } catch (error) {
    if (!isOfCall(error) || !outcomes.hasChanged()) throw error;
    await onStop(error);
    outcomes.failRest(error.message);
  }
  return outcomes.result();
}

function isOfCall(error: unknown): error is ProviderFailure | CallNotMade {
  return error instanceof ProviderFailure || error instanceof CallNotMade;
}

function hookNamed(name: string): FieldHook {
  const hook = Object.hasOwn(fieldHooks, name) ? fieldHooks[name] : undefined;
  if (!hook) throw new Error(`A provider file names the unknown hook "${name}".`);
  return hook;
}
