import { ProviderFailure } from '../answer/failure.ts';
import { describeField } from '../field_descriptions/describe_fields.ts';
import { rawDescriptions } from '../field_descriptions/metadata_pages.ts';
import type { CursorState } from './cursor_text.ts';
import type { ReadContext } from './read_plain.ts';

/**
 * Some query languages have no "select all". `selection: described` takes the field names from the object's metadata.
 * It costs one extra call for each page that is requested by a query. Throws ProviderFailure `notFound` when the
 * metadata has no fields.
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
 * Whether field names must be sent: the language has no "select all", or all fields are wanted and the provider returns
 * only some by default.
 */
function needsNames({ target, plan: { spec } }: ReadContext): boolean {
  return spec.selection === 'described' || (target.everything === true && spec.fields?.partial === true);
}

/** Whether the page is requested by a URL of the provider, which already contains the query. */
function isByUrl(at: CursorState | null): boolean {
  return at !== null && 'step' in at && at.step !== null && 'url' in at.step;
}
