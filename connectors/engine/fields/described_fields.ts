import type { CursorState } from '../read/cursor_text.ts';
import { describeField } from './describe_fields.ts';
import { ProviderFailure } from '../answer/failure.ts';
import { rawDescriptions } from './metadata_pages.ts';
import type { ReadContext } from '../read/read_plain.ts';

/**
 * Query languages without a word for "everything" need every field by its name. `selection: described` takes the names
 * from the object's own description, with one more call for each page that is asked for by a query.
 */
export async function described(at: CursorState | null, context: ReadContext): Promise<ReadContext> {
  const { target, plan, note } = context;
  const facts = plan.spec.metadata;
  const isAsked = target.fields.length > 0 || isByUrl(at);
  if (isAsked || !needsNames(context) || facts?.path === undefined) return context;
  const { raw } = await rawDescriptions({ ...context, facts });
  const fields = raw.flatMap((one) => describeField(one, facts)?.fieldName ?? []);
  if (fields.length === 0)
    throw new ProviderFailure('notFound', `${target.provider.displayName} describes no fields of "${plan.name}".`);
  note(`all ${fields.length} fields that the provider describes are asked for`);
  return { ...context, target: { ...target, fields } };
}

/** Some have no word for everything, others give a little unasked and the rest by name. */
function needsNames({ target, plan: { spec } }: ReadContext): boolean {
  return spec.selection === 'described' || (target.everything === true && spec.fields?.partial === true);
}

/** A next page's URL holds the query already. */
function isByUrl(at: CursorState | null): boolean {
  return at !== null && 'step' in at && at.step !== null && 'url' in at.step;
}
