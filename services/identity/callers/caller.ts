import type { OrgRole } from '../orgs/org.ts';
import type { Project } from '../projects/project.ts';

/** The caller, and the project of the call (null when the operation has no project). */
export type Caller = {
  scheme: 'apiKey' | 'builder' | 'customer';
  principal: string;
  scopes: string[];
  /**
   * True for a frontend key of a project with `restrictFrontendKeys`: the key may create, but not replace or delete.
   */
  isRestricted: boolean;
  project: Project | null;
  orgId: string;
  builderId: string;
  /**
   * The builder on whose behalf the caller acts: the builder of the token, or the builder who created the key. Empty
   * when unknown.
   */
  actingBuilderId: string;
  /** The builder's email address from the token; empty for a key. */
  email: string;
  emailVerified: boolean;
  projectIds: string[];
  /** A builder's role in the org of `project`. */
  role: OrgRole | '';
  orgRoles: { orgId: string; role: OrgRole }[];
  /** The group and consumer of a customer's token; empty for other callers. */
  groupRef: string;
  consumerRef: string;
  /**
   * A key of a connect session may use only `onlyProvider` and, if it is not empty, `onlyIntegrationId`. Both are empty
   * for other callers.
   */
  onlyIntegrationId: string;
  onlyProvider: string;
};

/** Empty values of the fields that only builders have, for other callers. */
export const NO_BUILDER = {
  builderId: '',
  actingBuilderId: '',
  role: '' as const,
  orgRoles: [],
  email: '',
  emailVerified: false,
} satisfies Partial<Caller>;

/** Empty values of the limits of a connect session, for all other credentials. */
export const NO_CONNECT_LIMITS = { onlyIntegrationId: '', onlyProvider: '' };

export const NO_CUSTOMER = { groupRef: '', consumerRef: '', ...NO_CONNECT_LIMITS };

/** The claims of a token of the builders' identity provider. */
export type IdentityClaims = {
  /** Provider and subject; together they identify a builder. */
  idpProvider: string;
  idpRef: string;
  email: string;
  emailVerified: boolean;
  firstName: string;
  lastName: string;
};

/** The identity provider whose tokens are accepted in addition to Causeway's own tokens. */
export type IdentityProvider = {
  issuer: string;
  /** Null for an invalid token. Throws unavailable when the token's key is unknown and the keys cannot be fetched. */
  verify(token: string): Promise<IdentityClaims | null>;
};
