import type { Handlers } from '../../../lib/rpc/services.ts';
import type { InstallationStore } from '../domain/installation.ts';
import type { CreateInstallation } from '../usecases/create_installation.ts';
import type { DeleteInstallation } from '../usecases/delete_installation.ts';
import type { ListInstallations } from '../usecases/list_installations.ts';
import { installationMessage } from './messages.ts';
import { paged } from '../../../lib/rpc/paged.ts';

type UseCases = {
  installations: InstallationStore;
  createInstallation: CreateInstallation;
  listInstallations: ListInstallations;
  deleteInstallation: DeleteInstallation;
};
type Rpcs = 'CreateInstallation' | 'BatchGetInstallations' | 'ListInstallations' | 'DeleteInstallation';

export function installationHandlers({
  installations,
  createInstallation,
  listInstallations,
  deleteInstallation,
}: UseCases): Pick<Handlers<'installation'>, Rpcs> {
  return {
    CreateInstallation: async (call, request) => installationMessage(await createInstallation(call, request)),
    BatchGetInstallations: async (_call, { keys }) => ({
      installations: (await installations.listByKeys(keys)).map(installationMessage),
    }),
    async ListInstallations(_call, { projectId, pageToken, ...filter }) {
      const { messages, nextPageToken } = await paged(pageToken, async (page) =>
        (await listInstallations(projectId, filter, page)).map(installationMessage),
      );
      return { installations: messages, nextPageToken };
    },
    async DeleteInstallation(call, request) {
      await deleteInstallation(call, request);
      return {};
    },
  };
}
