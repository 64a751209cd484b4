import type { OrgRole } from './membership.ts';
import type { Project } from './project.ts';

/** Who calls, and the project they mean (null when the operation names none). */
export type Caller = {
  scheme: 'apiKey' | 'builder' | 'customer';
  principal: string;
  scopes: string[];
  project: Project | null;
  orgId: string;
  builderId: string;
  /** The builder's address as the token says it; empty for a key. */
  email: string;
  emailVerified: boolean;
  projectIds: string[];
  /** A builder's role in the org of `project`. */
  role: OrgRole | '';
  orgRoles: { orgId: string; role: OrgRole }[];
  /** Whom a customer's token speaks for, and nobody else. */
  groupRef: string;
  consumerRef: string;
};

/** What only builders have. */
export const NO_BUILDER = {
  builderId: '',
  role: '' as const,
  orgRoles: [],
  email: '',
  emailVerified: false,
} satisfies Partial<Caller>;

export const NO_CUSTOMER = { groupRef: '', consumerRef: '' };
