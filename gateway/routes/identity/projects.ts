import { Problem } from '../../../lib/problem/problem.ts';
import { ANY_ORIGIN } from '../../../lib/url/origin.ts';
import type { Project__Output as ProjectMessage } from '../../../protos/gen/causeway/identity/v1/Project.ts';
import type { Json } from '../../rest/json.ts';
import { listAnswer, loadedAtOnce } from '../../rest/list_answer.ts';
import type { Routes, Services } from '../../rest/operation.ts';
import { times } from '../times.ts';
import { actorOf } from './actor.ts';

const ANY_ORIGIN_WARNING = {
  rule: 'any-origin',
  path: 'allowedOrigins',
  message: 'The result of a sign-in is sent to a page of any origin. The next release sends it only to named origins.',
  suggestion: 'Send PATCH with updateMask ["allowedOrigins"] and the origins of your pages.',
};

type Operations = 'listProjects' | 'createProject' | 'getProject' | 'updateProject';

export function projectRoutes({ identity }: Services): Routes<Operations> {
  return {
    async listProjects({ call, caller, query }) {
      const list = async () => (await identity.listProjects(call, { projectIds: caller.projectIds })).projects;
      return listAnswer(query, { load: loadedAtOnce(list), toJson: projectJson });
    },
    async createProject({ call, caller, body }) {
      const { allowedOrigins = [], restrictFrontendKeys = false, ...names } = body;
      const request = { actor: actorOf(caller), ...names, allowedOrigins, restrictFrontendKeys };
      return projectJson(await identity.createProject(call, request));
    },
    async getProject({ call, projectId, query: { includeEntitlements = false } }) {
      return projectJson(await identity.getProject(call, { projectId, includeEntitlements }));
    },
    async updateProject({ call, projectId, body: { updateMask, project } }) {
      checkNamed(updateMask, project);
      const { name = '', appName = '', allowedOrigins = [], restrictFrontendKeys = false } = project;
      const change = { name, appName, allowedOrigins, restrictFrontendKeys };
      return projectJson(await identity.updateProject(call, { projectId, updateMask, ...change }));
    },
  };
}

/** Checks that the body has each field of the mask. The RPC cannot tell an empty list or false from a missing field. */
function checkNamed(updateMask: readonly string[], project: object): void {
  const missing = updateMask.find((name) => !Object.hasOwn(project, name));
  if (missing === undefined) return;
  throw new Problem('invalidArgument', `updateMask names ${missing}, and project has no ${missing}.`, {
    issues: [{ in: 'body', name: `project.${missing}`, detail: 'is required by updateMask' }],
  });
}

export function projectJson({ createTime, updateTime, entitlements, ...project }: ProjectMessage): Json<'Project'> {
  const { brandingRemoval, logRetentionDays } = entitlements ?? {};
  return {
    ...project,
    ...times({ createTime, updateTime }),
    ...(project.allowedOrigins.includes(ANY_ORIGIN) && { warnings: [ANY_ORIGIN_WARNING] }),
    ...(brandingRemoval !== undefined &&
      logRetentionDays !== undefined && {
        entitlements: { brandingRemoval: { value: brandingRemoval }, logRetentionDays: { value: logRetentionDays } },
      }),
  };
}
