/** A person of the builder's company. */
export type Builder = {
  id: string;
  idpProvider: string;
  idpRef: string;
  firstName: string;
  lastName: string;
  primaryEmail: string;
  createTime: number;
};

export type OrgRole = 'owner' | 'admin' | 'member';
export type Membership = { orgId: string; builderId: string; role: OrgRole; createTime: number };

export type BuilderStore = {
  find(builderId: string): Promise<Builder | undefined>;
  /** The identity provider's name for a person, which is what makes them one. */
  findByIdp(idpProvider: string, idpRef: string): Promise<Builder | undefined>;
  insert(builder: Builder): Promise<void>;
};

export type MembershipStore = {
  listOfBuilder(builderId: string): Promise<Membership[]>;
  firstOfOrg(orgId: string): Promise<Membership | undefined>;
  insert(membership: Membership): Promise<void>;
};
