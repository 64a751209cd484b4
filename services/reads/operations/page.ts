import type { PageEntry, PageSum } from './ledger.ts';

/** The pages of operations; see operations/ledger.ts. */
export type PageStore = {
  add(projectId: string, operationId: string, pages: readonly PageEntry[]): Promise<void>;
  /** The first `single` pages one by one, the others summed per `per` pages; in order. */
  list(projectId: string, operationId: string, size: { single: number; per: number }): Promise<PageSum[]>;
  /** Deletes up to `limit` pages older than `before`, of all projects; returns how many it found. */
  dropOlder(before: number, limit: number): Promise<number>;
};
