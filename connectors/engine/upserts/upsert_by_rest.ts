/**
 * Upserts custom fields through a provider's REST API, as the provider file declares. Existing fields are read first,
 * to decide between create, update and no change. If they cannot be read, the engine creates every field, and updates
 * the fields that already exist.
 */

import type { FieldDefinition } from '../../../lib/fields/field_definition.ts';
import { isObject, type Json, type JsonObject } from '../../../lib/json/json.ts';
import { scalarText } from '../../../lib/json/scalar_text.ts';
import { exchange } from '../answer/exchange.ts';
import { ProviderFailure } from '../answer/failure.ts';
import { rawDescriptions } from '../field_descriptions/metadata_pages.ts';
import { fieldPlan } from '../fields/metadata.ts';
import type { UpsertByRest } from '../file/field_facts.ts';
import { getPath } from '../json_path.ts';
import { authenticated, baseUrl, type Draft, headersOf } from '../request/draft.ts';
import { escapePath } from '../request/escape_path.ts';
import type { ReadTarget } from '../request/read_target.ts';
import { providerDefinition } from './field_values.ts';
import { isSameDefinition } from './same_definition.ts';
import type { UpsertContext } from './upsert_context.ts';

type WantedField = { fieldName: string; body: JsonObject; warnings: string[]; isThere: boolean };
type Work = UpsertContext & { facts: UpsertByRest; object: string; name: string };

export async function upsertByRest(context: UpsertContext, facts: UpsertByRest): Promise<void> {
  for (const [object, definitions] of Object.entries(context.fields)) {
    const name = nameOf(context, object);
    if (name === null) continue;
    const work: Work = { ...context, facts, object, name };
    const wanted = await changes(work, definitions);
    if (wanted.length > 0 && (await hasGroup(work, wanted))) await apply(work, wanted);
  }
}

/** The provider's name of the object. For an unknown object every field fails, and the name is null. */
function nameOf(context: UpsertContext, object: string): string | null {
  try {
    return fieldPlan(targetOf(context, object)).name;
  } catch (error) {
    if (!isRefusal(error)) throw error;
    for (const { fieldName } of context.fields[object] ?? []) context.outcomes.failed(object, fieldName, error.message);
    return null;
  }
}

/** The fields to create or update. Fields that are unsupported or already match get their result here. */
async function changes(work: Work, definitions: FieldDefinition[]): Promise<WantedField[]> {
  const { object, facts, outcomes, target } = work;
  const there = await knownFields(work);
  return definitions.flatMap((field) => {
    const { fieldName } = field;
    const made = providerDefinition(field, facts, target.provider.displayName);
    if (!made) {
      outcomes.failed(object, fieldName, `${target.provider.displayName} has no fields of type ${field.valueType}.`);
      return [];
    }
    const found = there.get(fieldName.toLowerCase());
    if (found === undefined || !isSameDefinition(found, made.body, facts.incidental))
      return [{ fieldName, ...made, isThere: found !== undefined }];
    outcomes.did(object, { fieldName, action: 'none', metadata: found, ...withWarnings(made.warnings) });
    return [];
  });
}

/** The existing fields by lower-case name. Empty when the provider does not list them. */
async function knownFields(work: Work): Promise<Map<string, JsonObject>> {
  const target = targetOf(work, work.object);
  const plan = fieldPlan(target);
  const { metadata: facts } = plan.spec;
  if (facts?.path === undefined) return new Map();
  const list = await rawDescriptions({ target, plan, facts, send: work.send, now: work.now }).catch(
    (error: unknown) => {
      if (isRefusal(error) || (error instanceof ProviderFailure && error.kind === 'providerFault')) return { raw: [] };
      throw error;
    },
  );
  const known = (list.raw as Json[]).filter(isObject);
  return new Map(known.map((raw) => [nameIn(raw, work.facts).toLowerCase(), raw]));
}

async function hasGroup(work: Work, wanted: WantedField[]): Promise<boolean> {
  const { group } = work.facts;
  if (!group) return true;
  try {
    await ask(work, 'GET', group.path).catch(async (error: unknown) => {
      if (!(error instanceof ProviderFailure) || error.kind !== 'notFound') throw error;
      await ask(work, 'POST', group.create.path, group.create.body).catch(async (refusal: unknown) => {
        // Another process may have created the group in the meantime.
        if (!isRefusal(refusal)) throw refusal;
        await ask(work, 'GET', group.path).catch(() => {
          throw refusal;
        });
      });
    });
    return true;
  } catch (error) {
    refuse(work, wanted, error);
    return false;
  }
}

async function apply(work: Work, wanted: WantedField[]): Promise<void> {
  const fresh = wanted.filter(({ isThere }) => !isThere);
  const late: WantedField[] = [];
  for (let from = 0; from < fresh.length; from += work.facts.create.most)
    late.push(...(await create(work, fresh.slice(from, from + work.facts.create.most))));
  for (const one of [...wanted.filter(({ isThere }) => isThere), ...late]) await update(work, one);
}

/**
 * Creates a batch and returns the fields that already existed. A batch that is refused as a whole is retried field by
 * field.
 */
async function create(work: Work, batch: WantedField[]): Promise<WantedField[]> {
  const { create: facts } = work.facts;
  try {
    const answer = await ask(work, 'POST', facts.path, { [facts.list]: batch.map(({ body }) => body) });
    return created(work, batch, answer);
  } catch (error) {
    if (batch.length === 1 || !isRefusal(error)) {
      refuse(work, batch, error);
      return [];
    }
    const late: WantedField[] = [];
    for (const one of batch) late.push(...(await create(work, [one])));
    return late;
  }
}

function created({ facts, object, outcomes }: Work, batch: WantedField[], answer: Json): WantedField[] {
  const { results, errors } = facts.create;
  const made = new Map(listAt(answer, results).map((raw) => [nameIn(raw, facts).toLowerCase(), raw]));
  return batch.flatMap((one) => {
    const { fieldName, warnings } = one;
    const metadata = made.get(fieldName.toLowerCase());
    if (metadata) outcomes.did(object, { fieldName, action: 'create', metadata, ...withWarnings(warnings) });
    if (metadata) return [];
    const mine = (error: JsonObject) =>
      scalarText(getPath(error, errors.name))?.toLowerCase() === fieldName.toLowerCase();
    const error = listAt(answer, errors.list).find(mine);
    if (error && getPath(error, errors.exists.path) === errors.exists.equals) return [one];
    outcomes.failed(object, fieldName, quoted(error && getPath(error, errors.message)));
    return [];
  });
}

async function update(work: Work, one: WantedField): Promise<void> {
  const { method = 'PATCH', path } = work.facts.update;
  const { fieldName, body, warnings } = one;
  try {
    const answer = await ask(
      work,
      method,
      path.replaceAll('{field}', () => encodeURIComponent(fieldName)),
      body,
    );
    const metadata = isObject(answer) ? { metadata: answer } : {};
    work.outcomes.did(work.object, { fieldName, action: 'update', ...metadata, ...withWarnings(warnings) });
  } catch (error) {
    refuse(work, [one], error);
  }
}

/** Records a refusal as the failure of the fields in `wanted`. Any other error ends the upsert. */
function refuse({ object, outcomes }: Work, wanted: WantedField[], error: unknown): void {
  if (!isRefusal(error)) throw error;
  for (const { fieldName } of wanted) outcomes.failed(object, fieldName, error.message);
}

function isRefusal(error: unknown): error is ProviderFailure {
  return (
    error instanceof ProviderFailure && !error.exceeded && (error.kind === 'badRequest' || error.kind === 'notFound')
  );
}

async function ask(work: Work, method: Draft['method'], path: string, body?: JsonObject): Promise<Json> {
  const { provider, variables } = work.target;
  const filled = path.replaceAll('{object}', () => escapePath(work.name));
  const draft: Draft = {
    method,
    url: new URL(baseUrl(provider, variables) + filled),
    headers: headersOf({ provider, variables }),
    ...(body && { body }),
  };
  const answer = await exchange(provider, authenticated(draft, targetOf(work, work.object)), work.send, work.now);
  return answer.body ?? null;
}

function targetOf({ target }: UpsertContext, objectName: string): ReadTarget {
  return { ...target, objectName, fields: [] };
}

function listAt(answer: Json, path: string): JsonObject[] {
  const list = getPath(answer, path);
  return Array.isArray(list) ? list.filter(isObject) : [];
}

function nameIn(raw: JsonObject, { name }: UpsertByRest): string {
  return scalarText(getPath(raw, name)) ?? '';
}

const MAX_QUOTE = 300;

function quoted(message: Json | undefined): string {
  return (scalarText(message) ?? 'The provider did not create the field and gave no reason.').slice(0, MAX_QUOTE);
}

function withWarnings(warnings: string[]): { warnings?: string[] } {
  return warnings.length > 0 ? { warnings } : {};
}
