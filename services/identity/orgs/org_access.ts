import { notFound, Problem } from '../../../lib/problem/problem.ts';
import type { Actor } from '../actor.ts';
import { type MembershipStore, type Org, type OrgRole, type OrgStore, reaches } from './org.ts';

type Stores = { orgs: OrgStore; memberships: MembershipStore };

/**
 * The org, if the actor is a member with at least this role. Throws notFound for another tenant's org, as for an absent one,
 * and permissionDenied for too low a role. Where an operation accepts API keys, a key has the rights of an owner.
 */
export async function orgFor(stores: Stores, actor: Actor, orgId: string, minRole: OrgRole = 'member'): Promise<Org> {
  const [org, role] = await Promise.all([stores.orgs.find(orgId), roleIn(stores, actor, orgId)]);
  if (!org || !role) throw noSuchOrg();
  if (!reaches(role, minRole)) throw new Problem('permissionDenied', `This needs the role ${minRole} in the org.`);
  return org;
}

export async function roleIn(
  stores: Pick<Stores, 'memberships'>,
  { builderId, keyOrgId }: Actor,
  orgId: string,
): Promise<OrgRole | null> {
  if (keyOrgId !== '') return keyOrgId === orgId ? 'owner' : null;
  return (await stores.memberships.find(orgId, builderId))?.role ?? null;
}

export async function orgIdsOf(stores: Pick<Stores, 'memberships'>, { builderId, keyOrgId }: Actor): Promise<string[]> {
  if (keyOrgId !== '') return [keyOrgId];
  return (await stores.memberships.listOfBuilder(builderId)).map(({ orgId }) => orgId);
}

export function noSuchOrg(): Problem {
  return notFound('org');
}
