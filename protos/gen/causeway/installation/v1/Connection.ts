// Original file: protos/installation/v1/installation.proto

import type { Group as _causeway_installation_v1_Group, Group__Output as _causeway_installation_v1_Group__Output } from '../../../causeway/installation/v1/Group.ts';
import type { Consumer as _causeway_installation_v1_Consumer, Consumer__Output as _causeway_installation_v1_Consumer__Output } from '../../../causeway/installation/v1/Consumer.ts';
import type { ProviderApp as _causeway_installation_v1_ProviderApp, ProviderApp__Output as _causeway_installation_v1_ProviderApp__Output } from '../../../causeway/installation/v1/ProviderApp.ts';
import type { Long } from '@grpc/proto-loader';

export interface Connection {
  'id'?: (string);
  'projectId'?: (string);
  'provider'?: (string);
  'group'?: (_causeway_installation_v1_Group | null);
  'consumer'?: (_causeway_installation_v1_Consumer | null);
  /**
   * none, apiKey, basic, oauth2/authorizationCode, oauth2/authorizationCodePKCE, oauth2/clientCredentials,
   * oauth2/password.
   */
  'authScheme'?: (string);
  /**
   * created, working, bad_credentials.
   */
  'status'?: (string);
  'providerWorkspaceRef'?: (string);
  'providerConsumerRef'?: (string);
  'providerMetadataJson'?: (string);
  'providerApp'?: (_causeway_installation_v1_ProviderApp | null);
  /**
   * Only on request: {"oauth2AuthorizationCode": {...}} or {"apiKey": "..."}.
   */
  'credentialsJson'?: (string);
  'createTime'?: (number | string | Long);
  'updateTime'?: (number | string | Long);
  /**
   * The provider accepted the credentials, and has not refused them since.
   */
  'isVerified'?: (boolean);
}

export interface Connection__Output {
  'id': (string);
  'projectId': (string);
  'provider': (string);
  'group': (_causeway_installation_v1_Group__Output | null);
  'consumer': (_causeway_installation_v1_Consumer__Output | null);
  /**
   * none, apiKey, basic, oauth2/authorizationCode, oauth2/authorizationCodePKCE, oauth2/clientCredentials,
   * oauth2/password.
   */
  'authScheme': (string);
  /**
   * created, working, bad_credentials.
   */
  'status': (string);
  'providerWorkspaceRef': (string);
  'providerConsumerRef': (string);
  'providerMetadataJson': (string);
  'providerApp': (_causeway_installation_v1_ProviderApp__Output | null);
  /**
   * Only on request: {"oauth2AuthorizationCode": {...}} or {"apiKey": "..."}.
   */
  'credentialsJson': (string);
  'createTime': (number);
  'updateTime': (number);
  /**
   * The provider accepted the credentials, and has not refused them since.
   */
  'isVerified': (boolean);
}
