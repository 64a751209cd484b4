import { Problem } from '../../../../lib/problem/problem.ts';
import type { Integration, IntegrationStore } from '../domain/integration.ts';

type Stores = { integrations: IntegrationStore };

/** Finds an integration. Throws notFound. */
export async function integrationOf(stores: Stores, projectId: string, integrationId: string): Promise<Integration> {
  const integration = await stores.integrations.find(projectId, integrationId);
  if (!integration) throw new Problem('notFound', 'There is no such integration.');
  return integration;
}
