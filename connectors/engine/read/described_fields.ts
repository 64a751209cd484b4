import { ProviderFailure } from '../answer/failure.ts';
import { describeField } from '../field_descriptions/describe_fields.ts';
import { rawDescriptions } from '../field_descriptions/metadata_pages.ts';
import type { CursorState } from './cursor_text.ts';
import type { ReadContext } from './read_plain.ts';

/**
 * Adds the names of all fields to a read that names none, if the provider needs them (`needsNames`). The names come
 * from the object's metadata, which costs another call for each page that is not requested by a URL. Throws
 * ProviderFailure `notFound` when the metadata has no fields.
 */
export async function withDescribedFields(at: CursorState | null, context: ReadContext): Promise<ReadContext> {
  const { target, plan, note } = context;
  const facts = plan.spec.metadata;
  const isAsked = target.fields.length > 0 || isByUrl(at);
  if (isAsked || !needsNames(context) || facts?.path === undefined) return context;
  const { raw } = await rawDescriptions({ ...context, facts });
  const fields = raw.flatMap((one) => describeField(one, facts)?.fieldName ?? []);
  if (fields.length === 0)
    throw new ProviderFailure(
      'notFound',
      `${target.provider.displayName} returned no field metadata for "${plan.name}".`,
    );
  note(`all ${fields.length} described fields are requested`);
  return { ...context, target: { ...target, fields } };
}

/**
 * Whether field names must be sent: the query language has no "select all" (`selection: described`), or all fields are
 * wanted and the provider returns only some by default (`fields.partial`).
 */
function needsNames({ target, plan: { spec } }: ReadContext): boolean {
  return spec.selection === 'described' || (target.everything === true && spec.fields?.partial === true);
}

/** Whether the page is requested by a URL of the provider, which already contains the query. */
function isByUrl(at: CursorState | null): boolean {
  return at !== null && 'step' in at && at.step !== null && 'url' in at.step;
}
