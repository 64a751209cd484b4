import { Buffer } from 'node:buffer';
import { notFound } from '../../../lib/problem/problem.ts';
import type { ServiceHandlers } from '../../../lib/rpc/services.ts';
import type { Branding as BrandingMessage } from '../../../protos/gen/causeway/identity/v1/Branding.ts';
import type { Branding } from '../branding/branding.ts';
import type { UseCases } from '../use_cases.ts';
import { actorOf, projectMessage } from './messages.ts';

type ProjectRpcs = 'GetProject' | 'ListProjects' | 'CreateProject' | 'UpdateProject';

export function projectHandlers(useCases: UseCases): Pick<ServiceHandlers<'identity'>, ProjectRpcs> {
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

type BrandingRpcs = 'GetBranding' | 'UpdateBranding';

/** RPCs for the branding of projects. */
export function brandingHandlers(useCases: UseCases): Pick<ServiceHandlers<'identity'>, BrandingRpcs> {
  return {
    GetBranding: async (_call, { projectId }) => brandingMessage(await useCases.getBranding(projectId)),
    async UpdateBranding(call, { projectId, updateMask, accentColor, logo }) {
      const change = {
        ...(updateMask.includes('accentColor') && { accentColor }),
        ...(updateMask.includes('logo') && { logo: logo.length === 0 ? null : logo }),
      };
      return brandingMessage(await useCases.changeBranding(call, projectId, change));
    },
  };
}

function brandingMessage({ accentColor, logoType, logo }: Branding): BrandingMessage {
  return { accentColor, logoType, logo: Buffer.from(logo ?? []) };
}
