import type { By } from '../../../../lib/audit/audit.ts';
import type { AuditStore } from '../../audit/domain/audit_entry.ts';
import type { Audit } from '../../audit/usecases/audited.ts';
import type { Transacting } from '../../../../lib/db/transacting.ts';
import { notFound } from '../../../../lib/problem/not_found.ts';
import type { Clock } from '../../../../lib/time/clock.ts';
import type { Project, ProjectStore } from '../domain/project.ts';
import { checkedOrigins, checkedProjectName, nameTaken } from './create_project.ts';
import { maskedValues } from '../../domain/masked_values.ts';

type Stores = { projects: ProjectStore; audit: AuditStore };
type Deps = { stores: Transacting<Stores>; clock: Clock; audit: Audit };

export type UpdateProject = (
  by: By,
  request: {
    projectId: string;
    updateMask: readonly string[];
    name: string;
    appName: string;
    allowedOrigins?: string[];
    restrictFrontendKeys?: boolean;
  },
) => Promise<Project>;

export function makeUpdateProject({ stores, clock, audit }: Deps): UpdateProject {
  return async function updateProject(by, { projectId, updateMask, ...values }) {
    const given = { allowedOrigins: [], restrictFrontendKeys: false, ...values };
    const { name, appName, allowedOrigins, restrictFrontendKeys } = maskedValues('project', updateMask, given);
    const change = {
      ...(name !== undefined && { name: checkedProjectName(name, 'project.name') }),
      ...(appName !== undefined && { appName }),
      ...(allowedOrigins && { allowedOrigins: checkedOrigins(allowedOrigins, 'project.allowedOrigins') }),
      ...(restrictFrontendKeys !== undefined && { restrictFrontendKeys }),
    };
    return stores
      .transaction(async (s) => {
        const project = await s.projects.update(projectId, change, clock.now());
        if (!project) throw notFound('project');
        const about = { projectId, targetId: projectId, targetName: project.name, fields: updateMask };
        await audit(s, by, { action: 'project.updated', ...about });
        return project;
      })
      .catch(nameTaken('alreadyExists', 'project.name'));
  };
}
