import type { Page } from './page.ts';

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

export type BuilderStore = {
  find(builderId: string): Promise<Builder | undefined>;
  /** The identity provider's name for a person, which is what makes them one. */
  findByIdp(idpProvider: string, idpRef: string): Promise<Builder | undefined>;
  /** The org's members, oldest first. */
  listOfOrg(orgId: string, page: Page): Promise<Builder[]>;
  insert(builder: Builder): Promise<void>;
};
