import type { IntegrationStore } from '../../integrations/domain/integration.ts';
import type { FullInstallation, InstallationFilter, InstallationStore } from '../domain/installation.ts';
import type { Keyset } from '../../domain/keyset.ts';
import { integrationOf } from '../../integrations/usecases/integration_of.ts';

type Deps = { stores: { installations: InstallationStore; integrations: IntegrationStore } };

/** Newest first; empty filters match all. Throws notFound when the integration does not exist. */
export function makeListInstallations({ stores }: Deps) {
  return async function listInstallations(
    projectId: string,
    filter: InstallationFilter,
    keyset: Keyset,
  ): Promise<FullInstallation[]> {
    const found = await stores.installations.list(projectId, filter, keyset);
    if (found.length === 0 && filter.integrationId !== '') await integrationOf(stores, projectId, filter.integrationId);
    return found;
  };
}
