import { parseJson } from '../../../lib/json/json.ts';
import type { Handlers } from '../../../lib/rpc/services.ts';
import type { InstallationStore } from '../domain/installation.ts';
import type { CreateInstallation } from '../usecases/create_installation.ts';
import type { Change } from '../domain/json_patch.ts';
import type { DeleteInstallation } from '../usecases/delete_installation.ts';
import type { ListInstallations } from '../usecases/list_installations.ts';
import type { ObjectAction, PatchObjectConfig } from '../usecases/patch_object_config.ts';
import type { UpdateInstallation } from '../usecases/update_installation.ts';
import { installationMessage } from './messages.ts';
import { resolutionOf } from './resolution.ts';
import { paged } from '../../../lib/rpc/paged.ts';

type UseCases = {
  installations: InstallationStore;
  createInstallation: CreateInstallation;
  listInstallations: ListInstallations;
  updateInstallation: UpdateInstallation;
  patchObjectConfig: PatchObjectConfig;
  deleteInstallation: DeleteInstallation;
};
type Rpcs =
  | 'CreateInstallation'
  | 'BatchGetInstallations'
  | 'ListInstallations'
  | 'UpdateInstallation'
  | 'PatchObjectConfig'
  | 'DeleteInstallation';

/** RPCs for installations and their configs. */
export function installationHandlers({
  installations,
  createInstallation,
  listInstallations,
  updateInstallation,
  patchObjectConfig,
  deleteInstallation,
}: UseCases): Pick<Handlers<'installation'>, Rpcs> {
  return {
    CreateInstallation: async (call, { resolution, ...request }) =>
      installationMessage(await createInstallation(call, { ...request, resolution: resolutionOf(resolution) })),
    BatchGetInstallations: async (_call, { keys }) => ({
      installations: (await installations.listByKeys(keys)).map(installationMessage),
    }),
    async ListInstallations(_call, { projectId, pageToken, ...filter }) {
      const { messages, nextPageToken } = await paged(pageToken, async (keyset) =>
        (await listInstallations(projectId, filter, keyset)).map(installationMessage),
      );
      return { installations: messages, nextPageToken };
    },
    UpdateInstallation: async (call, { resolution, ...request }) =>
      installationMessage(await updateInstallation(call, { ...request, resolution: resolutionOf(resolution) })),
    PatchObjectConfig: async (call, { changesJson, action, resolution, ...request }) =>
      installationMessage(
        await patchObjectConfig(call, {
          ...request,
          action: action as ObjectAction,
          changes: parseJson(changesJson) as Change[],
          resolution: resolutionOf(resolution),
        }),
      ),
    async DeleteInstallation(call, request) {
      await deleteInstallation(call, request);
      return {};
    },
  };
}
