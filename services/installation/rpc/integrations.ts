import { isId } from '../../../lib/ids/ids.ts';
import { Problem } from '../../../lib/problem/problem.ts';
import type { Handlers } from '../../../lib/rpc/services.ts';
import type { IntegrationStore } from '../domain/integration.ts';
import type { UpsertIntegrations } from '../usecases/upsert_integrations.ts';
import { integrationMessage } from './messages.ts';
import { paged } from '../../../lib/rpc/paged.ts';

type UseCases = { integrations: IntegrationStore; upsertIntegrations: UpsertIntegrations };
type Rpcs = 'BatchUpsertIntegrations' | 'ListIntegrations' | 'GetIntegration';

export function integrationHandlers({
  integrations,
  upsertIntegrations,
}: UseCases): Pick<Handlers<'installation'>, Rpcs> {
  return {
    BatchUpsertIntegrations: async (call, request) => ({
      integrations: (await upsertIntegrations(call, request)).map(integrationMessage),
    }),
    async ListIntegrations(_call, { projectId, pageToken }) {
      const { messages, nextPageToken } = await paged(pageToken, async (page) =>
        (await integrations.list(projectId, page)).map(integrationMessage),
      );
      return { integrations: messages, nextPageToken };
    },
    async GetIntegration(_call, { projectId, integrationIdOrName }) {
      const find = isId(integrationIdOrName) ? integrations.find : integrations.findByName;
      const integration = await find(projectId, integrationIdOrName);
      if (!integration) throw new Problem('notFound', 'There is no such integration.');
      return integrationMessage(integration);
    },
  };
}
