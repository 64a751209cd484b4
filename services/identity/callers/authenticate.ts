import { apiKeyHash, looksLikeApiKey } from '../../../lib/crypto/api_key.ts';
import { looksLikeSessionToken } from '../../../lib/crypto/session_token.ts';
import { isId } from '../../../lib/ids/ids.ts';
import { notFound, Problem } from '../../../lib/problem/problem.ts';
import type { ApiKeyStore } from '../api_keys/api_key.ts';
import { principalOfKey } from '../api_keys/api_keys.ts';
import type { Project, ProjectStore } from '../projects/project.ts';
import { type BearerKind, callerOfBearer } from './bearer.ts';
import { type Caller, NO_BUILDER, NO_CUSTOMER } from './caller.ts';

type Stores = { projects: ProjectStore; apiKeys: ApiKeyStore };

type Credential = { apiKey: string; bearerToken: string; projectIdOrName: string };

/** The caller of a session's key or token. `isKey`: sent as X-Api-Key; else as a bearer token. Throws unauthenticated. */
export type CallerOfSession = (token: string, sent: { isKey: boolean }) => Promise<Caller>;

export type Authenticate = (credential: Credential) => Promise<Caller>;

type Deps = { stores: Stores; bearers: BearerKind[]; callerOfSession: CallerOfSession };

export function makeAuthenticate({ stores, bearers, callerOfSession }: Deps): Authenticate {
  function callerOf({ apiKey, bearerToken }: Credential): Promise<Caller> {
    if (looksLikeSessionToken(apiKey)) return callerOfSession(apiKey, { isKey: true });
    if (apiKey) return callerOfKey(stores, apiKey);
    if (looksLikeSessionToken(bearerToken)) return callerOfSession(bearerToken, { isKey: false });
    return callerOfBearer(bearers, bearerToken);
  }

  return async function authenticate(credential) {
    const { projectIdOrName } = credential;
    const caller = await callerOf(credential);
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
    actingBuilderId: found.builderId ?? '',
    principal: principalOfKey(found.id),
    scopes: found.scopes,
    isRestricted: !found.scopes.includes('full') && project?.restrictFrontendKeys === true,
    project: null,
    orgId: project?.orgId ?? '',
    projectIds: [found.projectId],
  };
}

/** An id takes precedence over a name. Another tenant's project is answered like an absent one. */
async function ownProject(stores: Stores, caller: Caller, idOrName: string): Promise<Project> {
  const project = isId(idOrName)
    ? await stores.projects.find(idOrName)
    : await stores.projects.findByName(idOrName.toLowerCase());
  if (!project || !caller.projectIds.includes(project.id)) throw notFound('project');
  return project;
}
