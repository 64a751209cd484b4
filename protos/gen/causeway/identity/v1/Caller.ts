// Original file: protos/identity/v1/identity.proto


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
   * Projects the caller may see: one for a key, all of the org's for a builder.
   */
  'projectIds'?: (string)[];
  /**
   * Of a builder, as the token says it.
   */
  'email'?: (string);
  'emailVerified'?: (boolean);
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
   * Projects the caller may see: one for a key, all of the org's for a builder.
   */
  'projectIds': (string)[];
  /**
   * Of a builder, as the token says it.
   */
  'email': (string);
  'emailVerified': (boolean);
}
