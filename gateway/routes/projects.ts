import type { Project__Output as ProjectMessage } from '../../protos/gen/causeway/identity/v1/Project.ts';
import type { Json } from '../http/json.ts';
import { inOnePiece, listAnswer } from '../http/list_answer.ts';
import type { Routes, Services } from '../http/operation.ts';
import { actorOf } from './actor.ts';
import { times } from './times.ts';

type Operations = 'listProjects' | 'createProject' | 'getProject' | 'updateProject';

export function projectRoutes({ identity }: Services): Routes<Operations> {
  return {
    async listProjects({ call, caller, query }) {
      const list = async () => (await identity.listProjects(call, { projectIds: caller.projectIds })).projects;
      return listAnswer(query, { load: inOnePiece(list), toJson: projectJson });
    },
    async createProject({ call, caller, body }) {
      return projectJson(await identity.createProject(call, { actor: actorOf(caller), ...body }));
    },
    async getProject({ call, projectId, query: { includeEntitlements = false } }) {
      return projectJson(await identity.getProject(call, { projectId, includeEntitlements }));
    },
    async updateProject({ call, projectId, body: { updateMask, project } }) {
      const { name = '', appName = '' } = project;
      return projectJson(await identity.updateProject(call, { projectId, updateMask, name, appName }));
    },
  };
}

export function projectJson({ createTime, updateTime, entitlements, ...project }: ProjectMessage): Json<'Project'> {
  const { brandingRemoval, logRetentionDays } = entitlements ?? {};
  return {
    ...project,
    ...times({ createTime, updateTime }),
    ...(brandingRemoval !== undefined &&
      logRetentionDays !== undefined && {
        entitlements: { brandingRemoval: { value: brandingRemoval }, logRetentionDays: { value: logRetentionDays } },
      }),
  };
}
