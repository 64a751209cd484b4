// Original file: protos/identity/v1/identity.proto

import type { Actor as _causeway_identity_v1_Actor, Actor__Output as _causeway_identity_v1_Actor__Output } from '../../../causeway/identity/v1/Actor.ts';

export interface CreateProjectRequest {
  'actor'?: (_causeway_identity_v1_Actor | null);
  'orgId'?: (string);
  'name'?: (string);
  'appName'?: (string);
  'allowedOrigins'?: (string)[];
  'restrictFrontendKeys'?: (boolean);
}

export interface CreateProjectRequest__Output {
  'actor': (_causeway_identity_v1_Actor__Output | null);
  'orgId': (string);
  'name': (string);
  'appName': (string);
  'allowedOrigins': (string)[];
  'restrictFrontendKeys': (boolean);
}
