// Original file: protos/identity/v1/identity.proto


export interface ConsoleKey {
  'token'?: (string);
  'projectId'?: (string);
  'role'?: (string);
}

export interface ConsoleKey__Output {
  'token': (string);
  'projectId': (string);
  'role': (string);
}
