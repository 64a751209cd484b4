/**
 * Completes field descriptions from additional endpoints (`also`), because some providers spread an object's metadata
 * over several: fields, display name, choices of each select. A failure of an additional endpoint is ignored, except
 * for `credentials` and `rateLimit`, which affect every call.
 */

import type { FieldMetadata } from '../../../lib/fields/field_metadata.ts';
import type { SendRequest } from '../../../lib/http/outbound.ts';
import type { Json } from '../../../lib/json/json.ts';
import { scalarText } from '../../../lib/json/scalar_text.ts';
import { exchange } from '../answer/exchange.ts';
import { ProviderFailure } from '../answer/failure.ts';
import type { Choices, MetadataAddition, MetadataSpec } from '../file/field_facts.ts';
import type { ObjectPlan } from '../file/object_plan.ts';
import { getPath } from '../json_path.ts';
import { authenticated, baseUrl, type Draft, headersOf } from '../request/draft.ts';
import { escapePath } from '../request/escape_path.ts';
import type { ReadTarget } from '../request/read_target.ts';
import { choicesOf, describeField } from './describe_fields.ts';

type Context = { target: ReadTarget; plan: ObjectPlan; facts: MetadataSpec; send: SendRequest; now: number };

/**
 * Adds the data of the additional endpoints to `fields`, in place. Returns the object's display name, if an endpoint
 * has it; otherwise null.
 */
export async function addDescriptions(context: Context, fields: FieldMetadata[]): Promise<string | null> {
  const { also = [] } = context.facts;
  const [perField, whole] = [also.filter(({ ofTypes }) => ofTypes), also.filter(({ ofTypes }) => !ofTypes)];
  const labels = await Promise.all(whole.map((addition) => add(context, fields, addition)));
  // Sequential: an object may have dozens of selects, and parallel calls could exhaust the rate limit.
  for (const addition of perField) await addChoices(context, fields, addition);
  return labels.find((label) => label) ?? null;
}

/** Ignores a failure of an optional call. Rethrows failures of credentials and rate limits. */
export function ignoreOptionalFailure(error: unknown): [] {
  if (error instanceof ProviderFailure && error.kind !== 'credentials' && error.kind !== 'rateLimit') return [];
  throw error;
}

async function add(context: Context, fields: FieldMetadata[], addition: MetadataAddition): Promise<string | null> {
  const body = await answerAt(context, addition.path);
  if (body === undefined) return null;
  if (addition.required !== undefined) markRequired(fields, getPath(body, addition.required));
  const more = addition.descriptions === undefined ? [] : getPath(body, addition.descriptions);
  if (Array.isArray(more)) fields.push(...more.flatMap((one) => describeField(one, context.facts) ?? []));
  giveChoices(
    fields.filter(({ fieldName }) => addition.fields?.includes(fieldName)),
    body,
    addition.choices,
  );
  return addition.label === undefined ? null : scalarText(getPath(body, addition.label));
}

async function addChoices(context: Context, fields: FieldMetadata[], { path, ofTypes, choices }: MetadataAddition) {
  for (const field of fields.filter(({ providerType = '' }) => ofTypes?.includes(providerType))) {
    const body = await answerAt(
      context,
      path.replaceAll('{field}', () => escapePath(field.fieldName)),
    );
    if (body !== undefined) giveChoices([field], body, choices);
  }
}

async function answerAt({ target, plan, send, now }: Context, path: string): Promise<Json | undefined> {
  const below = path.replaceAll('{object}', () => escapePath(plan.name));
  const draft: Draft = {
    method: 'GET',
    url: new URL(baseUrl(target.provider, target.variables, plan.spec.baseURL) + below),
    headers: headersOf(target, plan.spec),
  };
  const answer = await exchange(target.provider, authenticated(draft, target), send, now).catch(ignoreOptionalFailure);
  return Array.isArray(answer) ? undefined : (answer.body ?? null);
}

function giveChoices(fields: FieldMetadata[], body: Json, choices: Choices | undefined): void {
  const found = choices ? choicesOf(body, choices) : [];
  for (const field of fields) if (found.length > 0 && !field.values) field.values = found;
}

function markRequired(fields: FieldMetadata[], names: Json | undefined): void {
  const required = Array.isArray(names) ? names.map(scalarText) : [];
  for (const field of fields) field.isRequired = required.includes(field.fieldName);
}
