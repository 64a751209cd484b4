import type { Json } from '../../../lib/json/json.ts';
import type { CallAuth } from '../auth/auth.ts';
import type { FieldFilter } from './field_filters.ts';
import type { Provider } from '../file/provider.ts';
import type { EngineSkipped } from './skipped.ts';
import type { Variables } from '../request/template.ts';

/** What to read, and the connection to read it with. */
export type ReadTarget = {
  provider: Provider;
  module?: string | undefined;
  /** The provider's name of the object, or a path on the provider's origin that begins with `/`. */
  objectName: string;
  variables: Variables;
  auth: CallAuth;
  /** The provider's names of the wanted fields; empty means all. */
  fields: readonly string[];
  /** All fields are wanted, including those that the provider returns only when named. */
  everything?: boolean | undefined;
  /** RFC 3339, exclusive: records updated after it. */
  since?: string | undefined;
  /** RFC 3339, inclusive: records updated up to it. */
  until?: string | undefined;
  /** All filters must match. The engine applies those that the provider does not support. */
  filters?: readonly FieldFilter[] | undefined;
  pageSize?: number | undefined;
  /** With `since`: also deliver deleted records, if the provider reports them. */
  tombstones?: boolean | undefined;
};

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

export type Page = {
  records: ProviderRecord[];
  /** The number of records in the response: those in `records` plus those in `skipped`. */
  fetched: number;
  /** The number of skipped records by reason. */
  skipped: EngineSkipped;
  /** The cursor of the next page; null after the last. It stays valid after a crash and in other processes. */
  next: string | null;
  /** Milliseconds to wait before the next page, because the provider's export is not done yet. */
  waitMs?: number;
  total?: number;
  /** Set when a list ends on this page and may be incomplete: a sentence that says why. See list_doubt.ts. */
  doubt?: string;
  /** Set when a list ends on this page and a guessed total differs. */
  warning?: string;
};

export type ReadOptions = {
  /** Called with a sentence for each thing that the engine inferred from the response. */
  onInfer?: ((note: string) => void) | undefined;
  /** Unix milliseconds. */
  now?: (() => number) | undefined;
};
