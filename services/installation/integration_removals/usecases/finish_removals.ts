import type { Deps } from '../../secrets/usecases/deps.ts';
import type { RemoveInstallations } from './remove_installations.ts';

export type FinishRemovals = ReturnType<typeof makeFinishRemovals>;

const AT_ONCE = 20;
const PATIENCE_MS = 30_000;

/** Continues the deletion of integrations that was interrupted or takes long. */
export function makeFinishRemovals(
  { stores, clock }: Pick<Deps, 'stores' | 'clock'>,
  { removeRest }: RemoveInstallations,
) {
  return async function finishRemovals(): Promise<void> {
    for (const removal of await stores.integrationRemovals.list(AT_ONCE))
      await removeRest(removal, clock.now() + PATIENCE_MS);
  };
}
