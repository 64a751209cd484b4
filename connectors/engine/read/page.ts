import type { ProviderRecord } from '../answer/provider_record.ts';
import type { EngineSkipped } from './skipped.ts';

export type Page = {
  records: ProviderRecord[];
  /** The number of records in the response: the records in `records` plus the records counted in `skipped`. */
  fetched: number;
  /** The number of skipped records by reason. */
  skipped: EngineSkipped;
  /** The cursor of the next page; null after the last. It stays valid after a crash and in other processes. */
  next: string | null;
  /** Milliseconds to wait before the next page, because the provider's export is not done yet. */
  waitMs?: number;
  /**
   * The provider's count of the object's records. Absent if unknown, if the engine filters records, or if the object is
   * several lists.
   */
  total?: number;
  /** A sentence that says why a list that ends on this page may be incomplete; otherwise absent. See list_doubt.ts. */
  doubt?: string;
  /**
   * A sentence about a list that ends on this page, when a guessed total differs or the only page is full; otherwise
   * absent.
   */
  warning?: string;
  /**
   * A sentence, when records of a full read lack the time that reads of changes filter by; otherwise absent. See
   * untimed_records.ts.
   */
  untimed?: string;
};

export type ReadOptions = {
  /** Called with a sentence for each thing that the engine inferred from the response. */
  onInfer?: ((note: string) => void) | undefined;
  /** Unix milliseconds. */
  now(): number;
};
