import type { Keyset } from '../../domain/keyset.ts';
import type { IntegrationStore, StoredRevision } from '../domain/integration.ts';
import type { makeGetIntegration } from './get_integration.ts';

type Deps = { stores: { integrations: IntegrationStore } };
type Uses = { getIntegration: ReturnType<typeof makeGetIntegration> };

/** The revisions of an integration, newest first. Throws notFound for the integration. */
export function makeListRevisions({ stores }: Deps, { getIntegration }: Uses) {
  return async function listRevisions(projectId: string, idOrName: string, keyset: Keyset): Promise<StoredRevision[]> {
    const { id } = await getIntegration(projectId, idOrName);
    return stores.integrations.listHistory(projectId, id, keyset);
  };
}
