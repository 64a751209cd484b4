// Original file: protos/identity/v1/identity.proto


export interface Entitlements {
  'brandingRemoval'?: (boolean);
  'logRetentionDays'?: (number);
}

export interface Entitlements__Output {
  'brandingRemoval': (boolean);
  'logRetentionDays': (number);
}
