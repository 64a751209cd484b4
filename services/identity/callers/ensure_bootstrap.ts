import { apiKeyHash, newApiKey } from '../../../lib/crypto/api_key.ts';
import type { Sealer } from '../../../lib/crypto/sealer.ts';
import { isDuplicate } from '../../../lib/db/errors.ts';
import type { UseCaseContext } from '../../../lib/use_case/use_case_context.ts';
import { type ApiKeyStore, sealContext } from '../api_keys/api_key.ts';
import type { BuilderStore } from '../members/builder.ts';
import type { BillingAccountStore, OrgStores } from '../orgs/org.ts';
import { insertOrg } from '../orgs/orgs.ts';
import type { Project, ProjectStore } from '../projects/project.ts';

type Stores = OrgStores & {
  projects: ProjectStore;
  builders: BuilderStore;
  apiKeys: ApiKeyStore;
  billingAccounts: BillingAccountStore;
};

export type Bootstrap = { project: Project; apiKey: string; billingAccountId: string; builderId: string };
type EnsureBootstrap = (names: {
  orgLabel: string;
  projectName: string;
  allowedOrigins?: string[];
}) => Promise<Bootstrap>;

type Deps = UseCaseContext<Stores> & { sealer: Sealer };

/**
 * Creates the org, project and credentials of a first start. Idempotent. Concurrent calls are safe, because the name of
 * a project is unique.
 */
export function makeEnsureBootstrap(deps: Deps): EnsureBootstrap {
  return async function ensureBootstrap({ orgLabel, projectName, allowedOrigins = [] }) {
    if (!(await deps.stores.projects.findByName(projectName))) {
      await createBootstrap(deps, { orgLabel, projectName, allowedOrigins }).catch((error: unknown) => {
        if (!isDuplicate(error)) throw error;
      });
    }
    return findBootstrap(deps, projectName);
  };
}

async function findBootstrap({ stores, sealer }: Deps, projectName: string): Promise<Bootstrap> {
  const project = await stores.projects.findByName(projectName);
  if (!project) throw new Error(`The project ${projectName} is gone.`);
  const [apiKey] = await stores.apiKeys.list(project.id, { activeOnly: true });
  const account = await stores.billingAccounts.findOfOrg(project.orgId);
  const membership = await stores.memberships.firstOfOrg(project.orgId);
  return {
    project,
    apiKey: apiKey ? sealer.open(apiKey.sealedKey, sealContext(apiKey)) : '',
    billingAccountId: account?.id ?? '',
    builderId: membership?.builderId ?? '',
  };
}

type FirstProject = { orgLabel: string; projectName: string; allowedOrigins: string[] };

async function createBootstrap(
  { stores, sealer, clock, newId }: Deps,
  { orgLabel, projectName, allowedOrigins }: FirstProject,
): Promise<void> {
  const createTime = clock.now();
  const [orgId, projectId, builderId, keyId] = [newId(), newId(), newId(), newId()];
  const key = newApiKey();
  await stores.transaction(async (s) => {
    await s.projects.insert({
      id: projectId,
      name: projectName,
      appName: projectName,
      orgId,
      allowedOrigins,
      restrictFrontendKeys: false,
      createTime,
      updateTime: null,
    });
    await s.builders.insert({
      id: builderId,
      idpProvider: 'causeway',
      idpRef: builderId,
      firstName: 'First',
      lastName: 'Builder',
      primaryEmail: `builder@${projectName}.localhost`,
      createTime,
    });
    await insertOrg(s, { id: orgId, label: orgLabel, ownerIds: [builderId], createTime }, newId);
    await s.apiKeys.insert({
      id: keyId,
      projectId,
      label: 'first key',
      scopes: ['full'],
      active: true,
      keyHash: apiKeyHash(key),
      sealedKey: sealer.seal(key, sealContext({ projectId, id: keyId })),
      builderId,
      createTime,
    });
  });
}
