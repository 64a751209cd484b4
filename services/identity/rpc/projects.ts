import { Problem } from '../../../lib/problem/problem.ts';
import type { Handlers } from '../../../lib/rpc/services.ts';
import type { ProjectStore } from '../projects/domain/project.ts';
import type { UseCases } from '../use_cases.ts';
import { actorOf, projectMessage } from './messages.ts';

type Parts = { projects: ProjectStore };
type Rpcs = 'GetProject' | 'ListProjects' | 'CreateProject' | 'UpdateProject';

export function projectHandlers(useCases: UseCases, { projects }: Parts): Pick<Handlers<'identity'>, Rpcs> {
  return {
    async GetProject(_call, { projectId, includeEntitlements }) {
      const project = await projects.find(projectId);
      if (!project) throw new Problem('notFound', 'There is no such project.');
      return { ...projectMessage(project), entitlements: includeEntitlements ? useCases.entitlements : null };
    },
    async ListProjects(_call, { projectIds }) {
      return { projects: (await projects.listByIds(projectIds)).map(projectMessage) };
    },
    async CreateProject(_call, { actor, ...request }) {
      return projectMessage(await useCases.createProject(actorOf(actor), request));
    },
    async UpdateProject(_call, request) {
      return projectMessage(await useCases.updateProject(request));
    },
  };
}
