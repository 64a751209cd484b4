import { notFound, Problem } from '../../../lib/problem/problem.ts';
import type { Actor } from '../actor.ts';

/** A builder's company. All its members are in its default team. */
export type Org = { id: string; label: string; defaultTeamId: string; createTime: number; updateTime: number | null };

export type OrgStore = {
  find(orgId: string): Promise<Org | undefined>;
  /** `creatorId`: the builder whose quota counts the org. */
  insert(org: Org, creatorId: string | null): Promise<void>;
  rename(orgId: string, label: string, updateTime: number): Promise<void>;
};

/** In the order of rights: each role includes the rights of the roles after it. */
const ORG_ROLES = ['owner', 'admin', 'member'] as const;
export type OrgRole = (typeof ORG_ROLES)[number];
export type Membership = { orgId: string; builderId: string; role: OrgRole; createTime: number };

export type MembershipStore = {
  /** Ordered by join time, oldest first. */
  listOfBuilder(builderId: string): Promise<Membership[]>;
  find(orgId: string, builderId: string): Promise<Membership | undefined>;
  firstOfOrg(orgId: string): Promise<Membership | undefined>;
  listOwners(orgId: string): Promise<Membership[]>;
  /** Ids of the owners. Locks their rows until the transaction ends. */
  lockOwners(orgId: string): Promise<string[]>;
  /** False when the builder is no member. */
  setRole(orgId: string, builderId: string, role: OrgRole): Promise<boolean>;
  /** False when the builder is no member. */
  remove(orgId: string, builderId: string): Promise<boolean>;
  insert(membership: Membership): Promise<void>;
  /** Returns false when the builder is already a member; then nothing is changed. */
  insertNew(membership: Membership): Promise<boolean>;
};

export function hasMinRole(role: OrgRole, minRole: OrgRole): boolean {
  return ORG_ROLES.indexOf(role) <= ORG_ROLES.indexOf(minRole);
}

export function orgRoleOf(text: string): OrgRole | undefined {
  return ORG_ROLES.find((role) => role === text);
}

/** An org's billing account. `billingProviderRef`: the account's id at the billing provider. */
export type BillingAccount = {
  id: string;
  orgId: string;
  displayName: string;
  billingProvider: string;
  billingProviderRef: string;
  createTime: number;
  updateTime: number | null;
};

export type BillingAccountStore = {
  findOfOrg(orgId: string): Promise<BillingAccount | undefined>;
  /** Finds an account of one of these orgs; undefined when none of them owns it. */
  find(orgIds: readonly string[], accountId: string): Promise<BillingAccount | undefined>;
  insert(account: BillingAccount): Promise<void>;
  /** Assigns the account to another billing provider; false when it was already reassigned. */
  moveTo(account: BillingAccount, provider: { name: string; ref: string }, updateTime: number): Promise<boolean>;
};

/** The stores of orgs and their members. */
export type OrgStores = { orgs: OrgStore; memberships: MembershipStore };

/**
 * Returns the org if the actor is a member with at least this role. Throws notFound for a missing org and for another
 * tenant's org, and permissionDenied if the role is too low. In operations that accept API keys, a key has the rights
 * of an owner.
 */
export async function orgFor(
  stores: OrgStores,
  actor: Actor,
  orgId: string,
  minRole: OrgRole = 'member',
): Promise<Org> {
  const [org, role] = await Promise.all([stores.orgs.find(orgId), roleIn(stores, actor, orgId)]);
  if (!org || !role) throw noSuchOrg();
  if (!hasMinRole(role, minRole)) throw new Problem('permissionDenied', `This needs the role ${minRole} in the org.`);
  return org;
}

export async function roleIn(
  stores: Pick<OrgStores, 'memberships'>,
  { builderId, keyOrgId }: Actor,
  orgId: string,
): Promise<OrgRole | null> {
  if (keyOrgId !== '') return keyOrgId === orgId ? 'owner' : null;
  return (await stores.memberships.find(orgId, builderId))?.role ?? null;
}

export async function orgIdsOf(
  stores: Pick<OrgStores, 'memberships'>,
  { builderId, keyOrgId }: Actor,
): Promise<string[]> {
  if (keyOrgId !== '') return [keyOrgId];
  return (await stores.memberships.listOfBuilder(builderId)).map(({ orgId }) => orgId);
}

export function noSuchOrg(): Problem {
  return notFound('org');
}
