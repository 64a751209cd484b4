import type { Keyset } from '../../domain/keyset.ts';

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

export type BuilderStore = {
  find(builderId: string): Promise<Builder | undefined>;
  /** Finds a builder by the identity provider's subject, which identifies a person. */
  findByIdp(idpProvider: string, idpRef: string): Promise<Builder | undefined>;
  /** The org's members, oldest first. */
  listOfOrg(orgId: string, keyset: Keyset): Promise<Builder[]>;
  insert(builder: Builder): Promise<void>;
};
