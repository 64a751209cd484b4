// Original file: protos/installation/v1/installation.proto


export interface Opener {
  'projectId'?: (string);
  'openerOrigin'?: (string);
}

export interface Opener__Output {
  'projectId': (string);
  'openerOrigin': (string);
}
