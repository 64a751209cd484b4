// Original file: protos/identity/v1/identity.proto


export interface ClaimedDomain {
  'id'?: (string);
  'orgId'?: (string);
  'domain'?: (string);
}

export interface ClaimedDomain__Output {
  'id': (string);
  'orgId': (string);
  'domain': (string);
}
