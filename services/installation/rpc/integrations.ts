import { isId } from '../../../lib/ids/ids.ts';
import { Problem } from '../../../lib/problem/problem.ts';
import { similarName } from '../../../lib/problem/similar_name.ts';
import type { Handlers } from '../../../lib/rpc/services.ts';
import type { IntegrationStore } from '../integrations/domain/integration.ts';
import type { CreateIntegration } from '../integrations/usecases/create_integration.ts';
import type { CreateRevision } from '../integrations/usecases/create_revision.ts';
import type { DeleteIntegration } from '../integration_removals/usecases/delete_integration.ts';
import type { UpsertIntegrations } from '../integrations/usecases/upsert_integrations.ts';
import type { FindDestinationUsers } from '../destination_uses/usecases/find_destination_users.ts';
import type { ListManifestDestinations } from '../integrations/usecases/list_manifest_destinations.ts';
import { integrationMessage } from './messages.ts';
import { resolutionOf } from './resolution.ts';
import { paged } from '../../../lib/rpc/paged.ts';

type UseCases = {
  integrations: IntegrationStore;
  upsertIntegrations: UpsertIntegrations;
  createIntegration: CreateIntegration;
  createRevision: CreateRevision;
  deleteIntegration: DeleteIntegration;
  listManifestDestinations: ListManifestDestinations;
  findDestinationUsers: FindDestinationUsers;
};
type Rpcs =
  | 'ListManifestDestinations'
  | 'FindDestinationUsers'
  | 'BatchUpsertIntegrations'
  | 'CreateIntegration'
  | 'CreateRevision'
  | 'DeleteIntegration'
  | 'ListIntegrations'
  | 'GetIntegration';

/** RPCs for integrations and their revisions. */
export function integrationHandlers({
  integrations,
  upsertIntegrations,
  createIntegration,
  createRevision,
  deleteIntegration,
  listManifestDestinations,
  findDestinationUsers,
}: UseCases): Pick<Handlers<'installation'>, Rpcs> {
  return {
    ListManifestDestinations: async (call, request) => ({ names: await listManifestDestinations(call, request) }),
    FindDestinationUsers: findDestinationUsers,
    async BatchUpsertIntegrations(call, { resolution, ...request }) {
      const deployed = await upsertIntegrations(call, { ...request, resolution: resolutionOf(resolution) });
      return { integrations: deployed.map(integrationMessage) };
    },
    async CreateIntegration(call, { resolution, ...request }) {
      await createIntegration(call, { ...request, resolution: resolutionOf(resolution) });
      return {};
    },
    async CreateRevision(call, { resolution, ...request }) {
      await createRevision(call, { ...request, resolution: resolutionOf(resolution) });
      return {};
    },
    async DeleteIntegration(call, request) {
      await deleteIntegration(call, request);
      return {};
    },
    async ListIntegrations(_call, { projectId, pageToken }) {
      const { messages, nextPageToken } = await paged(pageToken, async (keyset) =>
        (await integrations.list(projectId, keyset)).map(integrationMessage),
      );
      return { integrations: messages, nextPageToken };
    },
    async GetIntegration(_call, { projectId, integrationIdOrName }) {
      const find = isId(integrationIdOrName) ? integrations.find : integrations.findByName;
      const integration = await find(projectId, integrationIdOrName);
      if (!integration) throw await noIntegration(projectId, integrationIdOrName);
      return integrationMessage(integration);
    },
  };

  /** The newest integrations are enough for a suggestion. */
  async function noIntegration(projectId: string, idOrName: string): Promise<Problem> {
    const known = (await integrations.list(projectId)).map(({ name }) => name);
    const meant = similarName(idOrName, known);
    return new Problem('notFound', 'There is no such integration.', meant ? { remedy: `Did you mean ${meant}?` } : {});
  }
}
