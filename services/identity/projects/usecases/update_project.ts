import { notFound } from '../../../../lib/problem/not_found.ts';
import type { Clock } from '../../../../lib/time/clock.ts';
import type { Project, ProjectStore } from '../domain/project.ts';
import { checkedOrigins, checkedProjectName, nameTaken } from './create_project.ts';
import { maskedValues } from '../../domain/masked_values.ts';

type Stores = { projects: ProjectStore };

export type UpdateProject = (request: {
  projectId: string;
  updateMask: readonly string[];
  name: string;
  appName: string;
  allowedOrigins?: string[];
  restrictFrontendKeys?: boolean;
}) => Promise<Project>;

export function makeUpdateProject({ stores, clock }: { stores: Stores; clock: Clock }): UpdateProject {
  return async function updateProject({ projectId, updateMask, ...values }) {
    const given = { allowedOrigins: [], restrictFrontendKeys: false, ...values };
    const { name, appName, allowedOrigins, restrictFrontendKeys } = maskedValues('project', updateMask, given);
    const change = {
      ...(name !== undefined && { name: checkedProjectName(name, 'project.name') }),
      ...(appName !== undefined && { appName }),
      ...(allowedOrigins && { allowedOrigins: checkedOrigins(allowedOrigins, 'project.allowedOrigins') }),
      ...(restrictFrontendKeys !== undefined && { restrictFrontendKeys }),
    };
    const project = await stores.projects
      .update(projectId, change, clock.now())
      .catch(nameTaken('alreadyExists', 'project.name'));
    if (!project) throw notFound('project');
    return project;
  };
}
