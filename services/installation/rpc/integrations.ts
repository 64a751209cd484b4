import { pageOfMessages } from '../../../lib/rpc/paged.ts';
import type { ServiceHandlers } from '../../../lib/rpc/services.ts';
import type { UseCases } from '../use_cases.ts';
import { integrationMessage, resolutionOf, revisionMessage } from './messages.ts';

/** RPCs for integrations and their revisions. */
export function integrationHandlers(useCases: UseCases) {
  return {
    ListManifestDestinations: async (call, request) => ({
      names: await useCases.listManifestDestinations(call, request),
    }),
    FindDestinationUsers: useCases.findDestinationUsers,
    async BatchUpsertIntegrations(call, { resolution, ...request }) {
      const deployed = await useCases.upsertIntegrations(call, { ...request, resolution: resolutionOf(resolution) });
      return { integrations: deployed.map(integrationMessage) };
    },
    GetRevision: async (_call, request) => revisionMessage(await useCases.getRevision(request)),
    async ListRevisions(_call, { projectId, integrationIdOrName, pageToken }) {
      const { id } = await useCases.getIntegration(projectId, integrationIdOrName);
      const { messages, nextPageToken } = await pageOfMessages(pageToken, async (keyset) =>
        (await useCases.listRevisions(projectId, id, keyset)).map(revisionMessage),
      );
      return { revisions: messages, nextPageToken };
    },
    async CreateIntegration(call, { resolution, ...request }) {
      await useCases.createIntegration(call, { ...request, resolution: resolutionOf(resolution) });
      return {};
    },
    async CreateRevision(call, { resolution, ...request }) {
      await useCases.createRevision(call, { ...request, resolution: resolutionOf(resolution) });
      return {};
    },
    async DeleteIntegration(call, request) {
      await useCases.deleteIntegration(call, request);
      return {};
    },
    async ListIntegrations(_call, { projectId, pageToken }) {
      const { messages, nextPageToken } = await pageOfMessages(pageToken, async (keyset) =>
        (await useCases.listIntegrations(projectId, keyset)).map(integrationMessage),
      );
      return { integrations: messages, nextPageToken };
    },
    GetIntegration: async (_call, { projectId, integrationIdOrName }) =>
      integrationMessage(await useCases.getIntegration(projectId, integrationIdOrName)),
  } satisfies Partial<ServiceHandlers<'installation'>>;
}

/** RPCs for uploads of manifests as zip. */
export function uploadHandlers(useCases: UseCases) {
  return {
    GenerateUploadUrl: useCases.generateUploadUrl,
    async UploadSource(call, request) {
      await useCases.uploadSource(call, request);
      return {};
    },
  } satisfies Partial<ServiceHandlers<'installation'>>;
}
