import type { FullInstallation } from '../domain/installation.ts';
import type { Page } from '../domain/page.ts';
import type { Deps } from './deps.ts';
import { integrationOf } from './read_plans.ts';

export type ListInstallations = ReturnType<typeof makeListInstallations>;

/** Newest first; empty filters match all. An integration without installations is told from one that is not there. */
export function makeListInstallations({ stores }: Pick<Deps, 'stores'>) {
  return async function listInstallations(
    projectId: string,
    filter: { integrationId: string; groupRef: string },
    page: Page,
  ): Promise<FullInstallation[]> {
    const found = await stores.installations.list(projectId, filter, page);
    if (found.length === 0 && filter.integrationId !== '') await integrationOf(stores, projectId, filter.integrationId);
    return found;
  };
}
