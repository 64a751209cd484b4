import type { DestinationIds } from '../../destinations/domain/destination_ids.ts';

/** Null for a row that was stored before names were resolved. */
export function parsedIds(text: string | null): DestinationIds | null {
  return text === null ? null : (JSON.parse(text) as DestinationIds);
}
