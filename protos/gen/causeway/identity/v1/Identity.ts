// Original file: protos/identity/v1/identity.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { AuthenticateRequest as _causeway_identity_v1_AuthenticateRequest, AuthenticateRequest__Output as _causeway_identity_v1_AuthenticateRequest__Output } from '../../../causeway/identity/v1/AuthenticateRequest.ts';
import type { Bootstrap as _causeway_identity_v1_Bootstrap, Bootstrap__Output as _causeway_identity_v1_Bootstrap__Output } from '../../../causeway/identity/v1/Bootstrap.ts';
import type { BuilderToken as _causeway_identity_v1_BuilderToken, BuilderToken__Output as _causeway_identity_v1_BuilderToken__Output } from '../../../causeway/identity/v1/BuilderToken.ts';
import type { Caller as _causeway_identity_v1_Caller, Caller__Output as _causeway_identity_v1_Caller__Output } from '../../../causeway/identity/v1/Caller.ts';
import type { EnsureBootstrapRequest as _causeway_identity_v1_EnsureBootstrapRequest, EnsureBootstrapRequest__Output as _causeway_identity_v1_EnsureBootstrapRequest__Output } from '../../../causeway/identity/v1/EnsureBootstrapRequest.ts';
import type { GetProjectRequest as _causeway_identity_v1_GetProjectRequest, GetProjectRequest__Output as _causeway_identity_v1_GetProjectRequest__Output } from '../../../causeway/identity/v1/GetProjectRequest.ts';
import type { IssueBuilderTokenRequest as _causeway_identity_v1_IssueBuilderTokenRequest, IssueBuilderTokenRequest__Output as _causeway_identity_v1_IssueBuilderTokenRequest__Output } from '../../../causeway/identity/v1/IssueBuilderTokenRequest.ts';
import type { ListApiKeysRequest as _causeway_identity_v1_ListApiKeysRequest, ListApiKeysRequest__Output as _causeway_identity_v1_ListApiKeysRequest__Output } from '../../../causeway/identity/v1/ListApiKeysRequest.ts';
import type { ListApiKeysResponse as _causeway_identity_v1_ListApiKeysResponse, ListApiKeysResponse__Output as _causeway_identity_v1_ListApiKeysResponse__Output } from '../../../causeway/identity/v1/ListApiKeysResponse.ts';
import type { ListProjectsRequest as _causeway_identity_v1_ListProjectsRequest, ListProjectsRequest__Output as _causeway_identity_v1_ListProjectsRequest__Output } from '../../../causeway/identity/v1/ListProjectsRequest.ts';
import type { ListProjectsResponse as _causeway_identity_v1_ListProjectsResponse, ListProjectsResponse__Output as _causeway_identity_v1_ListProjectsResponse__Output } from '../../../causeway/identity/v1/ListProjectsResponse.ts';
import type { Project as _causeway_identity_v1_Project, Project__Output as _causeway_identity_v1_Project__Output } from '../../../causeway/identity/v1/Project.ts';

/**
 * Who may call. Times are Unix milliseconds, 0 when unset.
 */
export interface IdentityClient extends grpc.Client {
  /**
   * Who holds this credential, and which project they mean. Problems: unauthenticated; notFound when the project is
   * absent or not theirs (the same answer for both).
   */
  Authenticate(argument: _causeway_identity_v1_AuthenticateRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_Caller__Output>): grpc.ClientUnaryCall;
  Authenticate(argument: _causeway_identity_v1_AuthenticateRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_identity_v1_Caller__Output>): grpc.ClientUnaryCall;
  Authenticate(argument: _causeway_identity_v1_AuthenticateRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_Caller__Output>): grpc.ClientUnaryCall;
  Authenticate(argument: _causeway_identity_v1_AuthenticateRequest, callback: grpc.requestCallback<_causeway_identity_v1_Caller__Output>): grpc.ClientUnaryCall;
  /**
   * Who holds this credential, and which project they mean. Problems: unauthenticated; notFound when the project is
   * absent or not theirs (the same answer for both).
   */
  authenticate(argument: _causeway_identity_v1_AuthenticateRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_Caller__Output>): grpc.ClientUnaryCall;
  authenticate(argument: _causeway_identity_v1_AuthenticateRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_identity_v1_Caller__Output>): grpc.ClientUnaryCall;
  authenticate(argument: _causeway_identity_v1_AuthenticateRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_Caller__Output>): grpc.ClientUnaryCall;
  authenticate(argument: _causeway_identity_v1_AuthenticateRequest, callback: grpc.requestCallback<_causeway_identity_v1_Caller__Output>): grpc.ClientUnaryCall;
  
  /**
   * Creates the first org, project, billing account, builder and full API key, or finds the ones it made before.
   */
  EnsureBootstrap(argument: _causeway_identity_v1_EnsureBootstrapRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_Bootstrap__Output>): grpc.ClientUnaryCall;
  EnsureBootstrap(argument: _causeway_identity_v1_EnsureBootstrapRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_identity_v1_Bootstrap__Output>): grpc.ClientUnaryCall;
  EnsureBootstrap(argument: _causeway_identity_v1_EnsureBootstrapRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_Bootstrap__Output>): grpc.ClientUnaryCall;
  EnsureBootstrap(argument: _causeway_identity_v1_EnsureBootstrapRequest, callback: grpc.requestCallback<_causeway_identity_v1_Bootstrap__Output>): grpc.ClientUnaryCall;
  /**
   * Creates the first org, project, billing account, builder and full API key, or finds the ones it made before.
   */
  ensureBootstrap(argument: _causeway_identity_v1_EnsureBootstrapRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_Bootstrap__Output>): grpc.ClientUnaryCall;
  ensureBootstrap(argument: _causeway_identity_v1_EnsureBootstrapRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_identity_v1_Bootstrap__Output>): grpc.ClientUnaryCall;
  ensureBootstrap(argument: _causeway_identity_v1_EnsureBootstrapRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_Bootstrap__Output>): grpc.ClientUnaryCall;
  ensureBootstrap(argument: _causeway_identity_v1_EnsureBootstrapRequest, callback: grpc.requestCallback<_causeway_identity_v1_Bootstrap__Output>): grpc.ClientUnaryCall;
  
  /**
   * Problems: notFound.
   */
  GetProject(argument: _causeway_identity_v1_GetProjectRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_Project__Output>): grpc.ClientUnaryCall;
  GetProject(argument: _causeway_identity_v1_GetProjectRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_identity_v1_Project__Output>): grpc.ClientUnaryCall;
  GetProject(argument: _causeway_identity_v1_GetProjectRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_Project__Output>): grpc.ClientUnaryCall;
  GetProject(argument: _causeway_identity_v1_GetProjectRequest, callback: grpc.requestCallback<_causeway_identity_v1_Project__Output>): grpc.ClientUnaryCall;
  /**
   * Problems: notFound.
   */
  getProject(argument: _causeway_identity_v1_GetProjectRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_Project__Output>): grpc.ClientUnaryCall;
  getProject(argument: _causeway_identity_v1_GetProjectRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_identity_v1_Project__Output>): grpc.ClientUnaryCall;
  getProject(argument: _causeway_identity_v1_GetProjectRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_Project__Output>): grpc.ClientUnaryCall;
  getProject(argument: _causeway_identity_v1_GetProjectRequest, callback: grpc.requestCallback<_causeway_identity_v1_Project__Output>): grpc.ClientUnaryCall;
  
  /**
   * A token of the platform's own issuer. Problems: notFound.
   */
  IssueBuilderToken(argument: _causeway_identity_v1_IssueBuilderTokenRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_BuilderToken__Output>): grpc.ClientUnaryCall;
  IssueBuilderToken(argument: _causeway_identity_v1_IssueBuilderTokenRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_identity_v1_BuilderToken__Output>): grpc.ClientUnaryCall;
  IssueBuilderToken(argument: _causeway_identity_v1_IssueBuilderTokenRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_BuilderToken__Output>): grpc.ClientUnaryCall;
  IssueBuilderToken(argument: _causeway_identity_v1_IssueBuilderTokenRequest, callback: grpc.requestCallback<_causeway_identity_v1_BuilderToken__Output>): grpc.ClientUnaryCall;
  /**
   * A token of the platform's own issuer. Problems: notFound.
   */
  issueBuilderToken(argument: _causeway_identity_v1_IssueBuilderTokenRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_BuilderToken__Output>): grpc.ClientUnaryCall;
  issueBuilderToken(argument: _causeway_identity_v1_IssueBuilderTokenRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_identity_v1_BuilderToken__Output>): grpc.ClientUnaryCall;
  issueBuilderToken(argument: _causeway_identity_v1_IssueBuilderTokenRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_BuilderToken__Output>): grpc.ClientUnaryCall;
  issueBuilderToken(argument: _causeway_identity_v1_IssueBuilderTokenRequest, callback: grpc.requestCallback<_causeway_identity_v1_BuilderToken__Output>): grpc.ClientUnaryCall;
  
  ListApiKeys(argument: _causeway_identity_v1_ListApiKeysRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_ListApiKeysResponse__Output>): grpc.ClientUnaryCall;
  ListApiKeys(argument: _causeway_identity_v1_ListApiKeysRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_identity_v1_ListApiKeysResponse__Output>): grpc.ClientUnaryCall;
  ListApiKeys(argument: _causeway_identity_v1_ListApiKeysRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_ListApiKeysResponse__Output>): grpc.ClientUnaryCall;
  ListApiKeys(argument: _causeway_identity_v1_ListApiKeysRequest, callback: grpc.requestCallback<_causeway_identity_v1_ListApiKeysResponse__Output>): grpc.ClientUnaryCall;
  listApiKeys(argument: _causeway_identity_v1_ListApiKeysRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_ListApiKeysResponse__Output>): grpc.ClientUnaryCall;
  listApiKeys(argument: _causeway_identity_v1_ListApiKeysRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_identity_v1_ListApiKeysResponse__Output>): grpc.ClientUnaryCall;
  listApiKeys(argument: _causeway_identity_v1_ListApiKeysRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_ListApiKeysResponse__Output>): grpc.ClientUnaryCall;
  listApiKeys(argument: _causeway_identity_v1_ListApiKeysRequest, callback: grpc.requestCallback<_causeway_identity_v1_ListApiKeysResponse__Output>): grpc.ClientUnaryCall;
  
  ListProjects(argument: _causeway_identity_v1_ListProjectsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_ListProjectsResponse__Output>): grpc.ClientUnaryCall;
  ListProjects(argument: _causeway_identity_v1_ListProjectsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_identity_v1_ListProjectsResponse__Output>): grpc.ClientUnaryCall;
  ListProjects(argument: _causeway_identity_v1_ListProjectsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_ListProjectsResponse__Output>): grpc.ClientUnaryCall;
  ListProjects(argument: _causeway_identity_v1_ListProjectsRequest, callback: grpc.requestCallback<_causeway_identity_v1_ListProjectsResponse__Output>): grpc.ClientUnaryCall;
  listProjects(argument: _causeway_identity_v1_ListProjectsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_ListProjectsResponse__Output>): grpc.ClientUnaryCall;
  listProjects(argument: _causeway_identity_v1_ListProjectsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_identity_v1_ListProjectsResponse__Output>): grpc.ClientUnaryCall;
  listProjects(argument: _causeway_identity_v1_ListProjectsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_ListProjectsResponse__Output>): grpc.ClientUnaryCall;
  listProjects(argument: _causeway_identity_v1_ListProjectsRequest, callback: grpc.requestCallback<_causeway_identity_v1_ListProjectsResponse__Output>): grpc.ClientUnaryCall;
  
}

/**
 * Who may call. Times are Unix milliseconds, 0 when unset.
 */
export interface IdentityHandlers extends grpc.UntypedServiceImplementation {
  /**
   * Who holds this credential, and which project they mean. Problems: unauthenticated; notFound when the project is
   * absent or not theirs (the same answer for both).
   */
  Authenticate: grpc.handleUnaryCall<_causeway_identity_v1_AuthenticateRequest__Output, _causeway_identity_v1_Caller>;
  
  /**
   * Creates the first org, project, billing account, builder and full API key, or finds the ones it made before.
   */
  EnsureBootstrap: grpc.handleUnaryCall<_causeway_identity_v1_EnsureBootstrapRequest__Output, _causeway_identity_v1_Bootstrap>;
  
  /**
   * Problems: notFound.
   */
  GetProject: grpc.handleUnaryCall<_causeway_identity_v1_GetProjectRequest__Output, _causeway_identity_v1_Project>;
  
  /**
   * A token of the platform's own issuer. Problems: notFound.
   */
  IssueBuilderToken: grpc.handleUnaryCall<_causeway_identity_v1_IssueBuilderTokenRequest__Output, _causeway_identity_v1_BuilderToken>;
  
  ListApiKeys: grpc.handleUnaryCall<_causeway_identity_v1_ListApiKeysRequest__Output, _causeway_identity_v1_ListApiKeysResponse>;
  
  ListProjects: grpc.handleUnaryCall<_causeway_identity_v1_ListProjectsRequest__Output, _causeway_identity_v1_ListProjectsResponse>;
  
}

export interface IdentityDefinition extends grpc.ServiceDefinition {
  Authenticate: MethodDefinition<_causeway_identity_v1_AuthenticateRequest, _causeway_identity_v1_Caller, _causeway_identity_v1_AuthenticateRequest__Output, _causeway_identity_v1_Caller__Output>
  EnsureBootstrap: MethodDefinition<_causeway_identity_v1_EnsureBootstrapRequest, _causeway_identity_v1_Bootstrap, _causeway_identity_v1_EnsureBootstrapRequest__Output, _causeway_identity_v1_Bootstrap__Output>
  GetProject: MethodDefinition<_causeway_identity_v1_GetProjectRequest, _causeway_identity_v1_Project, _causeway_identity_v1_GetProjectRequest__Output, _causeway_identity_v1_Project__Output>
  IssueBuilderToken: MethodDefinition<_causeway_identity_v1_IssueBuilderTokenRequest, _causeway_identity_v1_BuilderToken, _causeway_identity_v1_IssueBuilderTokenRequest__Output, _causeway_identity_v1_BuilderToken__Output>
  ListApiKeys: MethodDefinition<_causeway_identity_v1_ListApiKeysRequest, _causeway_identity_v1_ListApiKeysResponse, _causeway_identity_v1_ListApiKeysRequest__Output, _causeway_identity_v1_ListApiKeysResponse__Output>
  ListProjects: MethodDefinition<_causeway_identity_v1_ListProjectsRequest, _causeway_identity_v1_ListProjectsResponse, _causeway_identity_v1_ListProjectsRequest__Output, _causeway_identity_v1_ListProjectsResponse__Output>
}
