import type * as grpc from '@grpc/grpc-js';
import type { MessageTypeDefinition } from '@grpc/proto-loader';

import type { AcceptInviteRequest as _causeway_identity_v1_AcceptInviteRequest, AcceptInviteRequest__Output as _causeway_identity_v1_AcceptInviteRequest__Output } from './causeway/identity/v1/AcceptInviteRequest.ts';
import type { Actor as _causeway_identity_v1_Actor, Actor__Output as _causeway_identity_v1_Actor__Output } from './causeway/identity/v1/Actor.ts';
import type { AddMemberRequest as _causeway_identity_v1_AddMemberRequest, AddMemberRequest__Output as _causeway_identity_v1_AddMemberRequest__Output } from './causeway/identity/v1/AddMemberRequest.ts';
import type { AddMemberResponse as _causeway_identity_v1_AddMemberResponse, AddMemberResponse__Output as _causeway_identity_v1_AddMemberResponse__Output } from './causeway/identity/v1/AddMemberResponse.ts';
import type { ApiKey as _causeway_identity_v1_ApiKey, ApiKey__Output as _causeway_identity_v1_ApiKey__Output } from './causeway/identity/v1/ApiKey.ts';
import type { ApiKeyRequest as _causeway_identity_v1_ApiKeyRequest, ApiKeyRequest__Output as _causeway_identity_v1_ApiKeyRequest__Output } from './causeway/identity/v1/ApiKeyRequest.ts';
import type { AuditEntry as _causeway_identity_v1_AuditEntry, AuditEntry__Output as _causeway_identity_v1_AuditEntry__Output } from './causeway/identity/v1/AuditEntry.ts';
import type { AuthenticateRequest as _causeway_identity_v1_AuthenticateRequest, AuthenticateRequest__Output as _causeway_identity_v1_AuthenticateRequest__Output } from './causeway/identity/v1/AuthenticateRequest.ts';
import type { BillingAccount as _causeway_identity_v1_BillingAccount, BillingAccount__Output as _causeway_identity_v1_BillingAccount__Output } from './causeway/identity/v1/BillingAccount.ts';
import type { BillingSession as _causeway_identity_v1_BillingSession, BillingSession__Output as _causeway_identity_v1_BillingSession__Output } from './causeway/identity/v1/BillingSession.ts';
import type { Bootstrap as _causeway_identity_v1_Bootstrap, Bootstrap__Output as _causeway_identity_v1_Bootstrap__Output } from './causeway/identity/v1/Bootstrap.ts';
import type { Branding as _causeway_identity_v1_Branding, Branding__Output as _causeway_identity_v1_Branding__Output } from './causeway/identity/v1/Branding.ts';
import type { Builder as _causeway_identity_v1_Builder, Builder__Output as _causeway_identity_v1_Builder__Output } from './causeway/identity/v1/Builder.ts';
import type { BuilderInfo as _causeway_identity_v1_BuilderInfo, BuilderInfo__Output as _causeway_identity_v1_BuilderInfo__Output } from './causeway/identity/v1/BuilderInfo.ts';
import type { BuilderToken as _causeway_identity_v1_BuilderToken, BuilderToken__Output as _causeway_identity_v1_BuilderToken__Output } from './causeway/identity/v1/BuilderToken.ts';
import type { Caller as _causeway_identity_v1_Caller, Caller__Output as _causeway_identity_v1_Caller__Output } from './causeway/identity/v1/Caller.ts';
import type { CheckClaimedDomainRequest as _causeway_identity_v1_CheckClaimedDomainRequest, CheckClaimedDomainRequest__Output as _causeway_identity_v1_CheckClaimedDomainRequest__Output } from './causeway/identity/v1/CheckClaimedDomainRequest.ts';
import type { ClaimDomainRequest as _causeway_identity_v1_ClaimDomainRequest, ClaimDomainRequest__Output as _causeway_identity_v1_ClaimDomainRequest__Output } from './causeway/identity/v1/ClaimDomainRequest.ts';
import type { ClaimDomainResponse as _causeway_identity_v1_ClaimDomainResponse, ClaimDomainResponse__Output as _causeway_identity_v1_ClaimDomainResponse__Output } from './causeway/identity/v1/ClaimDomainResponse.ts';
import type { ClaimedDomain as _causeway_identity_v1_ClaimedDomain, ClaimedDomain__Output as _causeway_identity_v1_ClaimedDomain__Output } from './causeway/identity/v1/ClaimedDomain.ts';
import type { ConnectKey as _causeway_identity_v1_ConnectKey, ConnectKey__Output as _causeway_identity_v1_ConnectKey__Output } from './causeway/identity/v1/ConnectKey.ts';
import type { ConsoleCredentials as _causeway_identity_v1_ConsoleCredentials, ConsoleCredentials__Output as _causeway_identity_v1_ConsoleCredentials__Output } from './causeway/identity/v1/ConsoleCredentials.ts';
import type { ConsoleKey as _causeway_identity_v1_ConsoleKey, ConsoleKey__Output as _causeway_identity_v1_ConsoleKey__Output } from './causeway/identity/v1/ConsoleKey.ts';
import type { CreateApiKeyRequest as _causeway_identity_v1_CreateApiKeyRequest, CreateApiKeyRequest__Output as _causeway_identity_v1_CreateApiKeyRequest__Output } from './causeway/identity/v1/CreateApiKeyRequest.ts';
import type { CreateInviteRequest as _causeway_identity_v1_CreateInviteRequest, CreateInviteRequest__Output as _causeway_identity_v1_CreateInviteRequest__Output } from './causeway/identity/v1/CreateInviteRequest.ts';
import type { CreateJwtKeyRequest as _causeway_identity_v1_CreateJwtKeyRequest, CreateJwtKeyRequest__Output as _causeway_identity_v1_CreateJwtKeyRequest__Output } from './causeway/identity/v1/CreateJwtKeyRequest.ts';
import type { CreateOrgRequest as _causeway_identity_v1_CreateOrgRequest, CreateOrgRequest__Output as _causeway_identity_v1_CreateOrgRequest__Output } from './causeway/identity/v1/CreateOrgRequest.ts';
import type { CreateProjectRequest as _causeway_identity_v1_CreateProjectRequest, CreateProjectRequest__Output as _causeway_identity_v1_CreateProjectRequest__Output } from './causeway/identity/v1/CreateProjectRequest.ts';
import type { CreateSignInLinkRequest as _causeway_identity_v1_CreateSignInLinkRequest, CreateSignInLinkRequest__Output as _causeway_identity_v1_CreateSignInLinkRequest__Output } from './causeway/identity/v1/CreateSignInLinkRequest.ts';
import type { DeleteApiKeyResponse as _causeway_identity_v1_DeleteApiKeyResponse, DeleteApiKeyResponse__Output as _causeway_identity_v1_DeleteApiKeyResponse__Output } from './causeway/identity/v1/DeleteApiKeyResponse.ts';
import type { DeleteInviteResponse as _causeway_identity_v1_DeleteInviteResponse, DeleteInviteResponse__Output as _causeway_identity_v1_DeleteInviteResponse__Output } from './causeway/identity/v1/DeleteInviteResponse.ts';
import type { DeleteJwtKeyResponse as _causeway_identity_v1_DeleteJwtKeyResponse, DeleteJwtKeyResponse__Output as _causeway_identity_v1_DeleteJwtKeyResponse__Output } from './causeway/identity/v1/DeleteJwtKeyResponse.ts';
import type { EndConsoleSessionRequest as _causeway_identity_v1_EndConsoleSessionRequest, EndConsoleSessionRequest__Output as _causeway_identity_v1_EndConsoleSessionRequest__Output } from './causeway/identity/v1/EndConsoleSessionRequest.ts';
import type { EndConsoleSessionResponse as _causeway_identity_v1_EndConsoleSessionResponse, EndConsoleSessionResponse__Output as _causeway_identity_v1_EndConsoleSessionResponse__Output } from './causeway/identity/v1/EndConsoleSessionResponse.ts';
import type { EnsureBootstrapRequest as _causeway_identity_v1_EnsureBootstrapRequest, EnsureBootstrapRequest__Output as _causeway_identity_v1_EnsureBootstrapRequest__Output } from './causeway/identity/v1/EnsureBootstrapRequest.ts';
import type { Entitlements as _causeway_identity_v1_Entitlements, Entitlements__Output as _causeway_identity_v1_Entitlements__Output } from './causeway/identity/v1/Entitlements.ts';
import type { FinishSignInRequest as _causeway_identity_v1_FinishSignInRequest, FinishSignInRequest__Output as _causeway_identity_v1_FinishSignInRequest__Output } from './causeway/identity/v1/FinishSignInRequest.ts';
import type { GetBillingSessionRequest as _causeway_identity_v1_GetBillingSessionRequest, GetBillingSessionRequest__Output as _causeway_identity_v1_GetBillingSessionRequest__Output } from './causeway/identity/v1/GetBillingSessionRequest.ts';
import type { GetBrandingRequest as _causeway_identity_v1_GetBrandingRequest, GetBrandingRequest__Output as _causeway_identity_v1_GetBrandingRequest__Output } from './causeway/identity/v1/GetBrandingRequest.ts';
import type { GetMyInfoRequest as _causeway_identity_v1_GetMyInfoRequest, GetMyInfoRequest__Output as _causeway_identity_v1_GetMyInfoRequest__Output } from './causeway/identity/v1/GetMyInfoRequest.ts';
import type { GetProjectRequest as _causeway_identity_v1_GetProjectRequest, GetProjectRequest__Output as _causeway_identity_v1_GetProjectRequest__Output } from './causeway/identity/v1/GetProjectRequest.ts';
import type { GetSignInOptionsRequest as _causeway_identity_v1_GetSignInOptionsRequest, GetSignInOptionsRequest__Output as _causeway_identity_v1_GetSignInOptionsRequest__Output } from './causeway/identity/v1/GetSignInOptionsRequest.ts';
import type { HeldOrgRole as _causeway_identity_v1_HeldOrgRole, HeldOrgRole__Output as _causeway_identity_v1_HeldOrgRole__Output } from './causeway/identity/v1/HeldOrgRole.ts';
import type { HeldProjectRole as _causeway_identity_v1_HeldProjectRole, HeldProjectRole__Output as _causeway_identity_v1_HeldProjectRole__Output } from './causeway/identity/v1/HeldProjectRole.ts';
import type { IdentityClient as _causeway_identity_v1_IdentityClient, IdentityDefinition as _causeway_identity_v1_IdentityDefinition } from './causeway/identity/v1/Identity.ts';
import type { Invite as _causeway_identity_v1_Invite, Invite__Output as _causeway_identity_v1_Invite__Output } from './causeway/identity/v1/Invite.ts';
import type { InviteRequest as _causeway_identity_v1_InviteRequest, InviteRequest__Output as _causeway_identity_v1_InviteRequest__Output } from './causeway/identity/v1/InviteRequest.ts';
import type { IssueBuilderTokenRequest as _causeway_identity_v1_IssueBuilderTokenRequest, IssueBuilderTokenRequest__Output as _causeway_identity_v1_IssueBuilderTokenRequest__Output } from './causeway/identity/v1/IssueBuilderTokenRequest.ts';
import type { IssueConnectKeyRequest as _causeway_identity_v1_IssueConnectKeyRequest, IssueConnectKeyRequest__Output as _causeway_identity_v1_IssueConnectKeyRequest__Output } from './causeway/identity/v1/IssueConnectKeyRequest.ts';
import type { JwtKey as _causeway_identity_v1_JwtKey, JwtKey__Output as _causeway_identity_v1_JwtKey__Output } from './causeway/identity/v1/JwtKey.ts';
import type { JwtKeyRequest as _causeway_identity_v1_JwtKeyRequest, JwtKeyRequest__Output as _causeway_identity_v1_JwtKeyRequest__Output } from './causeway/identity/v1/JwtKeyRequest.ts';
import type { ListApiKeysRequest as _causeway_identity_v1_ListApiKeysRequest, ListApiKeysRequest__Output as _causeway_identity_v1_ListApiKeysRequest__Output } from './causeway/identity/v1/ListApiKeysRequest.ts';
import type { ListApiKeysResponse as _causeway_identity_v1_ListApiKeysResponse, ListApiKeysResponse__Output as _causeway_identity_v1_ListApiKeysResponse__Output } from './causeway/identity/v1/ListApiKeysResponse.ts';
import type { ListAuditEntriesRequest as _causeway_identity_v1_ListAuditEntriesRequest, ListAuditEntriesRequest__Output as _causeway_identity_v1_ListAuditEntriesRequest__Output } from './causeway/identity/v1/ListAuditEntriesRequest.ts';
import type { ListAuditEntriesResponse as _causeway_identity_v1_ListAuditEntriesResponse, ListAuditEntriesResponse__Output as _causeway_identity_v1_ListAuditEntriesResponse__Output } from './causeway/identity/v1/ListAuditEntriesResponse.ts';
import type { ListClaimedDomainsResponse as _causeway_identity_v1_ListClaimedDomainsResponse, ListClaimedDomainsResponse__Output as _causeway_identity_v1_ListClaimedDomainsResponse__Output } from './causeway/identity/v1/ListClaimedDomainsResponse.ts';
import type { ListInvitesResponse as _causeway_identity_v1_ListInvitesResponse, ListInvitesResponse__Output as _causeway_identity_v1_ListInvitesResponse__Output } from './causeway/identity/v1/ListInvitesResponse.ts';
import type { ListJwtKeysRequest as _causeway_identity_v1_ListJwtKeysRequest, ListJwtKeysRequest__Output as _causeway_identity_v1_ListJwtKeysRequest__Output } from './causeway/identity/v1/ListJwtKeysRequest.ts';
import type { ListJwtKeysResponse as _causeway_identity_v1_ListJwtKeysResponse, ListJwtKeysResponse__Output as _causeway_identity_v1_ListJwtKeysResponse__Output } from './causeway/identity/v1/ListJwtKeysResponse.ts';
import type { ListOfOrgRequest as _causeway_identity_v1_ListOfOrgRequest, ListOfOrgRequest__Output as _causeway_identity_v1_ListOfOrgRequest__Output } from './causeway/identity/v1/ListOfOrgRequest.ts';
import type { ListOrgBuildersResponse as _causeway_identity_v1_ListOrgBuildersResponse, ListOrgBuildersResponse__Output as _causeway_identity_v1_ListOrgBuildersResponse__Output } from './causeway/identity/v1/ListOrgBuildersResponse.ts';
import type { ListProjectsRequest as _causeway_identity_v1_ListProjectsRequest, ListProjectsRequest__Output as _causeway_identity_v1_ListProjectsRequest__Output } from './causeway/identity/v1/ListProjectsRequest.ts';
import type { ListProjectsResponse as _causeway_identity_v1_ListProjectsResponse, ListProjectsResponse__Output as _causeway_identity_v1_ListProjectsResponse__Output } from './causeway/identity/v1/ListProjectsResponse.ts';
import type { OpenBillingSessionRequest as _causeway_identity_v1_OpenBillingSessionRequest, OpenBillingSessionRequest__Output as _causeway_identity_v1_OpenBillingSessionRequest__Output } from './causeway/identity/v1/OpenBillingSessionRequest.ts';
import type { OpenBillingSessionResponse as _causeway_identity_v1_OpenBillingSessionResponse, OpenBillingSessionResponse__Output as _causeway_identity_v1_OpenBillingSessionResponse__Output } from './causeway/identity/v1/OpenBillingSessionResponse.ts';
import type { Org as _causeway_identity_v1_Org, Org__Output as _causeway_identity_v1_Org__Output } from './causeway/identity/v1/Org.ts';
import type { OrgRequest as _causeway_identity_v1_OrgRequest, OrgRequest__Output as _causeway_identity_v1_OrgRequest__Output } from './causeway/identity/v1/OrgRequest.ts';
import type { OrgRole as _causeway_identity_v1_OrgRole, OrgRole__Output as _causeway_identity_v1_OrgRole__Output } from './causeway/identity/v1/OrgRole.ts';
import type { Project as _causeway_identity_v1_Project, Project__Output as _causeway_identity_v1_Project__Output } from './causeway/identity/v1/Project.ts';
import type { RefreshConsoleSessionRequest as _causeway_identity_v1_RefreshConsoleSessionRequest, RefreshConsoleSessionRequest__Output as _causeway_identity_v1_RefreshConsoleSessionRequest__Output } from './causeway/identity/v1/RefreshConsoleSessionRequest.ts';
import type { RemoveMemberRequest as _causeway_identity_v1_RemoveMemberRequest, RemoveMemberRequest__Output as _causeway_identity_v1_RemoveMemberRequest__Output } from './causeway/identity/v1/RemoveMemberRequest.ts';
import type { RemoveMemberResponse as _causeway_identity_v1_RemoveMemberResponse, RemoveMemberResponse__Output as _causeway_identity_v1_RemoveMemberResponse__Output } from './causeway/identity/v1/RemoveMemberResponse.ts';
import type { SignInLink as _causeway_identity_v1_SignInLink, SignInLink__Output as _causeway_identity_v1_SignInLink__Output } from './causeway/identity/v1/SignInLink.ts';
import type { SignInOptions as _causeway_identity_v1_SignInOptions, SignInOptions__Output as _causeway_identity_v1_SignInOptions__Output } from './causeway/identity/v1/SignInOptions.ts';
import type { SignedIn as _causeway_identity_v1_SignedIn, SignedIn__Output as _causeway_identity_v1_SignedIn__Output } from './causeway/identity/v1/SignedIn.ts';
import type { SpendSignInLinkRequest as _causeway_identity_v1_SpendSignInLinkRequest, SpendSignInLinkRequest__Output as _causeway_identity_v1_SpendSignInLinkRequest__Output } from './causeway/identity/v1/SpendSignInLinkRequest.ts';
import type { StartSignInRequest as _causeway_identity_v1_StartSignInRequest, StartSignInRequest__Output as _causeway_identity_v1_StartSignInRequest__Output } from './causeway/identity/v1/StartSignInRequest.ts';
import type { StartedSignIn as _causeway_identity_v1_StartedSignIn, StartedSignIn__Output as _causeway_identity_v1_StartedSignIn__Output } from './causeway/identity/v1/StartedSignIn.ts';
import type { UpdateApiKeyRequest as _causeway_identity_v1_UpdateApiKeyRequest, UpdateApiKeyRequest__Output as _causeway_identity_v1_UpdateApiKeyRequest__Output } from './causeway/identity/v1/UpdateApiKeyRequest.ts';
import type { UpdateBrandingRequest as _causeway_identity_v1_UpdateBrandingRequest, UpdateBrandingRequest__Output as _causeway_identity_v1_UpdateBrandingRequest__Output } from './causeway/identity/v1/UpdateBrandingRequest.ts';
import type { UpdateJwtKeyRequest as _causeway_identity_v1_UpdateJwtKeyRequest, UpdateJwtKeyRequest__Output as _causeway_identity_v1_UpdateJwtKeyRequest__Output } from './causeway/identity/v1/UpdateJwtKeyRequest.ts';
import type { UpdateMemberRequest as _causeway_identity_v1_UpdateMemberRequest, UpdateMemberRequest__Output as _causeway_identity_v1_UpdateMemberRequest__Output } from './causeway/identity/v1/UpdateMemberRequest.ts';
import type { UpdateOrgRequest as _causeway_identity_v1_UpdateOrgRequest, UpdateOrgRequest__Output as _causeway_identity_v1_UpdateOrgRequest__Output } from './causeway/identity/v1/UpdateOrgRequest.ts';
import type { UpdateProjectRequest as _causeway_identity_v1_UpdateProjectRequest, UpdateProjectRequest__Output as _causeway_identity_v1_UpdateProjectRequest__Output } from './causeway/identity/v1/UpdateProjectRequest.ts';

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  causeway: {
    identity: {
      v1: {
        AcceptInviteRequest: MessageTypeDefinition<_causeway_identity_v1_AcceptInviteRequest, _causeway_identity_v1_AcceptInviteRequest__Output>
        Actor: MessageTypeDefinition<_causeway_identity_v1_Actor, _causeway_identity_v1_Actor__Output>
        AddMemberRequest: MessageTypeDefinition<_causeway_identity_v1_AddMemberRequest, _causeway_identity_v1_AddMemberRequest__Output>
        AddMemberResponse: MessageTypeDefinition<_causeway_identity_v1_AddMemberResponse, _causeway_identity_v1_AddMemberResponse__Output>
        ApiKey: MessageTypeDefinition<_causeway_identity_v1_ApiKey, _causeway_identity_v1_ApiKey__Output>
        ApiKeyRequest: MessageTypeDefinition<_causeway_identity_v1_ApiKeyRequest, _causeway_identity_v1_ApiKeyRequest__Output>
        AuditEntry: MessageTypeDefinition<_causeway_identity_v1_AuditEntry, _causeway_identity_v1_AuditEntry__Output>
        AuthenticateRequest: MessageTypeDefinition<_causeway_identity_v1_AuthenticateRequest, _causeway_identity_v1_AuthenticateRequest__Output>
        BillingAccount: MessageTypeDefinition<_causeway_identity_v1_BillingAccount, _causeway_identity_v1_BillingAccount__Output>
        BillingSession: MessageTypeDefinition<_causeway_identity_v1_BillingSession, _causeway_identity_v1_BillingSession__Output>
        Bootstrap: MessageTypeDefinition<_causeway_identity_v1_Bootstrap, _causeway_identity_v1_Bootstrap__Output>
        Branding: MessageTypeDefinition<_causeway_identity_v1_Branding, _causeway_identity_v1_Branding__Output>
        Builder: MessageTypeDefinition<_causeway_identity_v1_Builder, _causeway_identity_v1_Builder__Output>
        BuilderInfo: MessageTypeDefinition<_causeway_identity_v1_BuilderInfo, _causeway_identity_v1_BuilderInfo__Output>
        BuilderToken: MessageTypeDefinition<_causeway_identity_v1_BuilderToken, _causeway_identity_v1_BuilderToken__Output>
        Caller: MessageTypeDefinition<_causeway_identity_v1_Caller, _causeway_identity_v1_Caller__Output>
        CheckClaimedDomainRequest: MessageTypeDefinition<_causeway_identity_v1_CheckClaimedDomainRequest, _causeway_identity_v1_CheckClaimedDomainRequest__Output>
        ClaimDomainRequest: MessageTypeDefinition<_causeway_identity_v1_ClaimDomainRequest, _causeway_identity_v1_ClaimDomainRequest__Output>
        ClaimDomainResponse: MessageTypeDefinition<_causeway_identity_v1_ClaimDomainResponse, _causeway_identity_v1_ClaimDomainResponse__Output>
        ClaimedDomain: MessageTypeDefinition<_causeway_identity_v1_ClaimedDomain, _causeway_identity_v1_ClaimedDomain__Output>
        ConnectKey: MessageTypeDefinition<_causeway_identity_v1_ConnectKey, _causeway_identity_v1_ConnectKey__Output>
        ConsoleCredentials: MessageTypeDefinition<_causeway_identity_v1_ConsoleCredentials, _causeway_identity_v1_ConsoleCredentials__Output>
        ConsoleKey: MessageTypeDefinition<_causeway_identity_v1_ConsoleKey, _causeway_identity_v1_ConsoleKey__Output>
        CreateApiKeyRequest: MessageTypeDefinition<_causeway_identity_v1_CreateApiKeyRequest, _causeway_identity_v1_CreateApiKeyRequest__Output>
        CreateInviteRequest: MessageTypeDefinition<_causeway_identity_v1_CreateInviteRequest, _causeway_identity_v1_CreateInviteRequest__Output>
        CreateJwtKeyRequest: MessageTypeDefinition<_causeway_identity_v1_CreateJwtKeyRequest, _causeway_identity_v1_CreateJwtKeyRequest__Output>
        CreateOrgRequest: MessageTypeDefinition<_causeway_identity_v1_CreateOrgRequest, _causeway_identity_v1_CreateOrgRequest__Output>
        CreateProjectRequest: MessageTypeDefinition<_causeway_identity_v1_CreateProjectRequest, _causeway_identity_v1_CreateProjectRequest__Output>
        CreateSignInLinkRequest: MessageTypeDefinition<_causeway_identity_v1_CreateSignInLinkRequest, _causeway_identity_v1_CreateSignInLinkRequest__Output>
        DeleteApiKeyResponse: MessageTypeDefinition<_causeway_identity_v1_DeleteApiKeyResponse, _causeway_identity_v1_DeleteApiKeyResponse__Output>
        DeleteInviteResponse: MessageTypeDefinition<_causeway_identity_v1_DeleteInviteResponse, _causeway_identity_v1_DeleteInviteResponse__Output>
        DeleteJwtKeyResponse: MessageTypeDefinition<_causeway_identity_v1_DeleteJwtKeyResponse, _causeway_identity_v1_DeleteJwtKeyResponse__Output>
        EndConsoleSessionRequest: MessageTypeDefinition<_causeway_identity_v1_EndConsoleSessionRequest, _causeway_identity_v1_EndConsoleSessionRequest__Output>
        EndConsoleSessionResponse: MessageTypeDefinition<_causeway_identity_v1_EndConsoleSessionResponse, _causeway_identity_v1_EndConsoleSessionResponse__Output>
        EnsureBootstrapRequest: MessageTypeDefinition<_causeway_identity_v1_EnsureBootstrapRequest, _causeway_identity_v1_EnsureBootstrapRequest__Output>
        Entitlements: MessageTypeDefinition<_causeway_identity_v1_Entitlements, _causeway_identity_v1_Entitlements__Output>
        FinishSignInRequest: MessageTypeDefinition<_causeway_identity_v1_FinishSignInRequest, _causeway_identity_v1_FinishSignInRequest__Output>
        GetBillingSessionRequest: MessageTypeDefinition<_causeway_identity_v1_GetBillingSessionRequest, _causeway_identity_v1_GetBillingSessionRequest__Output>
        GetBrandingRequest: MessageTypeDefinition<_causeway_identity_v1_GetBrandingRequest, _causeway_identity_v1_GetBrandingRequest__Output>
        GetMyInfoRequest: MessageTypeDefinition<_causeway_identity_v1_GetMyInfoRequest, _causeway_identity_v1_GetMyInfoRequest__Output>
        GetProjectRequest: MessageTypeDefinition<_causeway_identity_v1_GetProjectRequest, _causeway_identity_v1_GetProjectRequest__Output>
        GetSignInOptionsRequest: MessageTypeDefinition<_causeway_identity_v1_GetSignInOptionsRequest, _causeway_identity_v1_GetSignInOptionsRequest__Output>
        HeldOrgRole: MessageTypeDefinition<_causeway_identity_v1_HeldOrgRole, _causeway_identity_v1_HeldOrgRole__Output>
        HeldProjectRole: MessageTypeDefinition<_causeway_identity_v1_HeldProjectRole, _causeway_identity_v1_HeldProjectRole__Output>
        /**
         * Who may call. Times are Unix milliseconds, 0 when unset.
         */
        Identity: SubtypeConstructor<typeof grpc.Client, _causeway_identity_v1_IdentityClient> & { service: _causeway_identity_v1_IdentityDefinition }
        Invite: MessageTypeDefinition<_causeway_identity_v1_Invite, _causeway_identity_v1_Invite__Output>
        InviteRequest: MessageTypeDefinition<_causeway_identity_v1_InviteRequest, _causeway_identity_v1_InviteRequest__Output>
        IssueBuilderTokenRequest: MessageTypeDefinition<_causeway_identity_v1_IssueBuilderTokenRequest, _causeway_identity_v1_IssueBuilderTokenRequest__Output>
        IssueConnectKeyRequest: MessageTypeDefinition<_causeway_identity_v1_IssueConnectKeyRequest, _causeway_identity_v1_IssueConnectKeyRequest__Output>
        JwtKey: MessageTypeDefinition<_causeway_identity_v1_JwtKey, _causeway_identity_v1_JwtKey__Output>
        JwtKeyRequest: MessageTypeDefinition<_causeway_identity_v1_JwtKeyRequest, _causeway_identity_v1_JwtKeyRequest__Output>
        ListApiKeysRequest: MessageTypeDefinition<_causeway_identity_v1_ListApiKeysRequest, _causeway_identity_v1_ListApiKeysRequest__Output>
        ListApiKeysResponse: MessageTypeDefinition<_causeway_identity_v1_ListApiKeysResponse, _causeway_identity_v1_ListApiKeysResponse__Output>
        ListAuditEntriesRequest: MessageTypeDefinition<_causeway_identity_v1_ListAuditEntriesRequest, _causeway_identity_v1_ListAuditEntriesRequest__Output>
        ListAuditEntriesResponse: MessageTypeDefinition<_causeway_identity_v1_ListAuditEntriesResponse, _causeway_identity_v1_ListAuditEntriesResponse__Output>
        ListClaimedDomainsResponse: MessageTypeDefinition<_causeway_identity_v1_ListClaimedDomainsResponse, _causeway_identity_v1_ListClaimedDomainsResponse__Output>
        ListInvitesResponse: MessageTypeDefinition<_causeway_identity_v1_ListInvitesResponse, _causeway_identity_v1_ListInvitesResponse__Output>
        ListJwtKeysRequest: MessageTypeDefinition<_causeway_identity_v1_ListJwtKeysRequest, _causeway_identity_v1_ListJwtKeysRequest__Output>
        ListJwtKeysResponse: MessageTypeDefinition<_causeway_identity_v1_ListJwtKeysResponse, _causeway_identity_v1_ListJwtKeysResponse__Output>
        ListOfOrgRequest: MessageTypeDefinition<_causeway_identity_v1_ListOfOrgRequest, _causeway_identity_v1_ListOfOrgRequest__Output>
        ListOrgBuildersResponse: MessageTypeDefinition<_causeway_identity_v1_ListOrgBuildersResponse, _causeway_identity_v1_ListOrgBuildersResponse__Output>
        ListProjectsRequest: MessageTypeDefinition<_causeway_identity_v1_ListProjectsRequest, _causeway_identity_v1_ListProjectsRequest__Output>
        ListProjectsResponse: MessageTypeDefinition<_causeway_identity_v1_ListProjectsResponse, _causeway_identity_v1_ListProjectsResponse__Output>
        OpenBillingSessionRequest: MessageTypeDefinition<_causeway_identity_v1_OpenBillingSessionRequest, _causeway_identity_v1_OpenBillingSessionRequest__Output>
        OpenBillingSessionResponse: MessageTypeDefinition<_causeway_identity_v1_OpenBillingSessionResponse, _causeway_identity_v1_OpenBillingSessionResponse__Output>
        Org: MessageTypeDefinition<_causeway_identity_v1_Org, _causeway_identity_v1_Org__Output>
        OrgRequest: MessageTypeDefinition<_causeway_identity_v1_OrgRequest, _causeway_identity_v1_OrgRequest__Output>
        OrgRole: MessageTypeDefinition<_causeway_identity_v1_OrgRole, _causeway_identity_v1_OrgRole__Output>
        Project: MessageTypeDefinition<_causeway_identity_v1_Project, _causeway_identity_v1_Project__Output>
        RefreshConsoleSessionRequest: MessageTypeDefinition<_causeway_identity_v1_RefreshConsoleSessionRequest, _causeway_identity_v1_RefreshConsoleSessionRequest__Output>
        RemoveMemberRequest: MessageTypeDefinition<_causeway_identity_v1_RemoveMemberRequest, _causeway_identity_v1_RemoveMemberRequest__Output>
        RemoveMemberResponse: MessageTypeDefinition<_causeway_identity_v1_RemoveMemberResponse, _causeway_identity_v1_RemoveMemberResponse__Output>
        SignInLink: MessageTypeDefinition<_causeway_identity_v1_SignInLink, _causeway_identity_v1_SignInLink__Output>
        SignInOptions: MessageTypeDefinition<_causeway_identity_v1_SignInOptions, _causeway_identity_v1_SignInOptions__Output>
        SignedIn: MessageTypeDefinition<_causeway_identity_v1_SignedIn, _causeway_identity_v1_SignedIn__Output>
        SpendSignInLinkRequest: MessageTypeDefinition<_causeway_identity_v1_SpendSignInLinkRequest, _causeway_identity_v1_SpendSignInLinkRequest__Output>
        StartSignInRequest: MessageTypeDefinition<_causeway_identity_v1_StartSignInRequest, _causeway_identity_v1_StartSignInRequest__Output>
        StartedSignIn: MessageTypeDefinition<_causeway_identity_v1_StartedSignIn, _causeway_identity_v1_StartedSignIn__Output>
        UpdateApiKeyRequest: MessageTypeDefinition<_causeway_identity_v1_UpdateApiKeyRequest, _causeway_identity_v1_UpdateApiKeyRequest__Output>
        UpdateBrandingRequest: MessageTypeDefinition<_causeway_identity_v1_UpdateBrandingRequest, _causeway_identity_v1_UpdateBrandingRequest__Output>
        UpdateJwtKeyRequest: MessageTypeDefinition<_causeway_identity_v1_UpdateJwtKeyRequest, _causeway_identity_v1_UpdateJwtKeyRequest__Output>
        UpdateMemberRequest: MessageTypeDefinition<_causeway_identity_v1_UpdateMemberRequest, _causeway_identity_v1_UpdateMemberRequest__Output>
        UpdateOrgRequest: MessageTypeDefinition<_causeway_identity_v1_UpdateOrgRequest, _causeway_identity_v1_UpdateOrgRequest__Output>
        UpdateProjectRequest: MessageTypeDefinition<_causeway_identity_v1_UpdateProjectRequest, _causeway_identity_v1_UpdateProjectRequest__Output>
      }
    }
  }
}

