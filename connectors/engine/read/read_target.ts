import type { Json } from '../../../lib/json/json.ts';
import type { CallAuth } from '../auth/auth.ts';
import type { FieldFilter } from './field_filters.ts';
import type { Provider } from '../file/provider.ts';
import type { EngineSkipped } from './skipped.ts';
import type { Variables } from '../request/template.ts';

/** What to read, and as whom. */
export type ReadTarget = {
  provider: Provider;
  module?: string | undefined;
  /** The provider's name of the object; a text that begins with `/` is a path below the provider's origin. */
  objectName: string;
  variables: Variables;
  auth: CallAuth;
  /** The provider's names of the wanted fields; empty means everything. */
  fields: readonly string[];
  /** No field is named because all are wanted, also those that the provider gives by name only. */
  everything?: boolean | undefined;
  /** RFC 3339; records updated after it. */
  since?: string | undefined;
  /** RFC 3339; records updated up to it. */
  until?: string | undefined;
  /** All must hold, whether the provider can filter or not. */
  filters?: readonly FieldFilter[] | undefined;
  pageSize?: number | undefined;
  /** With `since`: also what was deleted, where the provider tells. */
  tombstones?: boolean | undefined;
};

export type ProviderRecord = {
  id: string | null;
  /** As the provider writes it. */
  updatedAt: string | null;
  /** The record with its nested field groups spread over the top level. */
  fields: Record<string, Json>;
  /** The record as it was sent. */
  raw: Json;
  /** It was deleted; `at` as the provider writes it, null where it does not say. */
  deleted?: { at: string | null };
};

export type Page = {
  records: ProviderRecord[];
  /** How many records the answer held: those above and those that were skipped. */
  fetched: number;
  /** How many of them are left out, by reason. */
  skipped: EngineSkipped;
  /** Give it to the next readPage; null when the provider said that there is no more. Survives a crash. */
  next: string | null;
  /** The provider prepares what follows: asking for the next page sooner than this is of no use. */
  waitMs?: number;
  total?: number;
};

export type ReadOptions = {
  /** Called with what the provider file left open and the engine found out from the answer. */
  onInfer?: ((note: string) => void) | undefined;
  /** Tests only: reads on where the provider leads in a circle. */
  mayCircle?: boolean | undefined;
  /** Unix milliseconds. */
  now?: (() => number) | undefined;
};
