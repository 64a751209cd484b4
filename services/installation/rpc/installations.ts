import { parseJson } from '../../../lib/json/json.ts';
import type { Handlers } from '../../../lib/rpc/services.ts';
import type { InstallationStore } from '../installations/domain/installation.ts';
import type { CreateInstallation } from '../installations/usecases/create_installation.ts';
import type { Change } from '../configs/domain/json_patch.ts';
import type { DeleteInstallation } from '../installations/usecases/delete_installation.ts';
import type { ListInstallations } from '../installations/usecases/list_installations.ts';
import type { ObjectAction, PatchObjectConfig } from '../installations/usecases/patch_object_config.ts';
import type { UpdateInstallation } from '../installations/usecases/update_installation.ts';
import { installationMessage } from './messages.ts';
import { resolutionOf } from './resolution.ts';
import type { FullInstallation } from '../installations/domain/installation.ts';
import type { DescribeInstallations } from '../health/usecases/describe_installations.ts';
import { paged } from '../../../lib/rpc/paged.ts';

type UseCases = {
  installations: InstallationStore;
  describeInstallations: DescribeInstallations;
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
  describeInstallations,
  createInstallation,
  listInstallations,
  updateInstallation,
  patchObjectConfig,
  deleteInstallation,
}: UseCases): Pick<Handlers<'installation'>, Rpcs> {
  const messages = async (found: FullInstallation[]) => (await describeInstallations(found)).map(installationMessage);
  const message = async (one: FullInstallation) => {
    const [described] = await messages([one]);
    if (!described) throw new Error('One installation is described by one message.');
    return described;
  };
  return {
    CreateInstallation: async (call, { resolution, ...request }) =>
      message(await createInstallation(call, { ...request, resolution: resolutionOf(resolution) })),
    BatchGetInstallations: async (_call, { keys }) => ({
      installations: await messages(await installations.listByKeys(keys)),
    }),
    async ListInstallations(_call, { projectId, pageToken, ...filter }) {
      const page = await paged(pageToken, async (keyset) =>
        messages(await listInstallations(projectId, filter, keyset)),
      );
      return { installations: page.messages, nextPageToken: page.nextPageToken };
    },
    UpdateInstallation: async (call, { resolution, ...request }) =>
      message(await updateInstallation(call, { ...request, resolution: resolutionOf(resolution) })),
    PatchObjectConfig: async (call, { changesJson, action, resolution, ...request }) =>
      message(
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
