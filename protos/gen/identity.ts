import type * as grpc from '@grpc/grpc-js';
import type { MessageTypeDefinition } from '@grpc/proto-loader';

import type { ApiKey as _causeway_identity_v1_ApiKey, ApiKey__Output as _causeway_identity_v1_ApiKey__Output } from './causeway/identity/v1/ApiKey.ts';
import type { AuthenticateRequest as _causeway_identity_v1_AuthenticateRequest, AuthenticateRequest__Output as _causeway_identity_v1_AuthenticateRequest__Output } from './causeway/identity/v1/AuthenticateRequest.ts';
import type { Bootstrap as _causeway_identity_v1_Bootstrap, Bootstrap__Output as _causeway_identity_v1_Bootstrap__Output } from './causeway/identity/v1/Bootstrap.ts';
import type { BuilderToken as _causeway_identity_v1_BuilderToken, BuilderToken__Output as _causeway_identity_v1_BuilderToken__Output } from './causeway/identity/v1/BuilderToken.ts';
import type { Caller as _causeway_identity_v1_Caller, Caller__Output as _causeway_identity_v1_Caller__Output } from './causeway/identity/v1/Caller.ts';
import type { EnsureBootstrapRequest as _causeway_identity_v1_EnsureBootstrapRequest, EnsureBootstrapRequest__Output as _causeway_identity_v1_EnsureBootstrapRequest__Output } from './causeway/identity/v1/EnsureBootstrapRequest.ts';
import type { GetProjectRequest as _causeway_identity_v1_GetProjectRequest, GetProjectRequest__Output as _causeway_identity_v1_GetProjectRequest__Output } from './causeway/identity/v1/GetProjectRequest.ts';
import type { IdentityClient as _causeway_identity_v1_IdentityClient, IdentityDefinition as _causeway_identity_v1_IdentityDefinition } from './causeway/identity/v1/Identity.ts';
import type { IssueBuilderTokenRequest as _causeway_identity_v1_IssueBuilderTokenRequest, IssueBuilderTokenRequest__Output as _causeway_identity_v1_IssueBuilderTokenRequest__Output } from './causeway/identity/v1/IssueBuilderTokenRequest.ts';
import type { ListApiKeysRequest as _causeway_identity_v1_ListApiKeysRequest, ListApiKeysRequest__Output as _causeway_identity_v1_ListApiKeysRequest__Output } from './causeway/identity/v1/ListApiKeysRequest.ts';
import type { ListApiKeysResponse as _causeway_identity_v1_ListApiKeysResponse, ListApiKeysResponse__Output as _causeway_identity_v1_ListApiKeysResponse__Output } from './causeway/identity/v1/ListApiKeysResponse.ts';
import type { ListProjectsRequest as _causeway_identity_v1_ListProjectsRequest, ListProjectsRequest__Output as _causeway_identity_v1_ListProjectsRequest__Output } from './causeway/identity/v1/ListProjectsRequest.ts';
import type { ListProjectsResponse as _causeway_identity_v1_ListProjectsResponse, ListProjectsResponse__Output as _causeway_identity_v1_ListProjectsResponse__Output } from './causeway/identity/v1/ListProjectsResponse.ts';
import type { OrgRole as _causeway_identity_v1_OrgRole, OrgRole__Output as _causeway_identity_v1_OrgRole__Output } from './causeway/identity/v1/OrgRole.ts';
import type { Project as _causeway_identity_v1_Project, Project__Output as _causeway_identity_v1_Project__Output } from './causeway/identity/v1/Project.ts';

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  causeway: {
    identity: {
      v1: {
        ApiKey: MessageTypeDefinition<_causeway_identity_v1_ApiKey, _causeway_identity_v1_ApiKey__Output>
        AuthenticateRequest: MessageTypeDefinition<_causeway_identity_v1_AuthenticateRequest, _causeway_identity_v1_AuthenticateRequest__Output>
        Bootstrap: MessageTypeDefinition<_causeway_identity_v1_Bootstrap, _causeway_identity_v1_Bootstrap__Output>
        BuilderToken: MessageTypeDefinition<_causeway_identity_v1_BuilderToken, _causeway_identity_v1_BuilderToken__Output>
        Caller: MessageTypeDefinition<_causeway_identity_v1_Caller, _causeway_identity_v1_Caller__Output>
        EnsureBootstrapRequest: MessageTypeDefinition<_causeway_identity_v1_EnsureBootstrapRequest, _causeway_identity_v1_EnsureBootstrapRequest__Output>
        GetProjectRequest: MessageTypeDefinition<_causeway_identity_v1_GetProjectRequest, _causeway_identity_v1_GetProjectRequest__Output>
        /**
         * Who may call. Times are Unix milliseconds, 0 when unset.
         */
        Identity: SubtypeConstructor<typeof grpc.Client, _causeway_identity_v1_IdentityClient> & { service: _causeway_identity_v1_IdentityDefinition }
        IssueBuilderTokenRequest: MessageTypeDefinition<_causeway_identity_v1_IssueBuilderTokenRequest, _causeway_identity_v1_IssueBuilderTokenRequest__Output>
        ListApiKeysRequest: MessageTypeDefinition<_causeway_identity_v1_ListApiKeysRequest, _causeway_identity_v1_ListApiKeysRequest__Output>
        ListApiKeysResponse: MessageTypeDefinition<_causeway_identity_v1_ListApiKeysResponse, _causeway_identity_v1_ListApiKeysResponse__Output>
        ListProjectsRequest: MessageTypeDefinition<_causeway_identity_v1_ListProjectsRequest, _causeway_identity_v1_ListProjectsRequest__Output>
        ListProjectsResponse: MessageTypeDefinition<_causeway_identity_v1_ListProjectsResponse, _causeway_identity_v1_ListProjectsResponse__Output>
        OrgRole: MessageTypeDefinition<_causeway_identity_v1_OrgRole, _causeway_identity_v1_OrgRole__Output>
        Project: MessageTypeDefinition<_causeway_identity_v1_Project, _causeway_identity_v1_Project__Output>
      }
    }
  }
}

