import type { Json } from '../../../lib/json/json.ts';
import type { Place } from '../file/paging_facts.ts';

/**
 * How to come to the next page: a URL to call as it stands, or values to set in the first request. `beyond` is the id
 * behind which the request starts again, for providers that page only so far.
 */
export type Step = { url: string } | { set: Record<string, Json>; in?: Place; beyond?: string };
