import { notFound } from '../../../../lib/problem/not_found.ts';
import type { Integration, IntegrationStore } from '../domain/integration.ts';

type Stores = { integrations: IntegrationStore };

/** Finds an integration. Throws notFound. */
export async function integrationOf(stores: Stores, projectId: string, integrationId: string): Promise<Integration> {
  const integration = await stores.integrations.find(projectId, integrationId);
  if (!integration) throw notFound('integration');
  return integration;
}
