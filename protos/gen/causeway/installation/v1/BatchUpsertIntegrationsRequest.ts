// Original file: protos/installation/v1/installation.proto


export interface BatchUpsertIntegrationsRequest {
  'projectId'?: (string);
  'sourceYaml'?: (string);
  'destructive'?: (boolean);
}

export interface BatchUpsertIntegrationsRequest__Output {
  'projectId': (string);
  'sourceYaml': (string);
  'destructive': (boolean);
}
