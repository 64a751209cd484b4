import { notFound } from '../../../../lib/problem/not_found.ts';
import type { IntegrationStore, StoredRevision } from '../domain/integration.ts';
import type { makeGetIntegration } from './get_integration.ts';

type Deps = { stores: { integrations: IntegrationStore } };
type Uses = { getIntegration: ReturnType<typeof makeGetIntegration> };
type Request = { projectId: string; integrationIdOrName: string; revisionId: string };

/** One revision of an integration. Throws notFound, also for a revision of another integration. */
export function makeGetRevision({ stores }: Deps, { getIntegration }: Uses) {
  return async function getRevision(request: Request): Promise<StoredRevision> {
    const { projectId, integrationIdOrName, revisionId } = request;
    const { id } = await getIntegration(projectId, integrationIdOrName);
    const revision = await stores.integrations.findRevision(projectId, revisionId);
    if (revision?.integrationId !== id) throw notFound('revision');
    return revision;
  };
}
