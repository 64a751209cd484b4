import type { AuditStore } from '../../audit/domain/audit_entry.ts';
import type { Audit } from '../../audit/usecases/audited.ts';
import { isDuplicate } from '../../../../lib/db/errors.ts';
import type { NewId } from '../../../../lib/ids/ids.ts';
import { Problem } from '../../../../lib/problem/problem.ts';
import type { Clock } from '../../../../lib/time/clock.ts';
import { originFault } from '../../../../lib/url/origin.ts';
import type { Actor } from '../../domain/actor.ts';
import { type Project, projectNameFault, projectNameOf, type ProjectStore } from '../domain/project.ts';
import { orgFor } from '../../orgs/usecases/org_access.ts';
import type { Transacting } from '../../../../lib/db/transacting.ts';
import type { QuotaStore } from '../../domain/quota.ts';
import type { OrgStore } from '../../orgs/domain/org.ts';
import type { MembershipStore } from '../../orgs/domain/membership.ts';

type Stores = {
  orgs: OrgStore;
  projects: ProjectStore;
  memberships: MembershipStore;
  quotas: QuotaStore;
  audit: AuditStore;
};

export type CreateProject = (
  actor: Actor,
  request: { orgId: string; name: string; appName: string } & Partial<
    Pick<Project, 'restrictFrontendKeys'> & { allowedOrigins: string[] }
  >,
) => Promise<Project>;

const MAX_ORIGINS = 50;

type Deps = { stores: Transacting<Stores>; clock: Clock; newId: NewId; audit: Audit };

/** Creates a project, which is one row. Access follows from the org; API keys are created separately. */
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
export function checkedProjectName(text: string, field: string): string {
  const name = projectNameOf(text);
  const fault = projectNameFault(name);
  if (fault) throw new Problem('unprocessable', `The project's name ${fault}.`, { issues: [issue(field, fault)] });
  return name;
}

/** Without duplicates. @param field path of the list in the body. */
export function checkedOrigins(origins: readonly string[], field: string): string[] {
  const issues = origins.flatMap((origin, at) => {
    const fault = originFault(origin);
    return fault === null ? [] : [issue(`${field}[${at}]`, fault)];
  });
  if (origins.length > MAX_ORIGINS) issues.push(issue(field, `must have at most ${MAX_ORIGINS} entries`));
  const [first] = issues;
  if (first) throw new Problem('unprocessable', `The project's ${first.name} ${first.detail}.`, { issues });
  return [...new Set(origins)];
}

/** The unique key keeps names unique in the deployment; a check before the insert would race. */
export function nameTaken(kind: 'unprocessable' | 'alreadyExists', field: string) {
  return (error: unknown): never => {
    if (!isDuplicate(error)) throw error;
    throw new Problem(kind, 'Another project has this name.', { issues: [issue(field, 'is taken')] });
  };
}

function issue(name: string, detail: string) {
  return { in: 'body' as const, name, detail };
}
