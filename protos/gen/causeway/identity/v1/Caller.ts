// Original file: protos/identity/v1/identity.proto

import type { OrgRole as _causeway_identity_v1_OrgRole, OrgRole__Output as _causeway_identity_v1_OrgRole__Output } from '../../../causeway/identity/v1/OrgRole.ts';

export interface Caller {
  /**
   * apiKey, builder or customer.
   */
  'scheme'?: (string);
  /**
   * Stable and safe to log: api-key:<id>, builder:<id>, consumer:<ref>.
   */
  'principal'?: (string);
  'scopes'?: (string)[];
  'projectId'?: (string);
  'projectName'?: (string);
  'orgId'?: (string);
  'builderId'?: (string);
  'groupRef'?: (string);
  'consumerRef'?: (string);
  /**
   * Projects that the caller may see: one for a key, all projects of the org for a builder.
   */
  'projectIds'?: (string)[];
  /**
   * The email address in a builder's token.
   */
  'email'?: (string);
  'emailVerified'?: (boolean);
  /**
   * A builder's role in the org of the named project: owner, admin or member. Empty for other callers.
   */
  'role'?: (string);
  /**
   * A builder's role in each of their orgs.
   */
  'orgRoles'?: (_causeway_identity_v1_OrgRole)[];
  /**
   * On whose behalf it calls: the builder of the token, or the one who made the key. Empty when unknown.
   */
  'actingBuilderId'?: (string);
  /**
   * A frontend key of a project that restricts them: it creates, and neither replaces nor deletes.
   */
  'isRestricted'?: (boolean);
  /**
   * The key of a connect session is limited to one of these, and to its group and consumer. Empty for other callers.
   */
  'onlyIntegrationId'?: (string);
  'onlyProvider'?: (string);
}

export interface Caller__Output {
  /**
   * apiKey, builder or customer.
   */
  'scheme': (string);
  /**
   * Stable and safe to log: api-key:<id>, builder:<id>, consumer:<ref>.
   */
  'principal': (string);
  'scopes': (string)[];
  'projectId': (string);
  'projectName': (string);
  'orgId': (string);
  'builderId': (string);
  'groupRef': (string);
  'consumerRef': (string);
  /**
   * Projects that the caller may see: one for a key, all projects of the org for a builder.
   */
  'projectIds': (string)[];
  /**
   * The email address in a builder's token.
   */
  'email': (string);
  'emailVerified': (boolean);
  /**
   * A builder's role in the org of the named project: owner, admin or member. Empty for other callers.
   */
  'role': (string);
  /**
   * A builder's role in each of their orgs.
   */
  'orgRoles': (_causeway_identity_v1_OrgRole__Output)[];
  /**
   * On whose behalf it calls: the builder of the token, or the one who made the key. Empty when unknown.
   */
  'actingBuilderId': (string);
  /**
   * A frontend key of a project that restricts them: it creates, and neither replaces nor deletes.
   */
  'isRestricted': (boolean);
  /**
   * The key of a connect session is limited to one of these, and to its group and consumer. Empty for other callers.
   */
  'onlyIntegrationId': (string);
  'onlyProvider': (string);
}
