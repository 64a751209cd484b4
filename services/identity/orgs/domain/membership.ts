/** Ordered by rights: each role may do everything that the roles after it may do. */
export const ORG_ROLES = ['owner', 'admin', 'member'] as const;
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
  /** False when the builder is already a member; that membership is unchanged. */
  insertNew(membership: Membership): Promise<boolean>;
};

export function reaches(role: OrgRole, least: OrgRole): boolean {
  return ORG_ROLES.indexOf(role) <= ORG_ROLES.indexOf(least);
}

export function orgRoleOf(text: string): OrgRole | undefined {
  return ORG_ROLES.find((role) => role === text);
}
