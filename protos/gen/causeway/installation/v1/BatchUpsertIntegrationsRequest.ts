// Original file: protos/installation/v1/installation.proto


export interface BatchUpsertIntegrationsRequest {
  'projectId'?: (string);
  'sourceYaml'?: (string);
  'destructive'?: (boolean);
  /**
   * gs://<bucket><path> of an upload. Either this or the YAML.
   */
  'sourceZipUrl'?: (string);
}

export interface BatchUpsertIntegrationsRequest__Output {
  'projectId': (string);
  'sourceYaml': (string);
  'destructive': (boolean);
  /**
   * gs://<bucket><path> of an upload. Either this or the YAML.
   */
  'sourceZipUrl': (string);
}
