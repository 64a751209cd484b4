// Original file: protos/reads/v1/reads.proto


export interface PauseReadsRequest {
  'projectId'?: (string);
  'integrationId'?: (string);
  'installationId'?: (string);
  /**
   * Mapped or native names; empty for all.
   */
  'objects'?: (string)[];
  'note'?: (string);
}

export interface PauseReadsRequest__Output {
  'projectId': (string);
  'integrationId': (string);
  'installationId': (string);
  /**
   * Mapped or native names; empty for all.
   */
  'objects': (string)[];
  'note': (string);
}
