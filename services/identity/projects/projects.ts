import type { AuditActor } from '../../../lib/audit/audit.ts';
import { isDuplicate } from '../../../lib/db/errors.ts';
import { notFound, Problem } from '../../../lib/problem/problem.ts';
import { originFault } from '../../../lib/url/origin.ts';
import type { UseCaseContext } from '../../../lib/use_case/use_case_context.ts';
import type { Actor } from '../actor.ts';
import type { Audit } from '../audit/audit_entries.ts';
import type { AuditStore } from '../audit/audit_entry.ts';
import { maskedValues } from '../masked_values.ts';
import { type OrgStores, orgFor } from '../orgs/org.ts';
import type { QuotaStore } from '../quota.ts';
import { type Project, type ProjectStore, projectNameFault, projectNameOf } from './project.ts';

type Stores = OrgStores & {
  projects: ProjectStore;
  quotas: QuotaStore;
  audit: AuditStore;
};

type CreateProject = (
  actor: Actor,
  request: { orgId: string; name: string; appName: string } & Partial<
    Pick<Project, 'restrictFrontendKeys'> & { allowedOrigins: string[] }
  >,
) => Promise<Project>;

const MAX_ORIGINS = 50;

type Deps = UseCaseContext<Stores> & { audit: Audit };

/** Creates a project. Members of its org have access to it; API keys are created separately. */
export function makeCreateProject({ stores, clock, newId, audit }: Deps): CreateProject {
  return async function createProject(actor, { orgId, name, appName, ...more }) {
    const { allowedOrigins = [], restrictFrontendKeys = false } = more;
    await orgFor(stores, actor, orgId, 'admin');
    const project: Project = {
      id: newId(),
      name: checkedProjectName(name, 'name'),
      appName,
      orgId,
      allowedOrigins: checkedOrigins(allowedOrigins, 'allowedOrigins'),
      restrictFrontendKeys,
      createTime: clock.now(),
      updateTime: null,
    };
    await stores
      .transaction(async (s) => {
        await s.quotas.reserve('projects', orgId, project.createTime);
        await s.projects.insert(project);
        await audit(s, actor, {
          action: 'project.created',
          projectId: project.id,
          targetId: project.id,
          targetName: project.name,
        });
      })
      .catch(nameTaken('unprocessable', 'name'));
    return project;
  };
}

/** @param field path of the name in the body. */
function checkedProjectName(text: string, field: string): string {
  const name = projectNameOf(text);
  const fault = projectNameFault(name);
  if (fault) throw new Problem('unprocessable', `The project's name ${fault}.`, { issues: [bodyIssue(field, fault)] });
  return name;
}

/** Returns the checked origins without duplicates. @param field path of the list in the body. */
function checkedOrigins(origins: readonly string[], field: string): string[] {
  const issues = origins.flatMap((origin, at) => {
    const fault = originFault(origin);
    return fault === null ? [] : [bodyIssue(`${field}[${at}]`, fault)];
  });
  if (origins.length > MAX_ORIGINS) issues.push(bodyIssue(field, `must have at most ${MAX_ORIGINS} entries`));
  const [first] = issues;
  if (first) throw new Problem('unprocessable', `The project's ${first.name} ${first.detail}.`, { issues });
  return [...new Set(origins)];
}

/** The unique key keeps names unique in the deployment. A check before the insert would miss a concurrent insert. */
function nameTaken(kind: 'unprocessable' | 'alreadyExists', field: string) {
  return (error: unknown): never => {
    if (!isDuplicate(error)) throw error;
    throw new Problem(kind, 'Another project has this name.', { issues: [bodyIssue(field, 'is taken')] });
  };
}

function bodyIssue(name: string, detail: string) {
  return { in: 'body' as const, name, detail };
}

type UpdateProjectStores = { projects: ProjectStore; audit: AuditStore };
type UpdateProjectDeps = UseCaseContext<UpdateProjectStores> & { audit: Audit };

type UpdateProject = (
  by: AuditActor,
  request: {
    projectId: string;
    updateMask: readonly string[];
    name: string;
    appName: string;
    allowedOrigins?: string[];
    restrictFrontendKeys?: boolean;
  },
) => Promise<Project>;

export function makeUpdateProject({ stores, clock, audit }: UpdateProjectDeps): UpdateProject {
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
