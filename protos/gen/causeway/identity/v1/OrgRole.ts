// Original file: protos/identity/v1/identity.proto


export interface OrgRole {
  'orgId'?: (string);
  'role'?: (string);
}

export interface OrgRole__Output {
  'orgId': (string);
  'role': (string);
}
