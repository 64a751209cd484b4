import { parseJson } from '../../../lib/json/json.ts';
import { pageOfMessages } from '../../../lib/rpc/paged.ts';
import type { ServiceHandlers } from '../../../lib/rpc/services.ts';
import type { PatchChange } from '../configs/json_patch.ts';
import type { FullInstallation } from '../installations/installation.ts';
import type { ObjectAction } from '../installations/update_installation.ts';
import type { UseCases } from '../use_cases.ts';
import { installationMessage, resolutionOf } from './messages.ts';

/** RPCs for installations and their configs. */
export function installationHandlers(useCases: UseCases) {
  const messages = async (found: FullInstallation[]) =>
    (await useCases.describeInstallations(found)).map(installationMessage);
  const message = async (one: FullInstallation) => {
    const [described] = await messages([one]);
    if (!described) throw new Error('One installation is described by one message.');
    return described;
  };
  return {
    CreateInstallation: async (call, { resolution, ...request }) =>
      message(await useCases.createInstallation(call, { ...request, resolution: resolutionOf(resolution) })),
    BatchGetInstallations: async (_call, { keys }) => ({
      installations: await messages(await useCases.batchGetInstallations(keys)),
    }),
    async ListInstallations(_call, { projectId, pageToken, healthStatus, ...filter }) {
      if (healthStatus !== '') {
        const { found, next } = await useCases.listByHealth(projectId, { ...filter, healthStatus }, pageToken);
        const { messages: installations } = await pageOfMessages(pageToken, () => messages(found));
        const isWhole = installations.length === found.length;
        return { installations, nextPageToken: isWhole ? next : (installations.at(-1)?.id ?? '') };
      }
      const page = await pageOfMessages(pageToken, async (keyset) =>
        messages(await useCases.listInstallations(projectId, filter, keyset)),
      );
      return { installations: page.messages, nextPageToken: page.nextPageToken };
    },
    UpdateInstallation: async (call, { resolution, ...request }) =>
      message(await useCases.updateInstallation(call, { ...request, resolution: resolutionOf(resolution) })),
    PatchObjectConfig: async (call, { changesJson, action, resolution, ...request }) =>
      message(
        await useCases.patchObjectConfig(call, {
          ...request,
          action: action as ObjectAction,
          changes: parseJson(changesJson) as PatchChange[],
          resolution: resolutionOf(resolution),
        }),
      ),
    async DeleteInstallation(call, request) {
      await useCases.deleteInstallation(call, request);
      return {};
    },
  } satisfies Partial<ServiceHandlers<'installation'>>;
}
