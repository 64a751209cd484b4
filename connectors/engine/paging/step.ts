import type { Json } from '../../../lib/json/json.ts';
import type { Place } from '../file/paging_facts.ts';

/**
 * How to request the next page: a URL to call, or values to set in the first request. `beyond` is the id after which
 * the read restarts, for providers that limit the offset.
 */
export type Step = { url: string } | { set: Record<string, Json>; in?: Place; beyond?: string };
