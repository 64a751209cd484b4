import type { Keyset } from '../../../lib/db/keyset.ts';
import type { OrgRole } from '../orgs/org.ts';

/** A person who works for the builder's company. */
export type Builder = {
  id: string;
  idpProvider: string;
  idpRef: string;
  firstName: string;
  lastName: string;
  primaryEmail: string;
  createTime: number;
};

/** A builder as a member of an org. */
export type Member = Builder & { role: OrgRole };

export type BuilderStore = {
  find(builderId: string): Promise<Builder | undefined>;
  /** Finds a builder by identity provider and subject, which together identify a person. */
  findByIdp(idpProvider: string, idpRef: string): Promise<Builder | undefined>;
  /** The org's members, oldest first. */
  listOfOrg(orgId: string, keyset: Keyset): Promise<Member[]>;
  insert(builder: Builder): Promise<void>;
};
