// Original file: protos/installation/v1/installation.proto

import type { Long } from '@grpc/proto-loader';

export interface ProviderApp {
  'id'?: (string);
  'projectId'?: (string);
  'provider'?: (string);
  'clientId'?: (string);
  'externalRef'?: (string);
  'scopes'?: (string)[];
  'metadataJson'?: (string);
  'createTime'?: (number | string | Long);
  'updateTime'?: (number | string | Long);
}

export interface ProviderApp__Output {
  'id': (string);
  'projectId': (string);
  'provider': (string);
  'clientId': (string);
  'externalRef': (string);
  'scopes': (string)[];
  'metadataJson': (string);
  'createTime': (number);
  'updateTime': (number);
}
