import type { Json } from '../../../lib/json/json.ts';

export type ProviderRecord = {
  id: string | null;
  /** The time of the last change, in the provider's format. */
  updatedAt: string | null;
  /** The record, with its field groups (`flatten`) moved to the top level. */
  fields: Record<string, Json>;
  /** The record as the provider sent it. */
  raw: Json;
  /** Set if the record was deleted. `at` is in the provider's format; null when unknown. */
  deleted?: { at: string | null };
};
