// Original file: protos/versions/v1/versions.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { GetVersionRequest as _causeway_versions_v1_GetVersionRequest, GetVersionRequest__Output as _causeway_versions_v1_GetVersionRequest__Output } from '../../../causeway/versions/v1/GetVersionRequest.ts';
import type { Version as _causeway_versions_v1_Version, Version__Output as _causeway_versions_v1_Version__Output } from '../../../causeway/versions/v1/Version.ts';

/**
 * Whether anything that a service stores and shows has changed. Every service serves it on its own port.
 */
export interface VersionsClient extends grpc.Client {
  /**
   * Answers from one row. A change has another version at most half a second after its commit.
   */
  GetVersion(argument: _causeway_versions_v1_GetVersionRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_versions_v1_Version__Output>): grpc.ClientUnaryCall;
  GetVersion(argument: _causeway_versions_v1_GetVersionRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_versions_v1_Version__Output>): grpc.ClientUnaryCall;
  GetVersion(argument: _causeway_versions_v1_GetVersionRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_versions_v1_Version__Output>): grpc.ClientUnaryCall;
  GetVersion(argument: _causeway_versions_v1_GetVersionRequest, callback: grpc.requestCallback<_causeway_versions_v1_Version__Output>): grpc.ClientUnaryCall;
  /**
   * Answers from one row. A change has another version at most half a second after its commit.
   */
  getVersion(argument: _causeway_versions_v1_GetVersionRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_versions_v1_Version__Output>): grpc.ClientUnaryCall;
  getVersion(argument: _causeway_versions_v1_GetVersionRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_versions_v1_Version__Output>): grpc.ClientUnaryCall;
  getVersion(argument: _causeway_versions_v1_GetVersionRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_versions_v1_Version__Output>): grpc.ClientUnaryCall;
  getVersion(argument: _causeway_versions_v1_GetVersionRequest, callback: grpc.requestCallback<_causeway_versions_v1_Version__Output>): grpc.ClientUnaryCall;
  
}

/**
 * Whether anything that a service stores and shows has changed. Every service serves it on its own port.
 */
export interface VersionsHandlers extends grpc.UntypedServiceImplementation {
  /**
   * Answers from one row. A change has another version at most half a second after its commit.
   */
  GetVersion: grpc.handleUnaryCall<_causeway_versions_v1_GetVersionRequest__Output, _causeway_versions_v1_Version>;
  
}

export interface VersionsDefinition extends grpc.ServiceDefinition {
  GetVersion: MethodDefinition<_causeway_versions_v1_GetVersionRequest, _causeway_versions_v1_Version, _causeway_versions_v1_GetVersionRequest__Output, _causeway_versions_v1_Version__Output>
}
