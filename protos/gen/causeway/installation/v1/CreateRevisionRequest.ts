// Original file: protos/installation/v1/installation.proto


export interface CreateRevisionRequest {
  'projectId'?: (string);
  'integrationId'?: (string);
  'sourceYaml'?: (string);
  'sourceZipUrl'?: (string);
  'destructive'?: (boolean);
}

export interface CreateRevisionRequest__Output {
  'projectId': (string);
  'integrationId': (string);
  'sourceYaml': (string);
  'sourceZipUrl': (string);
  'destructive': (boolean);
}
