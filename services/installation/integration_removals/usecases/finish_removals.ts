import type { IntegrationRemovalStore } from '../domain/integration_removal.ts';
import type { Clock } from '../../../../lib/time/clock.ts';
import type { RemoveInstallations } from './remove_installations.ts';

type Deps = { stores: { integrationRemovals: IntegrationRemovalStore }; clock: Clock };

export type FinishRemovals = ReturnType<typeof makeFinishRemovals>;

const AT_ONCE = 20;
const PATIENCE_MS = 30_000;

/** Continues the deletion of integrations that was interrupted or takes long. */
export function makeFinishRemovals({ stores, clock }: Deps, { removeRest }: RemoveInstallations) {
  return async function finishRemovals(): Promise<void> {
    for (const removal of await stores.integrationRemovals.list(AT_ONCE))
      await removeRest(removal, clock.now() + PATIENCE_MS);
  };
}
