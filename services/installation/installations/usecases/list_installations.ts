import type { FullInstallation } from '../domain/installation.ts';
import type { Keyset } from '../../domain/keyset.ts';
import type { Deps } from '../../secrets/usecases/deps.ts';
import { integrationOf } from '../../read_plans/usecases/read_plans.ts';

export type ListInstallations = ReturnType<typeof makeListInstallations>;

/** Newest first; empty filters match all. Throws notFound when the integration does not exist. */
export function makeListInstallations({ stores }: Pick<Deps, 'stores'>) {
  return async function listInstallations(
    projectId: string,
    filter: { integrationId: string; groupRef: string },
    keyset: Keyset,
  ): Promise<FullInstallation[]> {
    const found = await stores.installations.list(projectId, filter, keyset);
    if (found.length === 0 && filter.integrationId !== '') await integrationOf(stores, projectId, filter.integrationId);
    return found;
  };
}
