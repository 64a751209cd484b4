import type { Project__Output as ProjectMessage } from '../../protos/gen/causeway/identity/v1/Project.ts';
import type { Json } from '../http/json.ts';
import type { Routes, Services } from '../http/operation.ts';
import { times } from './times.ts';

export function projectRoutes({ identity }: Services): Routes<'listProjects' | 'getProject' | 'listApiKeys'> {
  return {
    async listProjects({ call, caller }) {
      const { projects } = await identity.listProjects(call, { projectIds: caller.projectIds });
      return projects.map(projectJson);
    },
    async getProject({ call, projectId }) {
      return projectJson(await identity.getProject(call, { projectId }));
    },
    async listApiKeys({ call, projectId, query }) {
      const { apiKeys } = await identity.listApiKeys(call, { projectId, activeOnly: query.active ?? false });
      return apiKeys;
    },
  };
}

function projectJson({ createTime, updateTime, ...project }: ProjectMessage): Json<'Project'> {
  return { ...project, ...times({ createTime, updateTime }) };
}
