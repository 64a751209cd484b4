import type { Json } from '../../../lib/json/json.ts';

export type ProviderRecord = {
  id: string | null;
  /** In the provider's format. */
  updatedAt: string | null;
  /** The record, with its field groups (`flatten`) moved to the top level. */
  fields: Record<string, Json>;
  /** The record as it was sent. */
  raw: Json;
  /** Set if the record was deleted. `at` is in the provider's format; null when unknown. */
  deleted?: { at: string | null };
};
