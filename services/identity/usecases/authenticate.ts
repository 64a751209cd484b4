import { apiKeyHash, looksLikeApiKey } from '../../../lib/crypto/api_key.ts';
import { isId } from '../../../lib/ids/ids.ts';
import { Problem } from '../../../lib/problem/problem.ts';
import type { OrgRole } from '../domain/membership.ts';
import type { Project } from '../domain/project.ts';
import type { Stores } from '../domain/stores.ts';
import { type BearerKind, callerOfBearer } from './bearer.ts';
import { principalOfKey } from './check_not_own.ts';

export type Credential = { apiKey: string; bearerToken: string; projectIdOrName: string };

/** Who calls, and the project they mean (null when the operation names none). */
export type Caller = {
  scheme: 'apiKey' | 'builder' | 'customer';
  principal: string;
  scopes: string[];
  project: Project | null;
  orgId: string;
  builderId: string;
  /** The builder's address as the token says it; empty for a key. */
  email: string;
  emailVerified: boolean;
  projectIds: string[];
  /** A builder's role in the org of `project`. */
  role: OrgRole | '';
  orgRoles: { orgId: string; role: OrgRole }[];
  /** Whom a customer's token speaks for, and nobody else. */
  groupRef: string;
  consumerRef: string;
};

/** What only builders have. */
export const NO_BUILDER = {
  builderId: '',
  role: '' as const,
  orgRoles: [],
  email: '',
  emailVerified: false,
} satisfies Partial<Caller>;

export const NO_CUSTOMER = { groupRef: '', consumerRef: '' };

export type Authenticate = (credential: Credential) => Promise<Caller>;

export function makeAuthenticate({ stores, bearers }: { stores: Stores; bearers: BearerKind[] }): Authenticate {
  return async function authenticate({ apiKey, bearerToken, projectIdOrName }) {
    const caller = apiKey ? await callerOfKey(stores, apiKey) : await callerOfBearer(bearers, bearerToken);
    if (!projectIdOrName) return caller;
    const project = await ownProject(stores, caller, projectIdOrName);
    const role = caller.orgRoles.find(({ orgId }) => orgId === project.orgId)?.role ?? '';
    return { ...caller, project, role };
  };
}

async function callerOfKey(stores: Stores, key: string): Promise<Caller> {
  const found = looksLikeApiKey(key) ? await stores.apiKeys.findByHash(apiKeyHash(key)) : undefined;
  if (!found?.active)
    throw new Problem('unauthenticated', 'The API key is not known or not active.', {
      remedy: 'Send an active key in X-Api-Key.',
    });
  const project = await stores.projects.find(found.projectId);
  return {
    ...NO_BUILDER,
    ...NO_CUSTOMER,
    scheme: 'apiKey',
    principal: principalOfKey(found.id),
    scopes: found.scopes,
    project: null,
    orgId: project?.orgId ?? '',
    projectIds: [found.projectId],
  };
}

/** An id wins over a name; what is foreign answers like what is absent. */
async function ownProject(stores: Stores, caller: Caller, idOrName: string): Promise<Project> {
  const project = isId(idOrName)
    ? await stores.projects.find(idOrName)
    : await stores.projects.findByName(idOrName.toLowerCase());
  if (!project || !caller.projectIds.includes(project.id)) throw new Problem('notFound', 'There is no such project.');
  return project;
}
