import { Problem } from '../../../lib/problem/problem.ts';
import type { Handlers } from '../../../lib/rpc/services.ts';
import type { Project as ProjectMessage } from '../../../protos/gen/causeway/identity/v1/Project.ts';
import type { Project, ProjectStore } from '../domain/project.ts';
import type { ListApiKeys } from '../usecases/list_api_keys.ts';

type UseCases = { projects: ProjectStore; listApiKeys: ListApiKeys };

export function projectHandlers({
  projects,
  listApiKeys,
}: UseCases): Pick<Handlers<'identity'>, 'GetProject' | 'ListProjects' | 'ListApiKeys'> {
  return {
    async GetProject(_call, { projectId }) {
      const project = await projects.find(projectId);
      if (!project) throw new Problem('notFound', 'There is no such project.');
      return projectMessage(project);
    },
    async ListProjects(_call, { projectIds }) {
      return { projects: (await projects.listByIds(projectIds)).map(projectMessage) };
    },
    async ListApiKeys(_call, { projectId, activeOnly }) {
      const apiKeys = await listApiKeys(projectId, { activeOnly });
      return { apiKeys: apiKeys.map(({ key, label, scopes, active }) => ({ key, label, scopes, active, projectId })) };
    },
  };
}

export function projectMessage({ updateTime, ...project }: Project): ProjectMessage {
  return { ...project, updateTime: updateTime ?? 0 };
}
