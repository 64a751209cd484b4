// Original file: protos/identity/v1/identity.proto


export interface ApiKey {
  'key'?: (string);
  'label'?: (string);
  'scopes'?: (string)[];
  'projectId'?: (string);
  'active'?: (boolean);
  /**
   * For the order of lists; not public.
   */
  'id'?: (string);
}

export interface ApiKey__Output {
  'key': (string);
  'label': (string);
  'scopes': (string)[];
  'projectId': (string);
  'active': (boolean);
  /**
   * For the order of lists; not public.
   */
  'id': (string);
}
