import type { Stores } from '../../operations/domain/stores.ts';

const BATCH = 500;

/** One bounded round of deleting forgotten record ids. Returns true when there may be more. */
export function makeDropForgottenIds({ stores }: { stores: Stores }) {
  return function dropForgottenIds(limit = BATCH): Promise<boolean> {
    return stores.sweeps.dropForgotten(limit);
  };
}
