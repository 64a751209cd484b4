import { notFound } from '../../../lib/problem/not_found.ts';
import type { Handlers } from '../../../lib/rpc/services.ts';
import type { UseCases } from '../use_cases.ts';
import { actorOf, projectMessage } from './messages.ts';

type Rpcs = 'GetProject' | 'ListProjects' | 'CreateProject' | 'UpdateProject';

export function projectHandlers(useCases: UseCases): Pick<Handlers<'identity'>, Rpcs> {
  return {
    async GetProject(_call, { projectId, includeEntitlements }) {
      const project = await useCases.findProject(projectId);
      if (!project) throw notFound('project');
      return { ...projectMessage(project), entitlements: includeEntitlements ? useCases.entitlements : null };
    },
    async ListProjects(_call, { projectIds }) {
      return { projects: (await useCases.listProjects(projectIds)).map(projectMessage) };
    },
    async CreateProject(call, { actor, ...request }) {
      return projectMessage(await useCases.createProject(actorOf(call, actor), request));
    },
    async UpdateProject(call, request) {
      return projectMessage(await useCases.updateProject(call, request));
    },
  };
}
