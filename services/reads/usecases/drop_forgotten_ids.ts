import type { Stores } from '../domain/stores.ts';

const BATCH = 500;

/** One bounded round of deleting ids of records that are known no more. True when there may be more. */
export function makeDropForgottenIds({ stores }: { stores: Stores }) {
  return function dropForgottenIds(): Promise<boolean> {
    return stores.sweeps.dropForgotten(BATCH);
  };
}
