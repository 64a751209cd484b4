// Original file: protos/installation/v1/installation.proto


export interface ListManifestDestinationsRequest {
  'projectId'?: (string);
  'sourceYaml'?: (string);
  'sourceZipUrl'?: (string);
}

export interface ListManifestDestinationsRequest__Output {
  'projectId': (string);
  'sourceYaml': (string);
  'sourceZipUrl': (string);
}
