// Original file: protos/identity/v1/identity.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { AcceptInviteRequest as _causeway_identity_v1_AcceptInviteRequest, AcceptInviteRequest__Output as _causeway_identity_v1_AcceptInviteRequest__Output } from '../../../causeway/identity/v1/AcceptInviteRequest.ts';
import type { AddMemberRequest as _causeway_identity_v1_AddMemberRequest, AddMemberRequest__Output as _causeway_identity_v1_AddMemberRequest__Output } from '../../../causeway/identity/v1/AddMemberRequest.ts';
import type { AddMemberResponse as _causeway_identity_v1_AddMemberResponse, AddMemberResponse__Output as _causeway_identity_v1_AddMemberResponse__Output } from '../../../causeway/identity/v1/AddMemberResponse.ts';
import type { ApiKey as _causeway_identity_v1_ApiKey, ApiKey__Output as _causeway_identity_v1_ApiKey__Output } from '../../../causeway/identity/v1/ApiKey.ts';
import type { ApiKeyRequest as _causeway_identity_v1_ApiKeyRequest, ApiKeyRequest__Output as _causeway_identity_v1_ApiKeyRequest__Output } from '../../../causeway/identity/v1/ApiKeyRequest.ts';
import type { AuthenticateRequest as _causeway_identity_v1_AuthenticateRequest, AuthenticateRequest__Output as _causeway_identity_v1_AuthenticateRequest__Output } from '../../../causeway/identity/v1/AuthenticateRequest.ts';
import type { BillingAccount as _causeway_identity_v1_BillingAccount, BillingAccount__Output as _causeway_identity_v1_BillingAccount__Output } from '../../../causeway/identity/v1/BillingAccount.ts';
import type { BillingSession as _causeway_identity_v1_BillingSession, BillingSession__Output as _causeway_identity_v1_BillingSession__Output } from '../../../causeway/identity/v1/BillingSession.ts';
import type { Bootstrap as _causeway_identity_v1_Bootstrap, Bootstrap__Output as _causeway_identity_v1_Bootstrap__Output } from '../../../causeway/identity/v1/Bootstrap.ts';
import type { Branding as _causeway_identity_v1_Branding, Branding__Output as _causeway_identity_v1_Branding__Output } from '../../../causeway/identity/v1/Branding.ts';
import type { Builder as _causeway_identity_v1_Builder, Builder__Output as _causeway_identity_v1_Builder__Output } from '../../../causeway/identity/v1/Builder.ts';
import type { BuilderInfo as _causeway_identity_v1_BuilderInfo, BuilderInfo__Output as _causeway_identity_v1_BuilderInfo__Output } from '../../../causeway/identity/v1/BuilderInfo.ts';
import type { BuilderToken as _causeway_identity_v1_BuilderToken, BuilderToken__Output as _causeway_identity_v1_BuilderToken__Output } from '../../../causeway/identity/v1/BuilderToken.ts';
import type { Caller as _causeway_identity_v1_Caller, Caller__Output as _causeway_identity_v1_Caller__Output } from '../../../causeway/identity/v1/Caller.ts';
import type { CheckClaimedDomainRequest as _causeway_identity_v1_CheckClaimedDomainRequest, CheckClaimedDomainRequest__Output as _causeway_identity_v1_CheckClaimedDomainRequest__Output } from '../../../causeway/identity/v1/CheckClaimedDomainRequest.ts';
import type { ClaimDomainRequest as _causeway_identity_v1_ClaimDomainRequest, ClaimDomainRequest__Output as _causeway_identity_v1_ClaimDomainRequest__Output } from '../../../causeway/identity/v1/ClaimDomainRequest.ts';
import type { ClaimDomainResponse as _causeway_identity_v1_ClaimDomainResponse, ClaimDomainResponse__Output as _causeway_identity_v1_ClaimDomainResponse__Output } from '../../../causeway/identity/v1/ClaimDomainResponse.ts';
import type { ClaimedDomain as _causeway_identity_v1_ClaimedDomain, ClaimedDomain__Output as _causeway_identity_v1_ClaimedDomain__Output } from '../../../causeway/identity/v1/ClaimedDomain.ts';
import type { ConnectKey as _causeway_identity_v1_ConnectKey, ConnectKey__Output as _causeway_identity_v1_ConnectKey__Output } from '../../../causeway/identity/v1/ConnectKey.ts';
import type { ConsoleCredentials as _causeway_identity_v1_ConsoleCredentials, ConsoleCredentials__Output as _causeway_identity_v1_ConsoleCredentials__Output } from '../../../causeway/identity/v1/ConsoleCredentials.ts';
import type { CreateApiKeyRequest as _causeway_identity_v1_CreateApiKeyRequest, CreateApiKeyRequest__Output as _causeway_identity_v1_CreateApiKeyRequest__Output } from '../../../causeway/identity/v1/CreateApiKeyRequest.ts';
import type { CreateInviteRequest as _causeway_identity_v1_CreateInviteRequest, CreateInviteRequest__Output as _causeway_identity_v1_CreateInviteRequest__Output } from '../../../causeway/identity/v1/CreateInviteRequest.ts';
import type { CreateJwtKeyRequest as _causeway_identity_v1_CreateJwtKeyRequest, CreateJwtKeyRequest__Output as _causeway_identity_v1_CreateJwtKeyRequest__Output } from '../../../causeway/identity/v1/CreateJwtKeyRequest.ts';
import type { CreateOrgRequest as _causeway_identity_v1_CreateOrgRequest, CreateOrgRequest__Output as _causeway_identity_v1_CreateOrgRequest__Output } from '../../../causeway/identity/v1/CreateOrgRequest.ts';
import type { CreateProjectRequest as _causeway_identity_v1_CreateProjectRequest, CreateProjectRequest__Output as _causeway_identity_v1_CreateProjectRequest__Output } from '../../../causeway/identity/v1/CreateProjectRequest.ts';
import type { CreateSignInLinkRequest as _causeway_identity_v1_CreateSignInLinkRequest, CreateSignInLinkRequest__Output as _causeway_identity_v1_CreateSignInLinkRequest__Output } from '../../../causeway/identity/v1/CreateSignInLinkRequest.ts';
import type { DeleteApiKeyResponse as _causeway_identity_v1_DeleteApiKeyResponse, DeleteApiKeyResponse__Output as _causeway_identity_v1_DeleteApiKeyResponse__Output } from '../../../causeway/identity/v1/DeleteApiKeyResponse.ts';
import type { DeleteInviteResponse as _causeway_identity_v1_DeleteInviteResponse, DeleteInviteResponse__Output as _causeway_identity_v1_DeleteInviteResponse__Output } from '../../../causeway/identity/v1/DeleteInviteResponse.ts';
import type { DeleteJwtKeyResponse as _causeway_identity_v1_DeleteJwtKeyResponse, DeleteJwtKeyResponse__Output as _causeway_identity_v1_DeleteJwtKeyResponse__Output } from '../../../causeway/identity/v1/DeleteJwtKeyResponse.ts';
import type { EndConsoleSessionRequest as _causeway_identity_v1_EndConsoleSessionRequest, EndConsoleSessionRequest__Output as _causeway_identity_v1_EndConsoleSessionRequest__Output } from '../../../causeway/identity/v1/EndConsoleSessionRequest.ts';
import type { EndConsoleSessionResponse as _causeway_identity_v1_EndConsoleSessionResponse, EndConsoleSessionResponse__Output as _causeway_identity_v1_EndConsoleSessionResponse__Output } from '../../../causeway/identity/v1/EndConsoleSessionResponse.ts';
import type { EnsureBootstrapRequest as _causeway_identity_v1_EnsureBootstrapRequest, EnsureBootstrapRequest__Output as _causeway_identity_v1_EnsureBootstrapRequest__Output } from '../../../causeway/identity/v1/EnsureBootstrapRequest.ts';
import type { FinishSignInRequest as _causeway_identity_v1_FinishSignInRequest, FinishSignInRequest__Output as _causeway_identity_v1_FinishSignInRequest__Output } from '../../../causeway/identity/v1/FinishSignInRequest.ts';
import type { GetBillingSessionRequest as _causeway_identity_v1_GetBillingSessionRequest, GetBillingSessionRequest__Output as _causeway_identity_v1_GetBillingSessionRequest__Output } from '../../../causeway/identity/v1/GetBillingSessionRequest.ts';
import type { GetBrandingRequest as _causeway_identity_v1_GetBrandingRequest, GetBrandingRequest__Output as _causeway_identity_v1_GetBrandingRequest__Output } from '../../../causeway/identity/v1/GetBrandingRequest.ts';
import type { GetMyInfoRequest as _causeway_identity_v1_GetMyInfoRequest, GetMyInfoRequest__Output as _causeway_identity_v1_GetMyInfoRequest__Output } from '../../../causeway/identity/v1/GetMyInfoRequest.ts';
import type { GetProjectRequest as _causeway_identity_v1_GetProjectRequest, GetProjectRequest__Output as _causeway_identity_v1_GetProjectRequest__Output } from '../../../causeway/identity/v1/GetProjectRequest.ts';
import type { GetSignInOptionsRequest as _causeway_identity_v1_GetSignInOptionsRequest, GetSignInOptionsRequest__Output as _causeway_identity_v1_GetSignInOptionsRequest__Output } from '../../../causeway/identity/v1/GetSignInOptionsRequest.ts';
import type { Invite as _causeway_identity_v1_Invite, Invite__Output as _causeway_identity_v1_Invite__Output } from '../../../causeway/identity/v1/Invite.ts';
import type { InviteRequest as _causeway_identity_v1_InviteRequest, InviteRequest__Output as _causeway_identity_v1_InviteRequest__Output } from '../../../causeway/identity/v1/InviteRequest.ts';
import type { IssueBuilderTokenRequest as _causeway_identity_v1_IssueBuilderTokenRequest, IssueBuilderTokenRequest__Output as _causeway_identity_v1_IssueBuilderTokenRequest__Output } from '../../../causeway/identity/v1/IssueBuilderTokenRequest.ts';
import type { IssueConnectKeyRequest as _causeway_identity_v1_IssueConnectKeyRequest, IssueConnectKeyRequest__Output as _causeway_identity_v1_IssueConnectKeyRequest__Output } from '../../../causeway/identity/v1/IssueConnectKeyRequest.ts';
import type { JwtKey as _causeway_identity_v1_JwtKey, JwtKey__Output as _causeway_identity_v1_JwtKey__Output } from '../../../causeway/identity/v1/JwtKey.ts';
import type { JwtKeyRequest as _causeway_identity_v1_JwtKeyRequest, JwtKeyRequest__Output as _causeway_identity_v1_JwtKeyRequest__Output } from '../../../causeway/identity/v1/JwtKeyRequest.ts';
import type { ListApiKeysRequest as _causeway_identity_v1_ListApiKeysRequest, ListApiKeysRequest__Output as _causeway_identity_v1_ListApiKeysRequest__Output } from '../../../causeway/identity/v1/ListApiKeysRequest.ts';
import type { ListApiKeysResponse as _causeway_identity_v1_ListApiKeysResponse, ListApiKeysResponse__Output as _causeway_identity_v1_ListApiKeysResponse__Output } from '../../../causeway/identity/v1/ListApiKeysResponse.ts';
import type { ListAuditEntriesRequest as _causeway_identity_v1_ListAuditEntriesRequest, ListAuditEntriesRequest__Output as _causeway_identity_v1_ListAuditEntriesRequest__Output } from '../../../causeway/identity/v1/ListAuditEntriesRequest.ts';
import type { ListAuditEntriesResponse as _causeway_identity_v1_ListAuditEntriesResponse, ListAuditEntriesResponse__Output as _causeway_identity_v1_ListAuditEntriesResponse__Output } from '../../../causeway/identity/v1/ListAuditEntriesResponse.ts';
import type { ListClaimedDomainsResponse as _causeway_identity_v1_ListClaimedDomainsResponse, ListClaimedDomainsResponse__Output as _causeway_identity_v1_ListClaimedDomainsResponse__Output } from '../../../causeway/identity/v1/ListClaimedDomainsResponse.ts';
import type { ListInvitesResponse as _causeway_identity_v1_ListInvitesResponse, ListInvitesResponse__Output as _causeway_identity_v1_ListInvitesResponse__Output } from '../../../causeway/identity/v1/ListInvitesResponse.ts';
import type { ListJwtKeysRequest as _causeway_identity_v1_ListJwtKeysRequest, ListJwtKeysRequest__Output as _causeway_identity_v1_ListJwtKeysRequest__Output } from '../../../causeway/identity/v1/ListJwtKeysRequest.ts';
import type { ListJwtKeysResponse as _causeway_identity_v1_ListJwtKeysResponse, ListJwtKeysResponse__Output as _causeway_identity_v1_ListJwtKeysResponse__Output } from '../../../causeway/identity/v1/ListJwtKeysResponse.ts';
import type { ListOfOrgRequest as _causeway_identity_v1_ListOfOrgRequest, ListOfOrgRequest__Output as _causeway_identity_v1_ListOfOrgRequest__Output } from '../../../causeway/identity/v1/ListOfOrgRequest.ts';
import type { ListOrgBuildersResponse as _causeway_identity_v1_ListOrgBuildersResponse, ListOrgBuildersResponse__Output as _causeway_identity_v1_ListOrgBuildersResponse__Output } from '../../../causeway/identity/v1/ListOrgBuildersResponse.ts';
import type { ListProjectsRequest as _causeway_identity_v1_ListProjectsRequest, ListProjectsRequest__Output as _causeway_identity_v1_ListProjectsRequest__Output } from '../../../causeway/identity/v1/ListProjectsRequest.ts';
import type { ListProjectsResponse as _causeway_identity_v1_ListProjectsResponse, ListProjectsResponse__Output as _causeway_identity_v1_ListProjectsResponse__Output } from '../../../causeway/identity/v1/ListProjectsResponse.ts';
import type { OpenBillingSessionRequest as _causeway_identity_v1_OpenBillingSessionRequest, OpenBillingSessionRequest__Output as _causeway_identity_v1_OpenBillingSessionRequest__Output } from '../../../causeway/identity/v1/OpenBillingSessionRequest.ts';
import type { OpenBillingSessionResponse as _causeway_identity_v1_OpenBillingSessionResponse, OpenBillingSessionResponse__Output as _causeway_identity_v1_OpenBillingSessionResponse__Output } from '../../../causeway/identity/v1/OpenBillingSessionResponse.ts';
import type { Org as _causeway_identity_v1_Org, Org__Output as _causeway_identity_v1_Org__Output } from '../../../causeway/identity/v1/Org.ts';
import type { OrgRequest as _causeway_identity_v1_OrgRequest, OrgRequest__Output as _causeway_identity_v1_OrgRequest__Output } from '../../../causeway/identity/v1/OrgRequest.ts';
import type { Project as _causeway_identity_v1_Project, Project__Output as _causeway_identity_v1_Project__Output } from '../../../causeway/identity/v1/Project.ts';
import type { RefreshConsoleSessionRequest as _causeway_identity_v1_RefreshConsoleSessionRequest, RefreshConsoleSessionRequest__Output as _causeway_identity_v1_RefreshConsoleSessionRequest__Output } from '../../../causeway/identity/v1/RefreshConsoleSessionRequest.ts';
import type { RemoveMemberRequest as _causeway_identity_v1_RemoveMemberRequest, RemoveMemberRequest__Output as _causeway_identity_v1_RemoveMemberRequest__Output } from '../../../causeway/identity/v1/RemoveMemberRequest.ts';
import type { RemoveMemberResponse as _causeway_identity_v1_RemoveMemberResponse, RemoveMemberResponse__Output as _causeway_identity_v1_RemoveMemberResponse__Output } from '../../../causeway/identity/v1/RemoveMemberResponse.ts';
import type { SignInLink as _causeway_identity_v1_SignInLink, SignInLink__Output as _causeway_identity_v1_SignInLink__Output } from '../../../causeway/identity/v1/SignInLink.ts';
import type { SignInOptions as _causeway_identity_v1_SignInOptions, SignInOptions__Output as _causeway_identity_v1_SignInOptions__Output } from '../../../causeway/identity/v1/SignInOptions.ts';
import type { SignedIn as _causeway_identity_v1_SignedIn, SignedIn__Output as _causeway_identity_v1_SignedIn__Output } from '../../../causeway/identity/v1/SignedIn.ts';
import type { SpendSignInLinkRequest as _causeway_identity_v1_SpendSignInLinkRequest, SpendSignInLinkRequest__Output as _causeway_identity_v1_SpendSignInLinkRequest__Output } from '../../../causeway/identity/v1/SpendSignInLinkRequest.ts';
import type { StartSignInRequest as _causeway_identity_v1_StartSignInRequest, StartSignInRequest__Output as _causeway_identity_v1_StartSignInRequest__Output } from '../../../causeway/identity/v1/StartSignInRequest.ts';
import type { StartedSignIn as _causeway_identity_v1_StartedSignIn, StartedSignIn__Output as _causeway_identity_v1_StartedSignIn__Output } from '../../../causeway/identity/v1/StartedSignIn.ts';
import type { UpdateApiKeyRequest as _causeway_identity_v1_UpdateApiKeyRequest, UpdateApiKeyRequest__Output as _causeway_identity_v1_UpdateApiKeyRequest__Output } from '../../../causeway/identity/v1/UpdateApiKeyRequest.ts';
import type { UpdateBrandingRequest as _causeway_identity_v1_UpdateBrandingRequest, UpdateBrandingRequest__Output as _causeway_identity_v1_UpdateBrandingRequest__Output } from '../../../causeway/identity/v1/UpdateBrandingRequest.ts';
import type { UpdateJwtKeyRequest as _causeway_identity_v1_UpdateJwtKeyRequest, UpdateJwtKeyRequest__Output as _causeway_identity_v1_UpdateJwtKeyRequest__Output } from '../../../causeway/identity/v1/UpdateJwtKeyRequest.ts';
import type { UpdateMemberRequest as _causeway_identity_v1_UpdateMemberRequest, UpdateMemberRequest__Output as _causeway_identity_v1_UpdateMemberRequest__Output } from '../../../causeway/identity/v1/UpdateMemberRequest.ts';
import type { UpdateOrgRequest as _causeway_identity_v1_UpdateOrgRequest, UpdateOrgRequest__Output as _causeway_identity_v1_UpdateOrgRequest__Output } from '../../../causeway/identity/v1/UpdateOrgRequest.ts';
import type { UpdateProjectRequest as _causeway_identity_v1_UpdateProjectRequest, UpdateProjectRequest__Output as _causeway_identity_v1_UpdateProjectRequest__Output } from '../../../causeway/identity/v1/UpdateProjectRequest.ts';

/**
 * Who may call. Times are Unix milliseconds, 0 when unset.
 */
export interface IdentityClient extends grpc.Client {
  /**
   * Accepts the pending invite to the actor's verified address. Problems: conflict (several orgs have invited it, and
   * the request names none of the invites), notFound for every other failure.
   */
  AcceptInvite(argument: _causeway_identity_v1_AcceptInviteRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_BuilderInfo__Output>): grpc.ClientUnaryCall;
  AcceptInvite(argument: _causeway_identity_v1_AcceptInviteRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_identity_v1_BuilderInfo__Output>): grpc.ClientUnaryCall;
  AcceptInvite(argument: _causeway_identity_v1_AcceptInviteRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_BuilderInfo__Output>): grpc.ClientUnaryCall;
  AcceptInvite(argument: _causeway_identity_v1_AcceptInviteRequest, callback: grpc.requestCallback<_causeway_identity_v1_BuilderInfo__Output>): grpc.ClientUnaryCall;
  /**
   * Accepts the pending invite to the actor's verified address. Problems: conflict (several orgs have invited it, and
   * the request names none of the invites), notFound for every other failure.
   */
  acceptInvite(argument: _causeway_identity_v1_AcceptInviteRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_BuilderInfo__Output>): grpc.ClientUnaryCall;
  acceptInvite(argument: _causeway_identity_v1_AcceptInviteRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_identity_v1_BuilderInfo__Output>): grpc.ClientUnaryCall;
  acceptInvite(argument: _causeway_identity_v1_AcceptInviteRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_BuilderInfo__Output>): grpc.ClientUnaryCall;
  acceptInvite(argument: _causeway_identity_v1_AcceptInviteRequest, callback: grpc.requestCallback<_causeway_identity_v1_BuilderInfo__Output>): grpc.ClientUnaryCall;
  
  /**
   * Problems: invalidArgument (already a member).
   */
  AddMember(argument: _causeway_identity_v1_AddMemberRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_AddMemberResponse__Output>): grpc.ClientUnaryCall;
  AddMember(argument: _causeway_identity_v1_AddMemberRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_identity_v1_AddMemberResponse__Output>): grpc.ClientUnaryCall;
  AddMember(argument: _causeway_identity_v1_AddMemberRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_AddMemberResponse__Output>): grpc.ClientUnaryCall;
  AddMember(argument: _causeway_identity_v1_AddMemberRequest, callback: grpc.requestCallback<_causeway_identity_v1_AddMemberResponse__Output>): grpc.ClientUnaryCall;
  /**
   * Problems: invalidArgument (already a member).
   */
  addMember(argument: _causeway_identity_v1_AddMemberRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_AddMemberResponse__Output>): grpc.ClientUnaryCall;
  addMember(argument: _causeway_identity_v1_AddMemberRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_identity_v1_AddMemberResponse__Output>): grpc.ClientUnaryCall;
  addMember(argument: _causeway_identity_v1_AddMemberRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_AddMemberResponse__Output>): grpc.ClientUnaryCall;
  addMember(argument: _causeway_identity_v1_AddMemberRequest, callback: grpc.requestCallback<_causeway_identity_v1_AddMemberResponse__Output>): grpc.ClientUnaryCall;
  
  /**
   * Resolves a credential to its caller and the named project. Problems: unauthenticated; notFound if the project does
   * not exist or is not the caller's (the same answer for both).
   */
  Authenticate(argument: _causeway_identity_v1_AuthenticateRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_Caller__Output>): grpc.ClientUnaryCall;
  Authenticate(argument: _causeway_identity_v1_AuthenticateRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_identity_v1_Caller__Output>): grpc.ClientUnaryCall;
  Authenticate(argument: _causeway_identity_v1_AuthenticateRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_Caller__Output>): grpc.ClientUnaryCall;
  Authenticate(argument: _causeway_identity_v1_AuthenticateRequest, callback: grpc.requestCallback<_causeway_identity_v1_Caller__Output>): grpc.ClientUnaryCall;
  /**
   * Resolves a credential to its caller and the named project. Problems: unauthenticated; notFound if the project does
   * not exist or is not the caller's (the same answer for both).
   */
  authenticate(argument: _causeway_identity_v1_AuthenticateRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_Caller__Output>): grpc.ClientUnaryCall;
  authenticate(argument: _causeway_identity_v1_AuthenticateRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_identity_v1_Caller__Output>): grpc.ClientUnaryCall;
  authenticate(argument: _causeway_identity_v1_AuthenticateRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_Caller__Output>): grpc.ClientUnaryCall;
  authenticate(argument: _causeway_identity_v1_AuthenticateRequest, callback: grpc.requestCallback<_causeway_identity_v1_Caller__Output>): grpc.ClientUnaryCall;
  
  /**
   * Problems: invalidArgument (no domain), notFound (unclaimed, or the actor may not see the claim).
   */
  CheckClaimedDomain(argument: _causeway_identity_v1_CheckClaimedDomainRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_ClaimedDomain__Output>): grpc.ClientUnaryCall;
  CheckClaimedDomain(argument: _causeway_identity_v1_CheckClaimedDomainRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_identity_v1_ClaimedDomain__Output>): grpc.ClientUnaryCall;
  CheckClaimedDomain(argument: _causeway_identity_v1_CheckClaimedDomainRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_ClaimedDomain__Output>): grpc.ClientUnaryCall;
  CheckClaimedDomain(argument: _causeway_identity_v1_CheckClaimedDomainRequest, callback: grpc.requestCallback<_causeway_identity_v1_ClaimedDomain__Output>): grpc.ClientUnaryCall;
  /**
   * Problems: invalidArgument (no domain), notFound (unclaimed, or the actor may not see the claim).
   */
  checkClaimedDomain(argument: _causeway_identity_v1_CheckClaimedDomainRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_ClaimedDomain__Output>): grpc.ClientUnaryCall;
  checkClaimedDomain(argument: _causeway_identity_v1_CheckClaimedDomainRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_identity_v1_ClaimedDomain__Output>): grpc.ClientUnaryCall;
  checkClaimedDomain(argument: _causeway_identity_v1_CheckClaimedDomainRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_ClaimedDomain__Output>): grpc.ClientUnaryCall;
  checkClaimedDomain(argument: _causeway_identity_v1_CheckClaimedDomainRequest, callback: grpc.requestCallback<_causeway_identity_v1_ClaimedDomain__Output>): grpc.ClientUnaryCall;
  
  /**
   * The claim has no effect until it is proven. Idempotent. Problems: invalidArgument (no domain), unprocessable (a
   * public mail provider), alreadyExists (another org has proven it).
   */
  ClaimDomain(argument: _causeway_identity_v1_ClaimDomainRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_ClaimDomainResponse__Output>): grpc.ClientUnaryCall;
  ClaimDomain(argument: _causeway_identity_v1_ClaimDomainRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_identity_v1_ClaimDomainResponse__Output>): grpc.ClientUnaryCall;
  ClaimDomain(argument: _causeway_identity_v1_ClaimDomainRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_ClaimDomainResponse__Output>): grpc.ClientUnaryCall;
  ClaimDomain(argument: _causeway_identity_v1_ClaimDomainRequest, callback: grpc.requestCallback<_causeway_identity_v1_ClaimDomainResponse__Output>): grpc.ClientUnaryCall;
  /**
   * The claim has no effect until it is proven. Idempotent. Problems: invalidArgument (no domain), unprocessable (a
   * public mail provider), alreadyExists (another org has proven it).
   */
  claimDomain(argument: _causeway_identity_v1_ClaimDomainRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_ClaimDomainResponse__Output>): grpc.ClientUnaryCall;
  claimDomain(argument: _causeway_identity_v1_ClaimDomainRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_identity_v1_ClaimDomainResponse__Output>): grpc.ClientUnaryCall;
  claimDomain(argument: _causeway_identity_v1_ClaimDomainRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_ClaimDomainResponse__Output>): grpc.ClientUnaryCall;
  claimDomain(argument: _causeway_identity_v1_ClaimDomainRequest, callback: grpc.requestCallback<_causeway_identity_v1_ClaimDomainResponse__Output>): grpc.ClientUnaryCall;
  
  /**
   * The only response that contains the value if values are masked.
   */
  CreateApiKey(argument: _causeway_identity_v1_CreateApiKeyRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_ApiKey__Output>): grpc.ClientUnaryCall;
  CreateApiKey(argument: _causeway_identity_v1_CreateApiKeyRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_identity_v1_ApiKey__Output>): grpc.ClientUnaryCall;
  CreateApiKey(argument: _causeway_identity_v1_CreateApiKeyRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_ApiKey__Output>): grpc.ClientUnaryCall;
  CreateApiKey(argument: _causeway_identity_v1_CreateApiKeyRequest, callback: grpc.requestCallback<_causeway_identity_v1_ApiKey__Output>): grpc.ClientUnaryCall;
  /**
   * The only response that contains the value if values are masked.
   */
  createApiKey(argument: _causeway_identity_v1_CreateApiKeyRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_ApiKey__Output>): grpc.ClientUnaryCall;
  createApiKey(argument: _causeway_identity_v1_CreateApiKeyRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_identity_v1_ApiKey__Output>): grpc.ClientUnaryCall;
  createApiKey(argument: _causeway_identity_v1_CreateApiKeyRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_ApiKey__Output>): grpc.ClientUnaryCall;
  createApiKey(argument: _causeway_identity_v1_CreateApiKeyRequest, callback: grpc.requestCallback<_causeway_identity_v1_ApiKey__Output>): grpc.ClientUnaryCall;
  
  /**
   * Replaces a pending invite to the same address. Problems: invalidArgument (no address).
   */
  CreateInvite(argument: _causeway_identity_v1_CreateInviteRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_Invite__Output>): grpc.ClientUnaryCall;
  CreateInvite(argument: _causeway_identity_v1_CreateInviteRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_identity_v1_Invite__Output>): grpc.ClientUnaryCall;
  CreateInvite(argument: _causeway_identity_v1_CreateInviteRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_Invite__Output>): grpc.ClientUnaryCall;
  CreateInvite(argument: _causeway_identity_v1_CreateInviteRequest, callback: grpc.requestCallback<_causeway_identity_v1_Invite__Output>): grpc.ClientUnaryCall;
  /**
   * Replaces a pending invite to the same address. Problems: invalidArgument (no address).
   */
  createInvite(argument: _causeway_identity_v1_CreateInviteRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_Invite__Output>): grpc.ClientUnaryCall;
  createInvite(argument: _causeway_identity_v1_CreateInviteRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_identity_v1_Invite__Output>): grpc.ClientUnaryCall;
  createInvite(argument: _causeway_identity_v1_CreateInviteRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_Invite__Output>): grpc.ClientUnaryCall;
  createInvite(argument: _causeway_identity_v1_CreateInviteRequest, callback: grpc.requestCallback<_causeway_identity_v1_Invite__Output>): grpc.ClientUnaryCall;
  
  /**
   * Problems: invalidArgument (not a public key); unprocessable (not RSA, or too weak).
   */
  CreateJwtKey(argument: _causeway_identity_v1_CreateJwtKeyRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_JwtKey__Output>): grpc.ClientUnaryCall;
  CreateJwtKey(argument: _causeway_identity_v1_CreateJwtKeyRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_identity_v1_JwtKey__Output>): grpc.ClientUnaryCall;
  CreateJwtKey(argument: _causeway_identity_v1_CreateJwtKeyRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_JwtKey__Output>): grpc.ClientUnaryCall;
  CreateJwtKey(argument: _causeway_identity_v1_CreateJwtKeyRequest, callback: grpc.requestCallback<_causeway_identity_v1_JwtKey__Output>): grpc.ClientUnaryCall;
  /**
   * Problems: invalidArgument (not a public key); unprocessable (not RSA, or too weak).
   */
  createJwtKey(argument: _causeway_identity_v1_CreateJwtKeyRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_JwtKey__Output>): grpc.ClientUnaryCall;
  createJwtKey(argument: _causeway_identity_v1_CreateJwtKeyRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_identity_v1_JwtKey__Output>): grpc.ClientUnaryCall;
  createJwtKey(argument: _causeway_identity_v1_CreateJwtKeyRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_JwtKey__Output>): grpc.ClientUnaryCall;
  createJwtKey(argument: _causeway_identity_v1_CreateJwtKeyRequest, callback: grpc.requestCallback<_causeway_identity_v1_JwtKey__Output>): grpc.ClientUnaryCall;
  
  /**
   * The RPCs below are about an org. Problems of all of them: notFound if the actor is not a member of the org,
   * permissionDenied if the actor's role is too low.
   */
  CreateOrg(argument: _causeway_identity_v1_CreateOrgRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_Org__Output>): grpc.ClientUnaryCall;
  CreateOrg(argument: _causeway_identity_v1_CreateOrgRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_identity_v1_Org__Output>): grpc.ClientUnaryCall;
  CreateOrg(argument: _causeway_identity_v1_CreateOrgRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_Org__Output>): grpc.ClientUnaryCall;
  CreateOrg(argument: _causeway_identity_v1_CreateOrgRequest, callback: grpc.requestCallback<_causeway_identity_v1_Org__Output>): grpc.ClientUnaryCall;
  /**
   * The RPCs below are about an org. Problems of all of them: notFound if the actor is not a member of the org,
   * permissionDenied if the actor's role is too low.
   */
  createOrg(argument: _causeway_identity_v1_CreateOrgRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_Org__Output>): grpc.ClientUnaryCall;
  createOrg(argument: _causeway_identity_v1_CreateOrgRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_identity_v1_Org__Output>): grpc.ClientUnaryCall;
  createOrg(argument: _causeway_identity_v1_CreateOrgRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_Org__Output>): grpc.ClientUnaryCall;
  createOrg(argument: _causeway_identity_v1_CreateOrgRequest, callback: grpc.requestCallback<_causeway_identity_v1_Org__Output>): grpc.ClientUnaryCall;
  
  /**
   * Problems: notFound (the org), permissionDenied, unprocessable (the name is taken or invalid; origins).
   */
  CreateProject(argument: _causeway_identity_v1_CreateProjectRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_Project__Output>): grpc.ClientUnaryCall;
  CreateProject(argument: _causeway_identity_v1_CreateProjectRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_identity_v1_Project__Output>): grpc.ClientUnaryCall;
  CreateProject(argument: _causeway_identity_v1_CreateProjectRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_Project__Output>): grpc.ClientUnaryCall;
  CreateProject(argument: _causeway_identity_v1_CreateProjectRequest, callback: grpc.requestCallback<_causeway_identity_v1_Project__Output>): grpc.ClientUnaryCall;
  /**
   * Problems: notFound (the org), permissionDenied, unprocessable (the name is taken or invalid; origins).
   */
  createProject(argument: _causeway_identity_v1_CreateProjectRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_Project__Output>): grpc.ClientUnaryCall;
  createProject(argument: _causeway_identity_v1_CreateProjectRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_identity_v1_Project__Output>): grpc.ClientUnaryCall;
  createProject(argument: _causeway_identity_v1_CreateProjectRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_Project__Output>): grpc.ClientUnaryCall;
  createProject(argument: _causeway_identity_v1_CreateProjectRequest, callback: grpc.requestCallback<_causeway_identity_v1_Project__Output>): grpc.ClientUnaryCall;
  
  /**
   * Sign-in to the console. A link signs a builder in once; the operator hands it over. Problems: notFound (the builder).
   */
  CreateSignInLink(argument: _causeway_identity_v1_CreateSignInLinkRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_SignInLink__Output>): grpc.ClientUnaryCall;
  CreateSignInLink(argument: _causeway_identity_v1_CreateSignInLinkRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_identity_v1_SignInLink__Output>): grpc.ClientUnaryCall;
  CreateSignInLink(argument: _causeway_identity_v1_CreateSignInLinkRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_SignInLink__Output>): grpc.ClientUnaryCall;
  CreateSignInLink(argument: _causeway_identity_v1_CreateSignInLinkRequest, callback: grpc.requestCallback<_causeway_identity_v1_SignInLink__Output>): grpc.ClientUnaryCall;
  /**
   * Sign-in to the console. A link signs a builder in once; the operator hands it over. Problems: notFound (the builder).
   */
  createSignInLink(argument: _causeway_identity_v1_CreateSignInLinkRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_SignInLink__Output>): grpc.ClientUnaryCall;
  createSignInLink(argument: _causeway_identity_v1_CreateSignInLinkRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_identity_v1_SignInLink__Output>): grpc.ClientUnaryCall;
  createSignInLink(argument: _causeway_identity_v1_CreateSignInLinkRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_SignInLink__Output>): grpc.ClientUnaryCall;
  createSignInLink(argument: _causeway_identity_v1_CreateSignInLinkRequest, callback: grpc.requestCallback<_causeway_identity_v1_SignInLink__Output>): grpc.ClientUnaryCall;
  
  /**
   * Problems: notFound; conflict (the caller's own key).
   */
  DeleteApiKey(argument: _causeway_identity_v1_ApiKeyRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_DeleteApiKeyResponse__Output>): grpc.ClientUnaryCall;
  DeleteApiKey(argument: _causeway_identity_v1_ApiKeyRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_identity_v1_DeleteApiKeyResponse__Output>): grpc.ClientUnaryCall;
  DeleteApiKey(argument: _causeway_identity_v1_ApiKeyRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_DeleteApiKeyResponse__Output>): grpc.ClientUnaryCall;
  DeleteApiKey(argument: _causeway_identity_v1_ApiKeyRequest, callback: grpc.requestCallback<_causeway_identity_v1_DeleteApiKeyResponse__Output>): grpc.ClientUnaryCall;
  /**
   * Problems: notFound; conflict (the caller's own key).
   */
  deleteApiKey(argument: _causeway_identity_v1_ApiKeyRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_DeleteApiKeyResponse__Output>): grpc.ClientUnaryCall;
  deleteApiKey(argument: _causeway_identity_v1_ApiKeyRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_identity_v1_DeleteApiKeyResponse__Output>): grpc.ClientUnaryCall;
  deleteApiKey(argument: _causeway_identity_v1_ApiKeyRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_DeleteApiKeyResponse__Output>): grpc.ClientUnaryCall;
  deleteApiKey(argument: _causeway_identity_v1_ApiKeyRequest, callback: grpc.requestCallback<_causeway_identity_v1_DeleteApiKeyResponse__Output>): grpc.ClientUnaryCall;
  
  /**
   * Revokes an invite. Idempotent. Problems: conflict (it has been accepted).
   */
  DeleteInvite(argument: _causeway_identity_v1_InviteRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_DeleteInviteResponse__Output>): grpc.ClientUnaryCall;
  DeleteInvite(argument: _causeway_identity_v1_InviteRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_identity_v1_DeleteInviteResponse__Output>): grpc.ClientUnaryCall;
  DeleteInvite(argument: _causeway_identity_v1_InviteRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_DeleteInviteResponse__Output>): grpc.ClientUnaryCall;
  DeleteInvite(argument: _causeway_identity_v1_InviteRequest, callback: grpc.requestCallback<_causeway_identity_v1_DeleteInviteResponse__Output>): grpc.ClientUnaryCall;
  /**
   * Revokes an invite. Idempotent. Problems: conflict (it has been accepted).
   */
  deleteInvite(argument: _causeway_identity_v1_InviteRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_DeleteInviteResponse__Output>): grpc.ClientUnaryCall;
  deleteInvite(argument: _causeway_identity_v1_InviteRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_identity_v1_DeleteInviteResponse__Output>): grpc.ClientUnaryCall;
  deleteInvite(argument: _causeway_identity_v1_InviteRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_DeleteInviteResponse__Output>): grpc.ClientUnaryCall;
  deleteInvite(argument: _causeway_identity_v1_InviteRequest, callback: grpc.requestCallback<_causeway_identity_v1_DeleteInviteResponse__Output>): grpc.ClientUnaryCall;
  
  /**
   * Problems: notFound.
   */
  DeleteJwtKey(argument: _causeway_identity_v1_JwtKeyRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_DeleteJwtKeyResponse__Output>): grpc.ClientUnaryCall;
  DeleteJwtKey(argument: _causeway_identity_v1_JwtKeyRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_identity_v1_DeleteJwtKeyResponse__Output>): grpc.ClientUnaryCall;
  DeleteJwtKey(argument: _causeway_identity_v1_JwtKeyRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_DeleteJwtKeyResponse__Output>): grpc.ClientUnaryCall;
  DeleteJwtKey(argument: _causeway_identity_v1_JwtKeyRequest, callback: grpc.requestCallback<_causeway_identity_v1_DeleteJwtKeyResponse__Output>): grpc.ClientUnaryCall;
  /**
   * Problems: notFound.
   */
  deleteJwtKey(argument: _causeway_identity_v1_JwtKeyRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_DeleteJwtKeyResponse__Output>): grpc.ClientUnaryCall;
  deleteJwtKey(argument: _causeway_identity_v1_JwtKeyRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_identity_v1_DeleteJwtKeyResponse__Output>): grpc.ClientUnaryCall;
  deleteJwtKey(argument: _causeway_identity_v1_JwtKeyRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_DeleteJwtKeyResponse__Output>): grpc.ClientUnaryCall;
  deleteJwtKey(argument: _causeway_identity_v1_JwtKeyRequest, callback: grpc.requestCallback<_causeway_identity_v1_DeleteJwtKeyResponse__Output>): grpc.ClientUnaryCall;
  
  /**
   * Ends the session and all its credentials. Idempotent.
   */
  EndConsoleSession(argument: _causeway_identity_v1_EndConsoleSessionRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_EndConsoleSessionResponse__Output>): grpc.ClientUnaryCall;
  EndConsoleSession(argument: _causeway_identity_v1_EndConsoleSessionRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_identity_v1_EndConsoleSessionResponse__Output>): grpc.ClientUnaryCall;
  EndConsoleSession(argument: _causeway_identity_v1_EndConsoleSessionRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_EndConsoleSessionResponse__Output>): grpc.ClientUnaryCall;
  EndConsoleSession(argument: _causeway_identity_v1_EndConsoleSessionRequest, callback: grpc.requestCallback<_causeway_identity_v1_EndConsoleSessionResponse__Output>): grpc.ClientUnaryCall;
  /**
   * Ends the session and all its credentials. Idempotent.
   */
  endConsoleSession(argument: _causeway_identity_v1_EndConsoleSessionRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_EndConsoleSessionResponse__Output>): grpc.ClientUnaryCall;
  endConsoleSession(argument: _causeway_identity_v1_EndConsoleSessionRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_identity_v1_EndConsoleSessionResponse__Output>): grpc.ClientUnaryCall;
  endConsoleSession(argument: _causeway_identity_v1_EndConsoleSessionRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_EndConsoleSessionResponse__Output>): grpc.ClientUnaryCall;
  endConsoleSession(argument: _causeway_identity_v1_EndConsoleSessionRequest, callback: grpc.requestCallback<_causeway_identity_v1_EndConsoleSessionResponse__Output>): grpc.ClientUnaryCall;
  
  /**
   * Creates the first org, project, billing account, builder and full API key, or returns the existing ones.
   */
  EnsureBootstrap(argument: _causeway_identity_v1_EnsureBootstrapRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_Bootstrap__Output>): grpc.ClientUnaryCall;
  EnsureBootstrap(argument: _causeway_identity_v1_EnsureBootstrapRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_identity_v1_Bootstrap__Output>): grpc.ClientUnaryCall;
  EnsureBootstrap(argument: _causeway_identity_v1_EnsureBootstrapRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_Bootstrap__Output>): grpc.ClientUnaryCall;
  EnsureBootstrap(argument: _causeway_identity_v1_EnsureBootstrapRequest, callback: grpc.requestCallback<_causeway_identity_v1_Bootstrap__Output>): grpc.ClientUnaryCall;
  /**
   * Creates the first org, project, billing account, builder and full API key, or returns the existing ones.
   */
  ensureBootstrap(argument: _causeway_identity_v1_EnsureBootstrapRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_Bootstrap__Output>): grpc.ClientUnaryCall;
  ensureBootstrap(argument: _causeway_identity_v1_EnsureBootstrapRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_identity_v1_Bootstrap__Output>): grpc.ClientUnaryCall;
  ensureBootstrap(argument: _causeway_identity_v1_EnsureBootstrapRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_Bootstrap__Output>): grpc.ClientUnaryCall;
  ensureBootstrap(argument: _causeway_identity_v1_EnsureBootstrapRequest, callback: grpc.requestCallback<_causeway_identity_v1_Bootstrap__Output>): grpc.ClientUnaryCall;
  
  /**
   * Exchanges the issuer's code. Problems: unauthenticated (refused), unprocessable (not configured), unavailable.
   */
  FinishSignIn(argument: _causeway_identity_v1_FinishSignInRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_SignedIn__Output>): grpc.ClientUnaryCall;
  FinishSignIn(argument: _causeway_identity_v1_FinishSignInRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_identity_v1_SignedIn__Output>): grpc.ClientUnaryCall;
  FinishSignIn(argument: _causeway_identity_v1_FinishSignInRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_SignedIn__Output>): grpc.ClientUnaryCall;
  FinishSignIn(argument: _causeway_identity_v1_FinishSignInRequest, callback: grpc.requestCallback<_causeway_identity_v1_SignedIn__Output>): grpc.ClientUnaryCall;
  /**
   * Exchanges the issuer's code. Problems: unauthenticated (refused), unprocessable (not configured), unavailable.
   */
  finishSignIn(argument: _causeway_identity_v1_FinishSignInRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_SignedIn__Output>): grpc.ClientUnaryCall;
  finishSignIn(argument: _causeway_identity_v1_FinishSignInRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_identity_v1_SignedIn__Output>): grpc.ClientUnaryCall;
  finishSignIn(argument: _causeway_identity_v1_FinishSignInRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_SignedIn__Output>): grpc.ClientUnaryCall;
  finishSignIn(argument: _causeway_identity_v1_FinishSignInRequest, callback: grpc.requestCallback<_causeway_identity_v1_SignedIn__Output>): grpc.ClientUnaryCall;
  
  /**
   * Problems: notFound.
   */
  GetApiKey(argument: _causeway_identity_v1_ApiKeyRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_ApiKey__Output>): grpc.ClientUnaryCall;
  GetApiKey(argument: _causeway_identity_v1_ApiKeyRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_identity_v1_ApiKey__Output>): grpc.ClientUnaryCall;
  GetApiKey(argument: _causeway_identity_v1_ApiKeyRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_ApiKey__Output>): grpc.ClientUnaryCall;
  GetApiKey(argument: _causeway_identity_v1_ApiKeyRequest, callback: grpc.requestCallback<_causeway_identity_v1_ApiKey__Output>): grpc.ClientUnaryCall;
  /**
   * Problems: notFound.
   */
  getApiKey(argument: _causeway_identity_v1_ApiKeyRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_ApiKey__Output>): grpc.ClientUnaryCall;
  getApiKey(argument: _causeway_identity_v1_ApiKeyRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_identity_v1_ApiKey__Output>): grpc.ClientUnaryCall;
  getApiKey(argument: _causeway_identity_v1_ApiKeyRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_ApiKey__Output>): grpc.ClientUnaryCall;
  getApiKey(argument: _causeway_identity_v1_ApiKeyRequest, callback: grpc.requestCallback<_causeway_identity_v1_ApiKey__Output>): grpc.ClientUnaryCall;
  
  /**
   * Content of our own session page, for anyone with its URL. Problems: notFound.
   */
  GetBillingSession(argument: _causeway_identity_v1_GetBillingSessionRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_BillingSession__Output>): grpc.ClientUnaryCall;
  GetBillingSession(argument: _causeway_identity_v1_GetBillingSessionRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_identity_v1_BillingSession__Output>): grpc.ClientUnaryCall;
  GetBillingSession(argument: _causeway_identity_v1_GetBillingSessionRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_BillingSession__Output>): grpc.ClientUnaryCall;
  GetBillingSession(argument: _causeway_identity_v1_GetBillingSessionRequest, callback: grpc.requestCallback<_causeway_identity_v1_BillingSession__Output>): grpc.ClientUnaryCall;
  /**
   * Content of our own session page, for anyone with its URL. Problems: notFound.
   */
  getBillingSession(argument: _causeway_identity_v1_GetBillingSessionRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_BillingSession__Output>): grpc.ClientUnaryCall;
  getBillingSession(argument: _causeway_identity_v1_GetBillingSessionRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_identity_v1_BillingSession__Output>): grpc.ClientUnaryCall;
  getBillingSession(argument: _causeway_identity_v1_GetBillingSessionRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_BillingSession__Output>): grpc.ClientUnaryCall;
  getBillingSession(argument: _causeway_identity_v1_GetBillingSessionRequest, callback: grpc.requestCallback<_causeway_identity_v1_BillingSession__Output>): grpc.ClientUnaryCall;
  
  /**
   * How the connect page of a project looks. Problems: notFound.
   */
  GetBranding(argument: _causeway_identity_v1_GetBrandingRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_Branding__Output>): grpc.ClientUnaryCall;
  GetBranding(argument: _causeway_identity_v1_GetBrandingRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_identity_v1_Branding__Output>): grpc.ClientUnaryCall;
  GetBranding(argument: _causeway_identity_v1_GetBrandingRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_Branding__Output>): grpc.ClientUnaryCall;
  GetBranding(argument: _causeway_identity_v1_GetBrandingRequest, callback: grpc.requestCallback<_causeway_identity_v1_Branding__Output>): grpc.ClientUnaryCall;
  /**
   * How the connect page of a project looks. Problems: notFound.
   */
  getBranding(argument: _causeway_identity_v1_GetBrandingRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_Branding__Output>): grpc.ClientUnaryCall;
  getBranding(argument: _causeway_identity_v1_GetBrandingRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_identity_v1_Branding__Output>): grpc.ClientUnaryCall;
  getBranding(argument: _causeway_identity_v1_GetBrandingRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_Branding__Output>): grpc.ClientUnaryCall;
  getBranding(argument: _causeway_identity_v1_GetBrandingRequest, callback: grpc.requestCallback<_causeway_identity_v1_Branding__Output>): grpc.ClientUnaryCall;
  
  GetInvite(argument: _causeway_identity_v1_InviteRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_Invite__Output>): grpc.ClientUnaryCall;
  GetInvite(argument: _causeway_identity_v1_InviteRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_identity_v1_Invite__Output>): grpc.ClientUnaryCall;
  GetInvite(argument: _causeway_identity_v1_InviteRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_Invite__Output>): grpc.ClientUnaryCall;
  GetInvite(argument: _causeway_identity_v1_InviteRequest, callback: grpc.requestCallback<_causeway_identity_v1_Invite__Output>): grpc.ClientUnaryCall;
  getInvite(argument: _causeway_identity_v1_InviteRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_Invite__Output>): grpc.ClientUnaryCall;
  getInvite(argument: _causeway_identity_v1_InviteRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_identity_v1_Invite__Output>): grpc.ClientUnaryCall;
  getInvite(argument: _causeway_identity_v1_InviteRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_Invite__Output>): grpc.ClientUnaryCall;
  getInvite(argument: _causeway_identity_v1_InviteRequest, callback: grpc.requestCallback<_causeway_identity_v1_Invite__Output>): grpc.ClientUnaryCall;
  
  /**
   * Problems: notFound.
   */
  GetJwtKey(argument: _causeway_identity_v1_JwtKeyRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_JwtKey__Output>): grpc.ClientUnaryCall;
  GetJwtKey(argument: _causeway_identity_v1_JwtKeyRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_identity_v1_JwtKey__Output>): grpc.ClientUnaryCall;
  GetJwtKey(argument: _causeway_identity_v1_JwtKeyRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_JwtKey__Output>): grpc.ClientUnaryCall;
  GetJwtKey(argument: _causeway_identity_v1_JwtKeyRequest, callback: grpc.requestCallback<_causeway_identity_v1_JwtKey__Output>): grpc.ClientUnaryCall;
  /**
   * Problems: notFound.
   */
  getJwtKey(argument: _causeway_identity_v1_JwtKeyRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_JwtKey__Output>): grpc.ClientUnaryCall;
  getJwtKey(argument: _causeway_identity_v1_JwtKeyRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_identity_v1_JwtKey__Output>): grpc.ClientUnaryCall;
  getJwtKey(argument: _causeway_identity_v1_JwtKeyRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_JwtKey__Output>): grpc.ClientUnaryCall;
  getJwtKey(argument: _causeway_identity_v1_JwtKeyRequest, callback: grpc.requestCallback<_causeway_identity_v1_JwtKey__Output>): grpc.ClientUnaryCall;
  
  /**
   * Returns the actor and their roles.
   */
  GetMyInfo(argument: _causeway_identity_v1_GetMyInfoRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_BuilderInfo__Output>): grpc.ClientUnaryCall;
  GetMyInfo(argument: _causeway_identity_v1_GetMyInfoRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_identity_v1_BuilderInfo__Output>): grpc.ClientUnaryCall;
  GetMyInfo(argument: _causeway_identity_v1_GetMyInfoRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_BuilderInfo__Output>): grpc.ClientUnaryCall;
  GetMyInfo(argument: _causeway_identity_v1_GetMyInfoRequest, callback: grpc.requestCallback<_causeway_identity_v1_BuilderInfo__Output>): grpc.ClientUnaryCall;
  /**
   * Returns the actor and their roles.
   */
  getMyInfo(argument: _causeway_identity_v1_GetMyInfoRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_BuilderInfo__Output>): grpc.ClientUnaryCall;
  getMyInfo(argument: _causeway_identity_v1_GetMyInfoRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_identity_v1_BuilderInfo__Output>): grpc.ClientUnaryCall;
  getMyInfo(argument: _causeway_identity_v1_GetMyInfoRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_BuilderInfo__Output>): grpc.ClientUnaryCall;
  getMyInfo(argument: _causeway_identity_v1_GetMyInfoRequest, callback: grpc.requestCallback<_causeway_identity_v1_BuilderInfo__Output>): grpc.ClientUnaryCall;
  
  GetOrg(argument: _causeway_identity_v1_OrgRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_Org__Output>): grpc.ClientUnaryCall;
  GetOrg(argument: _causeway_identity_v1_OrgRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_identity_v1_Org__Output>): grpc.ClientUnaryCall;
  GetOrg(argument: _causeway_identity_v1_OrgRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_Org__Output>): grpc.ClientUnaryCall;
  GetOrg(argument: _causeway_identity_v1_OrgRequest, callback: grpc.requestCallback<_causeway_identity_v1_Org__Output>): grpc.ClientUnaryCall;
  getOrg(argument: _causeway_identity_v1_OrgRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_Org__Output>): grpc.ClientUnaryCall;
  getOrg(argument: _causeway_identity_v1_OrgRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_identity_v1_Org__Output>): grpc.ClientUnaryCall;
  getOrg(argument: _causeway_identity_v1_OrgRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_Org__Output>): grpc.ClientUnaryCall;
  getOrg(argument: _causeway_identity_v1_OrgRequest, callback: grpc.requestCallback<_causeway_identity_v1_Org__Output>): grpc.ClientUnaryCall;
  
  GetOrgBillingAccount(argument: _causeway_identity_v1_OrgRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_BillingAccount__Output>): grpc.ClientUnaryCall;
  GetOrgBillingAccount(argument: _causeway_identity_v1_OrgRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_identity_v1_BillingAccount__Output>): grpc.ClientUnaryCall;
  GetOrgBillingAccount(argument: _causeway_identity_v1_OrgRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_BillingAccount__Output>): grpc.ClientUnaryCall;
  GetOrgBillingAccount(argument: _causeway_identity_v1_OrgRequest, callback: grpc.requestCallback<_causeway_identity_v1_BillingAccount__Output>): grpc.ClientUnaryCall;
  getOrgBillingAccount(argument: _causeway_identity_v1_OrgRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_BillingAccount__Output>): grpc.ClientUnaryCall;
  getOrgBillingAccount(argument: _causeway_identity_v1_OrgRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_identity_v1_BillingAccount__Output>): grpc.ClientUnaryCall;
  getOrgBillingAccount(argument: _causeway_identity_v1_OrgRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_BillingAccount__Output>): grpc.ClientUnaryCall;
  getOrgBillingAccount(argument: _causeway_identity_v1_OrgRequest, callback: grpc.requestCallback<_causeway_identity_v1_BillingAccount__Output>): grpc.ClientUnaryCall;
  
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
   * How builders may sign in to the console.
   */
  GetSignInOptions(argument: _causeway_identity_v1_GetSignInOptionsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_SignInOptions__Output>): grpc.ClientUnaryCall;
  GetSignInOptions(argument: _causeway_identity_v1_GetSignInOptionsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_identity_v1_SignInOptions__Output>): grpc.ClientUnaryCall;
  GetSignInOptions(argument: _causeway_identity_v1_GetSignInOptionsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_SignInOptions__Output>): grpc.ClientUnaryCall;
  GetSignInOptions(argument: _causeway_identity_v1_GetSignInOptionsRequest, callback: grpc.requestCallback<_causeway_identity_v1_SignInOptions__Output>): grpc.ClientUnaryCall;
  /**
   * How builders may sign in to the console.
   */
  getSignInOptions(argument: _causeway_identity_v1_GetSignInOptionsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_SignInOptions__Output>): grpc.ClientUnaryCall;
  getSignInOptions(argument: _causeway_identity_v1_GetSignInOptionsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_identity_v1_SignInOptions__Output>): grpc.ClientUnaryCall;
  getSignInOptions(argument: _causeway_identity_v1_GetSignInOptionsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_SignInOptions__Output>): grpc.ClientUnaryCall;
  getSignInOptions(argument: _causeway_identity_v1_GetSignInOptionsRequest, callback: grpc.requestCallback<_causeway_identity_v1_SignInOptions__Output>): grpc.ClientUnaryCall;
  
  /**
   * Issues a token of the platform's own issuer, for a builder or for an email address. Creates the builder of the
   * address if there is none. Problems: notFound, invalidArgument.
   */
  IssueBuilderToken(argument: _causeway_identity_v1_IssueBuilderTokenRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_BuilderToken__Output>): grpc.ClientUnaryCall;
  IssueBuilderToken(argument: _causeway_identity_v1_IssueBuilderTokenRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_identity_v1_BuilderToken__Output>): grpc.ClientUnaryCall;
  IssueBuilderToken(argument: _causeway_identity_v1_IssueBuilderTokenRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_BuilderToken__Output>): grpc.ClientUnaryCall;
  IssueBuilderToken(argument: _causeway_identity_v1_IssueBuilderTokenRequest, callback: grpc.requestCallback<_causeway_identity_v1_BuilderToken__Output>): grpc.ClientUnaryCall;
  /**
   * Issues a token of the platform's own issuer, for a builder or for an email address. Creates the builder of the
   * address if there is none. Problems: notFound, invalidArgument.
   */
  issueBuilderToken(argument: _causeway_identity_v1_IssueBuilderTokenRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_BuilderToken__Output>): grpc.ClientUnaryCall;
  issueBuilderToken(argument: _causeway_identity_v1_IssueBuilderTokenRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_identity_v1_BuilderToken__Output>): grpc.ClientUnaryCall;
  issueBuilderToken(argument: _causeway_identity_v1_IssueBuilderTokenRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_BuilderToken__Output>): grpc.ClientUnaryCall;
  issueBuilderToken(argument: _causeway_identity_v1_IssueBuilderTokenRequest, callback: grpc.requestCallback<_causeway_identity_v1_BuilderToken__Output>): grpc.ClientUnaryCall;
  
  /**
   * The key of a connect session that `installation` has opened. It acts as that customer.
   */
  IssueConnectKey(argument: _causeway_identity_v1_IssueConnectKeyRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_ConnectKey__Output>): grpc.ClientUnaryCall;
  IssueConnectKey(argument: _causeway_identity_v1_IssueConnectKeyRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_identity_v1_ConnectKey__Output>): grpc.ClientUnaryCall;
  IssueConnectKey(argument: _causeway_identity_v1_IssueConnectKeyRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_ConnectKey__Output>): grpc.ClientUnaryCall;
  IssueConnectKey(argument: _causeway_identity_v1_IssueConnectKeyRequest, callback: grpc.requestCallback<_causeway_identity_v1_ConnectKey__Output>): grpc.ClientUnaryCall;
  /**
   * The key of a connect session that `installation` has opened. It acts as that customer.
   */
  issueConnectKey(argument: _causeway_identity_v1_IssueConnectKeyRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_ConnectKey__Output>): grpc.ClientUnaryCall;
  issueConnectKey(argument: _causeway_identity_v1_IssueConnectKeyRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_identity_v1_ConnectKey__Output>): grpc.ClientUnaryCall;
  issueConnectKey(argument: _causeway_identity_v1_IssueConnectKeyRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_ConnectKey__Output>): grpc.ClientUnaryCall;
  issueConnectKey(argument: _causeway_identity_v1_IssueConnectKeyRequest, callback: grpc.requestCallback<_causeway_identity_v1_ConnectKey__Output>): grpc.ClientUnaryCall;
  
  ListApiKeys(argument: _causeway_identity_v1_ListApiKeysRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_ListApiKeysResponse__Output>): grpc.ClientUnaryCall;
  ListApiKeys(argument: _causeway_identity_v1_ListApiKeysRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_identity_v1_ListApiKeysResponse__Output>): grpc.ClientUnaryCall;
  ListApiKeys(argument: _causeway_identity_v1_ListApiKeysRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_ListApiKeysResponse__Output>): grpc.ClientUnaryCall;
  ListApiKeys(argument: _causeway_identity_v1_ListApiKeysRequest, callback: grpc.requestCallback<_causeway_identity_v1_ListApiKeysResponse__Output>): grpc.ClientUnaryCall;
  listApiKeys(argument: _causeway_identity_v1_ListApiKeysRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_ListApiKeysResponse__Output>): grpc.ClientUnaryCall;
  listApiKeys(argument: _causeway_identity_v1_ListApiKeysRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_identity_v1_ListApiKeysResponse__Output>): grpc.ClientUnaryCall;
  listApiKeys(argument: _causeway_identity_v1_ListApiKeysRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_ListApiKeysResponse__Output>): grpc.ClientUnaryCall;
  listApiKeys(argument: _causeway_identity_v1_ListApiKeysRequest, callback: grpc.requestCallback<_causeway_identity_v1_ListApiKeysResponse__Output>): grpc.ClientUnaryCall;
  
  /**
   * Of a project and its org, newest first. Problems: notFound, invalidArgument (page token).
   */
  ListAuditEntries(argument: _causeway_identity_v1_ListAuditEntriesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_ListAuditEntriesResponse__Output>): grpc.ClientUnaryCall;
  ListAuditEntries(argument: _causeway_identity_v1_ListAuditEntriesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_identity_v1_ListAuditEntriesResponse__Output>): grpc.ClientUnaryCall;
  ListAuditEntries(argument: _causeway_identity_v1_ListAuditEntriesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_ListAuditEntriesResponse__Output>): grpc.ClientUnaryCall;
  ListAuditEntries(argument: _causeway_identity_v1_ListAuditEntriesRequest, callback: grpc.requestCallback<_causeway_identity_v1_ListAuditEntriesResponse__Output>): grpc.ClientUnaryCall;
  /**
   * Of a project and its org, newest first. Problems: notFound, invalidArgument (page token).
   */
  listAuditEntries(argument: _causeway_identity_v1_ListAuditEntriesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_ListAuditEntriesResponse__Output>): grpc.ClientUnaryCall;
  listAuditEntries(argument: _causeway_identity_v1_ListAuditEntriesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_identity_v1_ListAuditEntriesResponse__Output>): grpc.ClientUnaryCall;
  listAuditEntries(argument: _causeway_identity_v1_ListAuditEntriesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_ListAuditEntriesResponse__Output>): grpc.ClientUnaryCall;
  listAuditEntries(argument: _causeway_identity_v1_ListAuditEntriesRequest, callback: grpc.requestCallback<_causeway_identity_v1_ListAuditEntriesResponse__Output>): grpc.ClientUnaryCall;
  
  ListClaimedDomains(argument: _causeway_identity_v1_OrgRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_ListClaimedDomainsResponse__Output>): grpc.ClientUnaryCall;
  ListClaimedDomains(argument: _causeway_identity_v1_OrgRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_identity_v1_ListClaimedDomainsResponse__Output>): grpc.ClientUnaryCall;
  ListClaimedDomains(argument: _causeway_identity_v1_OrgRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_ListClaimedDomainsResponse__Output>): grpc.ClientUnaryCall;
  ListClaimedDomains(argument: _causeway_identity_v1_OrgRequest, callback: grpc.requestCallback<_causeway_identity_v1_ListClaimedDomainsResponse__Output>): grpc.ClientUnaryCall;
  listClaimedDomains(argument: _causeway_identity_v1_OrgRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_ListClaimedDomainsResponse__Output>): grpc.ClientUnaryCall;
  listClaimedDomains(argument: _causeway_identity_v1_OrgRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_identity_v1_ListClaimedDomainsResponse__Output>): grpc.ClientUnaryCall;
  listClaimedDomains(argument: _causeway_identity_v1_OrgRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_ListClaimedDomainsResponse__Output>): grpc.ClientUnaryCall;
  listClaimedDomains(argument: _causeway_identity_v1_OrgRequest, callback: grpc.requestCallback<_causeway_identity_v1_ListClaimedDomainsResponse__Output>): grpc.ClientUnaryCall;
  
  ListInvites(argument: _causeway_identity_v1_ListOfOrgRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_ListInvitesResponse__Output>): grpc.ClientUnaryCall;
  ListInvites(argument: _causeway_identity_v1_ListOfOrgRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_identity_v1_ListInvitesResponse__Output>): grpc.ClientUnaryCall;
  ListInvites(argument: _causeway_identity_v1_ListOfOrgRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_ListInvitesResponse__Output>): grpc.ClientUnaryCall;
  ListInvites(argument: _causeway_identity_v1_ListOfOrgRequest, callback: grpc.requestCallback<_causeway_identity_v1_ListInvitesResponse__Output>): grpc.ClientUnaryCall;
  listInvites(argument: _causeway_identity_v1_ListOfOrgRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_ListInvitesResponse__Output>): grpc.ClientUnaryCall;
  listInvites(argument: _causeway_identity_v1_ListOfOrgRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_identity_v1_ListInvitesResponse__Output>): grpc.ClientUnaryCall;
  listInvites(argument: _causeway_identity_v1_ListOfOrgRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_ListInvitesResponse__Output>): grpc.ClientUnaryCall;
  listInvites(argument: _causeway_identity_v1_ListOfOrgRequest, callback: grpc.requestCallback<_causeway_identity_v1_ListInvitesResponse__Output>): grpc.ClientUnaryCall;
  
  ListJwtKeys(argument: _causeway_identity_v1_ListJwtKeysRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_ListJwtKeysResponse__Output>): grpc.ClientUnaryCall;
  ListJwtKeys(argument: _causeway_identity_v1_ListJwtKeysRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_identity_v1_ListJwtKeysResponse__Output>): grpc.ClientUnaryCall;
  ListJwtKeys(argument: _causeway_identity_v1_ListJwtKeysRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_ListJwtKeysResponse__Output>): grpc.ClientUnaryCall;
  ListJwtKeys(argument: _causeway_identity_v1_ListJwtKeysRequest, callback: grpc.requestCallback<_causeway_identity_v1_ListJwtKeysResponse__Output>): grpc.ClientUnaryCall;
  listJwtKeys(argument: _causeway_identity_v1_ListJwtKeysRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_ListJwtKeysResponse__Output>): grpc.ClientUnaryCall;
  listJwtKeys(argument: _causeway_identity_v1_ListJwtKeysRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_identity_v1_ListJwtKeysResponse__Output>): grpc.ClientUnaryCall;
  listJwtKeys(argument: _causeway_identity_v1_ListJwtKeysRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_ListJwtKeysResponse__Output>): grpc.ClientUnaryCall;
  listJwtKeys(argument: _causeway_identity_v1_ListJwtKeysRequest, callback: grpc.requestCallback<_causeway_identity_v1_ListJwtKeysResponse__Output>): grpc.ClientUnaryCall;
  
  ListOrgBuilders(argument: _causeway_identity_v1_ListOfOrgRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_ListOrgBuildersResponse__Output>): grpc.ClientUnaryCall;
  ListOrgBuilders(argument: _causeway_identity_v1_ListOfOrgRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_identity_v1_ListOrgBuildersResponse__Output>): grpc.ClientUnaryCall;
  ListOrgBuilders(argument: _causeway_identity_v1_ListOfOrgRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_ListOrgBuildersResponse__Output>): grpc.ClientUnaryCall;
  ListOrgBuilders(argument: _causeway_identity_v1_ListOfOrgRequest, callback: grpc.requestCallback<_causeway_identity_v1_ListOrgBuildersResponse__Output>): grpc.ClientUnaryCall;
  listOrgBuilders(argument: _causeway_identity_v1_ListOfOrgRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_ListOrgBuildersResponse__Output>): grpc.ClientUnaryCall;
  listOrgBuilders(argument: _causeway_identity_v1_ListOfOrgRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_identity_v1_ListOrgBuildersResponse__Output>): grpc.ClientUnaryCall;
  listOrgBuilders(argument: _causeway_identity_v1_ListOfOrgRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_ListOrgBuildersResponse__Output>): grpc.ClientUnaryCall;
  listOrgBuilders(argument: _causeway_identity_v1_ListOfOrgRequest, callback: grpc.requestCallback<_causeway_identity_v1_ListOrgBuildersResponse__Output>): grpc.ClientUnaryCall;
  
  ListProjects(argument: _causeway_identity_v1_ListProjectsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_ListProjectsResponse__Output>): grpc.ClientUnaryCall;
  ListProjects(argument: _causeway_identity_v1_ListProjectsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_identity_v1_ListProjectsResponse__Output>): grpc.ClientUnaryCall;
  ListProjects(argument: _causeway_identity_v1_ListProjectsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_ListProjectsResponse__Output>): grpc.ClientUnaryCall;
  ListProjects(argument: _causeway_identity_v1_ListProjectsRequest, callback: grpc.requestCallback<_causeway_identity_v1_ListProjectsResponse__Output>): grpc.ClientUnaryCall;
  listProjects(argument: _causeway_identity_v1_ListProjectsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_ListProjectsResponse__Output>): grpc.ClientUnaryCall;
  listProjects(argument: _causeway_identity_v1_ListProjectsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_identity_v1_ListProjectsResponse__Output>): grpc.ClientUnaryCall;
  listProjects(argument: _causeway_identity_v1_ListProjectsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_ListProjectsResponse__Output>): grpc.ClientUnaryCall;
  listProjects(argument: _causeway_identity_v1_ListProjectsRequest, callback: grpc.requestCallback<_causeway_identity_v1_ListProjectsResponse__Output>): grpc.ClientUnaryCall;
  
  /**
   * Problems: invalidArgument, unprocessable (redirect_url), providerFailed (the billing provider).
   */
  OpenBillingSession(argument: _causeway_identity_v1_OpenBillingSessionRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_OpenBillingSessionResponse__Output>): grpc.ClientUnaryCall;
  OpenBillingSession(argument: _causeway_identity_v1_OpenBillingSessionRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_identity_v1_OpenBillingSessionResponse__Output>): grpc.ClientUnaryCall;
  OpenBillingSession(argument: _causeway_identity_v1_OpenBillingSessionRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_OpenBillingSessionResponse__Output>): grpc.ClientUnaryCall;
  OpenBillingSession(argument: _causeway_identity_v1_OpenBillingSessionRequest, callback: grpc.requestCallback<_causeway_identity_v1_OpenBillingSessionResponse__Output>): grpc.ClientUnaryCall;
  /**
   * Problems: invalidArgument, unprocessable (redirect_url), providerFailed (the billing provider).
   */
  openBillingSession(argument: _causeway_identity_v1_OpenBillingSessionRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_OpenBillingSessionResponse__Output>): grpc.ClientUnaryCall;
  openBillingSession(argument: _causeway_identity_v1_OpenBillingSessionRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_identity_v1_OpenBillingSessionResponse__Output>): grpc.ClientUnaryCall;
  openBillingSession(argument: _causeway_identity_v1_OpenBillingSessionRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_OpenBillingSessionResponse__Output>): grpc.ClientUnaryCall;
  openBillingSession(argument: _causeway_identity_v1_OpenBillingSessionRequest, callback: grpc.requestCallback<_causeway_identity_v1_OpenBillingSessionResponse__Output>): grpc.ClientUnaryCall;
  
  /**
   * New credentials for the page of a signed-in builder. Problems: unauthenticated, notFound (the project).
   */
  RefreshConsoleSession(argument: _causeway_identity_v1_RefreshConsoleSessionRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_ConsoleCredentials__Output>): grpc.ClientUnaryCall;
  RefreshConsoleSession(argument: _causeway_identity_v1_RefreshConsoleSessionRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_identity_v1_ConsoleCredentials__Output>): grpc.ClientUnaryCall;
  RefreshConsoleSession(argument: _causeway_identity_v1_RefreshConsoleSessionRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_ConsoleCredentials__Output>): grpc.ClientUnaryCall;
  RefreshConsoleSession(argument: _causeway_identity_v1_RefreshConsoleSessionRequest, callback: grpc.requestCallback<_causeway_identity_v1_ConsoleCredentials__Output>): grpc.ClientUnaryCall;
  /**
   * New credentials for the page of a signed-in builder. Problems: unauthenticated, notFound (the project).
   */
  refreshConsoleSession(argument: _causeway_identity_v1_RefreshConsoleSessionRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_ConsoleCredentials__Output>): grpc.ClientUnaryCall;
  refreshConsoleSession(argument: _causeway_identity_v1_RefreshConsoleSessionRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_identity_v1_ConsoleCredentials__Output>): grpc.ClientUnaryCall;
  refreshConsoleSession(argument: _causeway_identity_v1_RefreshConsoleSessionRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_ConsoleCredentials__Output>): grpc.ClientUnaryCall;
  refreshConsoleSession(argument: _causeway_identity_v1_RefreshConsoleSessionRequest, callback: grpc.requestCallback<_causeway_identity_v1_ConsoleCredentials__Output>): grpc.ClientUnaryCall;
  
  /**
   * Problems: notFound (the builder), conflict (the last owner).
   */
  RemoveMember(argument: _causeway_identity_v1_RemoveMemberRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_RemoveMemberResponse__Output>): grpc.ClientUnaryCall;
  RemoveMember(argument: _causeway_identity_v1_RemoveMemberRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_identity_v1_RemoveMemberResponse__Output>): grpc.ClientUnaryCall;
  RemoveMember(argument: _causeway_identity_v1_RemoveMemberRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_RemoveMemberResponse__Output>): grpc.ClientUnaryCall;
  RemoveMember(argument: _causeway_identity_v1_RemoveMemberRequest, callback: grpc.requestCallback<_causeway_identity_v1_RemoveMemberResponse__Output>): grpc.ClientUnaryCall;
  /**
   * Problems: notFound (the builder), conflict (the last owner).
   */
  removeMember(argument: _causeway_identity_v1_RemoveMemberRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_RemoveMemberResponse__Output>): grpc.ClientUnaryCall;
  removeMember(argument: _causeway_identity_v1_RemoveMemberRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_identity_v1_RemoveMemberResponse__Output>): grpc.ClientUnaryCall;
  removeMember(argument: _causeway_identity_v1_RemoveMemberRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_RemoveMemberResponse__Output>): grpc.ClientUnaryCall;
  removeMember(argument: _causeway_identity_v1_RemoveMemberRequest, callback: grpc.requestCallback<_causeway_identity_v1_RemoveMemberResponse__Output>): grpc.ClientUnaryCall;
  
  /**
   * Problems: unauthenticated (unknown, expired or spent).
   */
  SpendSignInLink(argument: _causeway_identity_v1_SpendSignInLinkRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_SignedIn__Output>): grpc.ClientUnaryCall;
  SpendSignInLink(argument: _causeway_identity_v1_SpendSignInLinkRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_identity_v1_SignedIn__Output>): grpc.ClientUnaryCall;
  SpendSignInLink(argument: _causeway_identity_v1_SpendSignInLinkRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_SignedIn__Output>): grpc.ClientUnaryCall;
  SpendSignInLink(argument: _causeway_identity_v1_SpendSignInLinkRequest, callback: grpc.requestCallback<_causeway_identity_v1_SignedIn__Output>): grpc.ClientUnaryCall;
  /**
   * Problems: unauthenticated (unknown, expired or spent).
   */
  spendSignInLink(argument: _causeway_identity_v1_SpendSignInLinkRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_SignedIn__Output>): grpc.ClientUnaryCall;
  spendSignInLink(argument: _causeway_identity_v1_SpendSignInLinkRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_identity_v1_SignedIn__Output>): grpc.ClientUnaryCall;
  spendSignInLink(argument: _causeway_identity_v1_SpendSignInLinkRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_SignedIn__Output>): grpc.ClientUnaryCall;
  spendSignInLink(argument: _causeway_identity_v1_SpendSignInLinkRequest, callback: grpc.requestCallback<_causeway_identity_v1_SignedIn__Output>): grpc.ClientUnaryCall;
  
  /**
   * The address of the OpenID Connect issuer's page. Problems: unprocessable (not configured), unavailable.
   */
  StartSignIn(argument: _causeway_identity_v1_StartSignInRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_StartedSignIn__Output>): grpc.ClientUnaryCall;
  StartSignIn(argument: _causeway_identity_v1_StartSignInRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_identity_v1_StartedSignIn__Output>): grpc.ClientUnaryCall;
  StartSignIn(argument: _causeway_identity_v1_StartSignInRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_StartedSignIn__Output>): grpc.ClientUnaryCall;
  StartSignIn(argument: _causeway_identity_v1_StartSignInRequest, callback: grpc.requestCallback<_causeway_identity_v1_StartedSignIn__Output>): grpc.ClientUnaryCall;
  /**
   * The address of the OpenID Connect issuer's page. Problems: unprocessable (not configured), unavailable.
   */
  startSignIn(argument: _causeway_identity_v1_StartSignInRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_StartedSignIn__Output>): grpc.ClientUnaryCall;
  startSignIn(argument: _causeway_identity_v1_StartSignInRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_identity_v1_StartedSignIn__Output>): grpc.ClientUnaryCall;
  startSignIn(argument: _causeway_identity_v1_StartSignInRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_StartedSignIn__Output>): grpc.ClientUnaryCall;
  startSignIn(argument: _causeway_identity_v1_StartSignInRequest, callback: grpc.requestCallback<_causeway_identity_v1_StartedSignIn__Output>): grpc.ClientUnaryCall;
  
  /**
   * Problems: notFound; invalidArgument (mask); unprocessable (mask without a value); conflict (the caller's own key).
   */
  UpdateApiKey(argument: _causeway_identity_v1_UpdateApiKeyRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_ApiKey__Output>): grpc.ClientUnaryCall;
  UpdateApiKey(argument: _causeway_identity_v1_UpdateApiKeyRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_identity_v1_ApiKey__Output>): grpc.ClientUnaryCall;
  UpdateApiKey(argument: _causeway_identity_v1_UpdateApiKeyRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_ApiKey__Output>): grpc.ClientUnaryCall;
  UpdateApiKey(argument: _causeway_identity_v1_UpdateApiKeyRequest, callback: grpc.requestCallback<_causeway_identity_v1_ApiKey__Output>): grpc.ClientUnaryCall;
  /**
   * Problems: notFound; invalidArgument (mask); unprocessable (mask without a value); conflict (the caller's own key).
   */
  updateApiKey(argument: _causeway_identity_v1_UpdateApiKeyRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_ApiKey__Output>): grpc.ClientUnaryCall;
  updateApiKey(argument: _causeway_identity_v1_UpdateApiKeyRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_identity_v1_ApiKey__Output>): grpc.ClientUnaryCall;
  updateApiKey(argument: _causeway_identity_v1_UpdateApiKeyRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_ApiKey__Output>): grpc.ClientUnaryCall;
  updateApiKey(argument: _causeway_identity_v1_UpdateApiKeyRequest, callback: grpc.requestCallback<_causeway_identity_v1_ApiKey__Output>): grpc.ClientUnaryCall;
  
  /**
   * Problems: notFound, unprocessable (no colour, no picture, too large).
   */
  UpdateBranding(argument: _causeway_identity_v1_UpdateBrandingRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_Branding__Output>): grpc.ClientUnaryCall;
  UpdateBranding(argument: _causeway_identity_v1_UpdateBrandingRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_identity_v1_Branding__Output>): grpc.ClientUnaryCall;
  UpdateBranding(argument: _causeway_identity_v1_UpdateBrandingRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_Branding__Output>): grpc.ClientUnaryCall;
  UpdateBranding(argument: _causeway_identity_v1_UpdateBrandingRequest, callback: grpc.requestCallback<_causeway_identity_v1_Branding__Output>): grpc.ClientUnaryCall;
  /**
   * Problems: notFound, unprocessable (no colour, no picture, too large).
   */
  updateBranding(argument: _causeway_identity_v1_UpdateBrandingRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_Branding__Output>): grpc.ClientUnaryCall;
  updateBranding(argument: _causeway_identity_v1_UpdateBrandingRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_identity_v1_Branding__Output>): grpc.ClientUnaryCall;
  updateBranding(argument: _causeway_identity_v1_UpdateBrandingRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_Branding__Output>): grpc.ClientUnaryCall;
  updateBranding(argument: _causeway_identity_v1_UpdateBrandingRequest, callback: grpc.requestCallback<_causeway_identity_v1_Branding__Output>): grpc.ClientUnaryCall;
  
  /**
   * Problems: notFound; invalidArgument (mask); unprocessable (mask without a value).
   */
  UpdateJwtKey(argument: _causeway_identity_v1_UpdateJwtKeyRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_JwtKey__Output>): grpc.ClientUnaryCall;
  UpdateJwtKey(argument: _causeway_identity_v1_UpdateJwtKeyRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_identity_v1_JwtKey__Output>): grpc.ClientUnaryCall;
  UpdateJwtKey(argument: _causeway_identity_v1_UpdateJwtKeyRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_JwtKey__Output>): grpc.ClientUnaryCall;
  UpdateJwtKey(argument: _causeway_identity_v1_UpdateJwtKeyRequest, callback: grpc.requestCallback<_causeway_identity_v1_JwtKey__Output>): grpc.ClientUnaryCall;
  /**
   * Problems: notFound; invalidArgument (mask); unprocessable (mask without a value).
   */
  updateJwtKey(argument: _causeway_identity_v1_UpdateJwtKeyRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_JwtKey__Output>): grpc.ClientUnaryCall;
  updateJwtKey(argument: _causeway_identity_v1_UpdateJwtKeyRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_identity_v1_JwtKey__Output>): grpc.ClientUnaryCall;
  updateJwtKey(argument: _causeway_identity_v1_UpdateJwtKeyRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_JwtKey__Output>): grpc.ClientUnaryCall;
  updateJwtKey(argument: _causeway_identity_v1_UpdateJwtKeyRequest, callback: grpc.requestCallback<_causeway_identity_v1_JwtKey__Output>): grpc.ClientUnaryCall;
  
  /**
   * Problems: notFound (the builder), conflict (the last owner).
   */
  UpdateMember(argument: _causeway_identity_v1_UpdateMemberRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_Builder__Output>): grpc.ClientUnaryCall;
  UpdateMember(argument: _causeway_identity_v1_UpdateMemberRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_identity_v1_Builder__Output>): grpc.ClientUnaryCall;
  UpdateMember(argument: _causeway_identity_v1_UpdateMemberRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_Builder__Output>): grpc.ClientUnaryCall;
  UpdateMember(argument: _causeway_identity_v1_UpdateMemberRequest, callback: grpc.requestCallback<_causeway_identity_v1_Builder__Output>): grpc.ClientUnaryCall;
  /**
   * Problems: notFound (the builder), conflict (the last owner).
   */
  updateMember(argument: _causeway_identity_v1_UpdateMemberRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_Builder__Output>): grpc.ClientUnaryCall;
  updateMember(argument: _causeway_identity_v1_UpdateMemberRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_identity_v1_Builder__Output>): grpc.ClientUnaryCall;
  updateMember(argument: _causeway_identity_v1_UpdateMemberRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_Builder__Output>): grpc.ClientUnaryCall;
  updateMember(argument: _causeway_identity_v1_UpdateMemberRequest, callback: grpc.requestCallback<_causeway_identity_v1_Builder__Output>): grpc.ClientUnaryCall;
  
  /**
   * Problems: invalidArgument (the mask).
   */
  UpdateOrg(argument: _causeway_identity_v1_UpdateOrgRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_Org__Output>): grpc.ClientUnaryCall;
  UpdateOrg(argument: _causeway_identity_v1_UpdateOrgRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_identity_v1_Org__Output>): grpc.ClientUnaryCall;
  UpdateOrg(argument: _causeway_identity_v1_UpdateOrgRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_Org__Output>): grpc.ClientUnaryCall;
  UpdateOrg(argument: _causeway_identity_v1_UpdateOrgRequest, callback: grpc.requestCallback<_causeway_identity_v1_Org__Output>): grpc.ClientUnaryCall;
  /**
   * Problems: invalidArgument (the mask).
   */
  updateOrg(argument: _causeway_identity_v1_UpdateOrgRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_Org__Output>): grpc.ClientUnaryCall;
  updateOrg(argument: _causeway_identity_v1_UpdateOrgRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_identity_v1_Org__Output>): grpc.ClientUnaryCall;
  updateOrg(argument: _causeway_identity_v1_UpdateOrgRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_Org__Output>): grpc.ClientUnaryCall;
  updateOrg(argument: _causeway_identity_v1_UpdateOrgRequest, callback: grpc.requestCallback<_causeway_identity_v1_Org__Output>): grpc.ClientUnaryCall;
  
  /**
   * Problems: notFound, invalidArgument (the mask), unprocessable (no name; origins), alreadyExists (the name is taken).
   */
  UpdateProject(argument: _causeway_identity_v1_UpdateProjectRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_Project__Output>): grpc.ClientUnaryCall;
  UpdateProject(argument: _causeway_identity_v1_UpdateProjectRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_identity_v1_Project__Output>): grpc.ClientUnaryCall;
  UpdateProject(argument: _causeway_identity_v1_UpdateProjectRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_Project__Output>): grpc.ClientUnaryCall;
  UpdateProject(argument: _causeway_identity_v1_UpdateProjectRequest, callback: grpc.requestCallback<_causeway_identity_v1_Project__Output>): grpc.ClientUnaryCall;
  /**
   * Problems: notFound, invalidArgument (the mask), unprocessable (no name; origins), alreadyExists (the name is taken).
   */
  updateProject(argument: _causeway_identity_v1_UpdateProjectRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_Project__Output>): grpc.ClientUnaryCall;
  updateProject(argument: _causeway_identity_v1_UpdateProjectRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_identity_v1_Project__Output>): grpc.ClientUnaryCall;
  updateProject(argument: _causeway_identity_v1_UpdateProjectRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_Project__Output>): grpc.ClientUnaryCall;
  updateProject(argument: _causeway_identity_v1_UpdateProjectRequest, callback: grpc.requestCallback<_causeway_identity_v1_Project__Output>): grpc.ClientUnaryCall;
  
  /**
   * Looks for the TXT record of the org's claim. Idempotent. Problems: notFound (not claimed), unprocessable (no such
   * record), unavailable (the DNS does not answer), alreadyExists (another org has proven it).
   */
  VerifyClaimedDomain(argument: _causeway_identity_v1_ClaimDomainRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_ClaimedDomain__Output>): grpc.ClientUnaryCall;
  VerifyClaimedDomain(argument: _causeway_identity_v1_ClaimDomainRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_identity_v1_ClaimedDomain__Output>): grpc.ClientUnaryCall;
  VerifyClaimedDomain(argument: _causeway_identity_v1_ClaimDomainRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_ClaimedDomain__Output>): grpc.ClientUnaryCall;
  VerifyClaimedDomain(argument: _causeway_identity_v1_ClaimDomainRequest, callback: grpc.requestCallback<_causeway_identity_v1_ClaimedDomain__Output>): grpc.ClientUnaryCall;
  /**
   * Looks for the TXT record of the org's claim. Idempotent. Problems: notFound (not claimed), unprocessable (no such
   * record), unavailable (the DNS does not answer), alreadyExists (another org has proven it).
   */
  verifyClaimedDomain(argument: _causeway_identity_v1_ClaimDomainRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_ClaimedDomain__Output>): grpc.ClientUnaryCall;
  verifyClaimedDomain(argument: _causeway_identity_v1_ClaimDomainRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_identity_v1_ClaimedDomain__Output>): grpc.ClientUnaryCall;
  verifyClaimedDomain(argument: _causeway_identity_v1_ClaimDomainRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_identity_v1_ClaimedDomain__Output>): grpc.ClientUnaryCall;
  verifyClaimedDomain(argument: _causeway_identity_v1_ClaimDomainRequest, callback: grpc.requestCallback<_causeway_identity_v1_ClaimedDomain__Output>): grpc.ClientUnaryCall;
  
}

/**
 * Who may call. Times are Unix milliseconds, 0 when unset.
 */
export interface IdentityHandlers extends grpc.UntypedServiceImplementation {
  /**
   * Accepts the pending invite to the actor's verified address. Problems: conflict (several orgs have invited it, and
   * the request names none of the invites), notFound for every other failure.
   */
  AcceptInvite: grpc.handleUnaryCall<_causeway_identity_v1_AcceptInviteRequest__Output, _causeway_identity_v1_BuilderInfo>;
  
  /**
   * Problems: invalidArgument (already a member).
   */
  AddMember: grpc.handleUnaryCall<_causeway_identity_v1_AddMemberRequest__Output, _causeway_identity_v1_AddMemberResponse>;
  
  /**
   * Resolves a credential to its caller and the named project. Problems: unauthenticated; notFound if the project does
   * not exist or is not the caller's (the same answer for both).
   */
  Authenticate: grpc.handleUnaryCall<_causeway_identity_v1_AuthenticateRequest__Output, _causeway_identity_v1_Caller>;
  
  /**
   * Problems: invalidArgument (no domain), notFound (unclaimed, or the actor may not see the claim).
   */
  CheckClaimedDomain: grpc.handleUnaryCall<_causeway_identity_v1_CheckClaimedDomainRequest__Output, _causeway_identity_v1_ClaimedDomain>;
  
  /**
   * The claim has no effect until it is proven. Idempotent. Problems: invalidArgument (no domain), unprocessable (a
   * public mail provider), alreadyExists (another org has proven it).
   */
  ClaimDomain: grpc.handleUnaryCall<_causeway_identity_v1_ClaimDomainRequest__Output, _causeway_identity_v1_ClaimDomainResponse>;
  
  /**
   * The only response that contains the value if values are masked.
   */
  CreateApiKey: grpc.handleUnaryCall<_causeway_identity_v1_CreateApiKeyRequest__Output, _causeway_identity_v1_ApiKey>;
  
  /**
   * Replaces a pending invite to the same address. Problems: invalidArgument (no address).
   */
  CreateInvite: grpc.handleUnaryCall<_causeway_identity_v1_CreateInviteRequest__Output, _causeway_identity_v1_Invite>;
  
  /**
   * Problems: invalidArgument (not a public key); unprocessable (not RSA, or too weak).
   */
  CreateJwtKey: grpc.handleUnaryCall<_causeway_identity_v1_CreateJwtKeyRequest__Output, _causeway_identity_v1_JwtKey>;
  
  /**
   * The RPCs below are about an org. Problems of all of them: notFound if the actor is not a member of the org,
   * permissionDenied if the actor's role is too low.
   */
  CreateOrg: grpc.handleUnaryCall<_causeway_identity_v1_CreateOrgRequest__Output, _causeway_identity_v1_Org>;
  
  /**
   * Problems: notFound (the org), permissionDenied, unprocessable (the name is taken or invalid; origins).
   */
  CreateProject: grpc.handleUnaryCall<_causeway_identity_v1_CreateProjectRequest__Output, _causeway_identity_v1_Project>;
  
  /**
   * Sign-in to the console. A link signs a builder in once; the operator hands it over. Problems: notFound (the builder).
   */
  CreateSignInLink: grpc.handleUnaryCall<_causeway_identity_v1_CreateSignInLinkRequest__Output, _causeway_identity_v1_SignInLink>;
  
  /**
   * Problems: notFound; conflict (the caller's own key).
   */
  DeleteApiKey: grpc.handleUnaryCall<_causeway_identity_v1_ApiKeyRequest__Output, _causeway_identity_v1_DeleteApiKeyResponse>;
  
  /**
   * Revokes an invite. Idempotent. Problems: conflict (it has been accepted).
   */
  DeleteInvite: grpc.handleUnaryCall<_causeway_identity_v1_InviteRequest__Output, _causeway_identity_v1_DeleteInviteResponse>;
  
  /**
   * Problems: notFound.
   */
  DeleteJwtKey: grpc.handleUnaryCall<_causeway_identity_v1_JwtKeyRequest__Output, _causeway_identity_v1_DeleteJwtKeyResponse>;
  
  /**
   * Ends the session and all its credentials. Idempotent.
   */
  EndConsoleSession: grpc.handleUnaryCall<_causeway_identity_v1_EndConsoleSessionRequest__Output, _causeway_identity_v1_EndConsoleSessionResponse>;
  
  /**
   * Creates the first org, project, billing account, builder and full API key, or returns the existing ones.
   */
  EnsureBootstrap: grpc.handleUnaryCall<_causeway_identity_v1_EnsureBootstrapRequest__Output, _causeway_identity_v1_Bootstrap>;
  
  /**
   * Exchanges the issuer's code. Problems: unauthenticated (refused), unprocessable (not configured), unavailable.
   */
  FinishSignIn: grpc.handleUnaryCall<_causeway_identity_v1_FinishSignInRequest__Output, _causeway_identity_v1_SignedIn>;
  
  /**
   * Problems: notFound.
   */
  GetApiKey: grpc.handleUnaryCall<_causeway_identity_v1_ApiKeyRequest__Output, _causeway_identity_v1_ApiKey>;
  
  /**
   * Content of our own session page, for anyone with its URL. Problems: notFound.
   */
  GetBillingSession: grpc.handleUnaryCall<_causeway_identity_v1_GetBillingSessionRequest__Output, _causeway_identity_v1_BillingSession>;
  
  /**
   * How the connect page of a project looks. Problems: notFound.
   */
  GetBranding: grpc.handleUnaryCall<_causeway_identity_v1_GetBrandingRequest__Output, _causeway_identity_v1_Branding>;
  
  GetInvite: grpc.handleUnaryCall<_causeway_identity_v1_InviteRequest__Output, _causeway_identity_v1_Invite>;
  
  /**
   * Problems: notFound.
   */
  GetJwtKey: grpc.handleUnaryCall<_causeway_identity_v1_JwtKeyRequest__Output, _causeway_identity_v1_JwtKey>;
  
  /**
   * Returns the actor and their roles.
   */
  GetMyInfo: grpc.handleUnaryCall<_causeway_identity_v1_GetMyInfoRequest__Output, _causeway_identity_v1_BuilderInfo>;
  
  GetOrg: grpc.handleUnaryCall<_causeway_identity_v1_OrgRequest__Output, _causeway_identity_v1_Org>;
  
  GetOrgBillingAccount: grpc.handleUnaryCall<_causeway_identity_v1_OrgRequest__Output, _causeway_identity_v1_BillingAccount>;
  
  /**
   * Problems: notFound.
   */
  GetProject: grpc.handleUnaryCall<_causeway_identity_v1_GetProjectRequest__Output, _causeway_identity_v1_Project>;
  
  /**
   * How builders may sign in to the console.
   */
  GetSignInOptions: grpc.handleUnaryCall<_causeway_identity_v1_GetSignInOptionsRequest__Output, _causeway_identity_v1_SignInOptions>;
  
  /**
   * Issues a token of the platform's own issuer, for a builder or for an email address. Creates the builder of the
   * address if there is none. Problems: notFound, invalidArgument.
   */
  IssueBuilderToken: grpc.handleUnaryCall<_causeway_identity_v1_IssueBuilderTokenRequest__Output, _causeway_identity_v1_BuilderToken>;
  
  /**
   * The key of a connect session that `installation` has opened. It acts as that customer.
   */
  IssueConnectKey: grpc.handleUnaryCall<_causeway_identity_v1_IssueConnectKeyRequest__Output, _causeway_identity_v1_ConnectKey>;
  
  ListApiKeys: grpc.handleUnaryCall<_causeway_identity_v1_ListApiKeysRequest__Output, _causeway_identity_v1_ListApiKeysResponse>;
  
  /**
   * Of a project and its org, newest first. Problems: notFound, invalidArgument (page token).
   */
  ListAuditEntries: grpc.handleUnaryCall<_causeway_identity_v1_ListAuditEntriesRequest__Output, _causeway_identity_v1_ListAuditEntriesResponse>;
  
  ListClaimedDomains: grpc.handleUnaryCall<_causeway_identity_v1_OrgRequest__Output, _causeway_identity_v1_ListClaimedDomainsResponse>;
  
  ListInvites: grpc.handleUnaryCall<_causeway_identity_v1_ListOfOrgRequest__Output, _causeway_identity_v1_ListInvitesResponse>;
  
  ListJwtKeys: grpc.handleUnaryCall<_causeway_identity_v1_ListJwtKeysRequest__Output, _causeway_identity_v1_ListJwtKeysResponse>;
  
  ListOrgBuilders: grpc.handleUnaryCall<_causeway_identity_v1_ListOfOrgRequest__Output, _causeway_identity_v1_ListOrgBuildersResponse>;
  
  ListProjects: grpc.handleUnaryCall<_causeway_identity_v1_ListProjectsRequest__Output, _causeway_identity_v1_ListProjectsResponse>;
  
  /**
   * Problems: invalidArgument, unprocessable (redirect_url), providerFailed (the billing provider).
   */
  OpenBillingSession: grpc.handleUnaryCall<_causeway_identity_v1_OpenBillingSessionRequest__Output, _causeway_identity_v1_OpenBillingSessionResponse>;
  
  /**
   * New credentials for the page of a signed-in builder. Problems: unauthenticated, notFound (the project).
   */
  RefreshConsoleSession: grpc.handleUnaryCall<_causeway_identity_v1_RefreshConsoleSessionRequest__Output, _causeway_identity_v1_ConsoleCredentials>;
  
  /**
   * Problems: notFound (the builder), conflict (the last owner).
   */
  RemoveMember: grpc.handleUnaryCall<_causeway_identity_v1_RemoveMemberRequest__Output, _causeway_identity_v1_RemoveMemberResponse>;
  
  /**
   * Problems: unauthenticated (unknown, expired or spent).
   */
  SpendSignInLink: grpc.handleUnaryCall<_causeway_identity_v1_SpendSignInLinkRequest__Output, _causeway_identity_v1_SignedIn>;
  
  /**
   * The address of the OpenID Connect issuer's page. Problems: unprocessable (not configured), unavailable.
   */
  StartSignIn: grpc.handleUnaryCall<_causeway_identity_v1_StartSignInRequest__Output, _causeway_identity_v1_StartedSignIn>;
  
  /**
   * Problems: notFound; invalidArgument (mask); unprocessable (mask without a value); conflict (the caller's own key).
   */
  UpdateApiKey: grpc.handleUnaryCall<_causeway_identity_v1_UpdateApiKeyRequest__Output, _causeway_identity_v1_ApiKey>;
  
  /**
   * Problems: notFound, unprocessable (no colour, no picture, too large).
   */
  UpdateBranding: grpc.handleUnaryCall<_causeway_identity_v1_UpdateBrandingRequest__Output, _causeway_identity_v1_Branding>;
  
  /**
   * Problems: notFound; invalidArgument (mask); unprocessable (mask without a value).
   */
  UpdateJwtKey: grpc.handleUnaryCall<_causeway_identity_v1_UpdateJwtKeyRequest__Output, _causeway_identity_v1_JwtKey>;
  
  /**
   * Problems: notFound (the builder), conflict (the last owner).
   */
  UpdateMember: grpc.handleUnaryCall<_causeway_identity_v1_UpdateMemberRequest__Output, _causeway_identity_v1_Builder>;
  
  /**
   * Problems: invalidArgument (the mask).
   */
  UpdateOrg: grpc.handleUnaryCall<_causeway_identity_v1_UpdateOrgRequest__Output, _causeway_identity_v1_Org>;
  
  /**
   * Problems: notFound, invalidArgument (the mask), unprocessable (no name; origins), alreadyExists (the name is taken).
   */
  UpdateProject: grpc.handleUnaryCall<_causeway_identity_v1_UpdateProjectRequest__Output, _causeway_identity_v1_Project>;
  
  /**
   * Looks for the TXT record of the org's claim. Idempotent. Problems: notFound (not claimed), unprocessable (no such
   * record), unavailable (the DNS does not answer), alreadyExists (another org has proven it).
   */
  VerifyClaimedDomain: grpc.handleUnaryCall<_causeway_identity_v1_ClaimDomainRequest__Output, _causeway_identity_v1_ClaimedDomain>;
  
}

export interface IdentityDefinition extends grpc.ServiceDefinition {
  AcceptInvite: MethodDefinition<_causeway_identity_v1_AcceptInviteRequest, _causeway_identity_v1_BuilderInfo, _causeway_identity_v1_AcceptInviteRequest__Output, _causeway_identity_v1_BuilderInfo__Output>
  AddMember: MethodDefinition<_causeway_identity_v1_AddMemberRequest, _causeway_identity_v1_AddMemberResponse, _causeway_identity_v1_AddMemberRequest__Output, _causeway_identity_v1_AddMemberResponse__Output>
  Authenticate: MethodDefinition<_causeway_identity_v1_AuthenticateRequest, _causeway_identity_v1_Caller, _causeway_identity_v1_AuthenticateRequest__Output, _causeway_identity_v1_Caller__Output>
  CheckClaimedDomain: MethodDefinition<_causeway_identity_v1_CheckClaimedDomainRequest, _causeway_identity_v1_ClaimedDomain, _causeway_identity_v1_CheckClaimedDomainRequest__Output, _causeway_identity_v1_ClaimedDomain__Output>
  ClaimDomain: MethodDefinition<_causeway_identity_v1_ClaimDomainRequest, _causeway_identity_v1_ClaimDomainResponse, _causeway_identity_v1_ClaimDomainRequest__Output, _causeway_identity_v1_ClaimDomainResponse__Output>
  CreateApiKey: MethodDefinition<_causeway_identity_v1_CreateApiKeyRequest, _causeway_identity_v1_ApiKey, _causeway_identity_v1_CreateApiKeyRequest__Output, _causeway_identity_v1_ApiKey__Output>
  CreateInvite: MethodDefinition<_causeway_identity_v1_CreateInviteRequest, _causeway_identity_v1_Invite, _causeway_identity_v1_CreateInviteRequest__Output, _causeway_identity_v1_Invite__Output>
  CreateJwtKey: MethodDefinition<_causeway_identity_v1_CreateJwtKeyRequest, _causeway_identity_v1_JwtKey, _causeway_identity_v1_CreateJwtKeyRequest__Output, _causeway_identity_v1_JwtKey__Output>
  CreateOrg: MethodDefinition<_causeway_identity_v1_CreateOrgRequest, _causeway_identity_v1_Org, _causeway_identity_v1_CreateOrgRequest__Output, _causeway_identity_v1_Org__Output>
  CreateProject: MethodDefinition<_causeway_identity_v1_CreateProjectRequest, _causeway_identity_v1_Project, _causeway_identity_v1_CreateProjectRequest__Output, _causeway_identity_v1_Project__Output>
  CreateSignInLink: MethodDefinition<_causeway_identity_v1_CreateSignInLinkRequest, _causeway_identity_v1_SignInLink, _causeway_identity_v1_CreateSignInLinkRequest__Output, _causeway_identity_v1_SignInLink__Output>
  DeleteApiKey: MethodDefinition<_causeway_identity_v1_ApiKeyRequest, _causeway_identity_v1_DeleteApiKeyResponse, _causeway_identity_v1_ApiKeyRequest__Output, _causeway_identity_v1_DeleteApiKeyResponse__Output>
  DeleteInvite: MethodDefinition<_causeway_identity_v1_InviteRequest, _causeway_identity_v1_DeleteInviteResponse, _causeway_identity_v1_InviteRequest__Output, _causeway_identity_v1_DeleteInviteResponse__Output>
  DeleteJwtKey: MethodDefinition<_causeway_identity_v1_JwtKeyRequest, _causeway_identity_v1_DeleteJwtKeyResponse, _causeway_identity_v1_JwtKeyRequest__Output, _causeway_identity_v1_DeleteJwtKeyResponse__Output>
  EndConsoleSession: MethodDefinition<_causeway_identity_v1_EndConsoleSessionRequest, _causeway_identity_v1_EndConsoleSessionResponse, _causeway_identity_v1_EndConsoleSessionRequest__Output, _causeway_identity_v1_EndConsoleSessionResponse__Output>
  EnsureBootstrap: MethodDefinition<_causeway_identity_v1_EnsureBootstrapRequest, _causeway_identity_v1_Bootstrap, _causeway_identity_v1_EnsureBootstrapRequest__Output, _causeway_identity_v1_Bootstrap__Output>
  FinishSignIn: MethodDefinition<_causeway_identity_v1_FinishSignInRequest, _causeway_identity_v1_SignedIn, _causeway_identity_v1_FinishSignInRequest__Output, _causeway_identity_v1_SignedIn__Output>
  GetApiKey: MethodDefinition<_causeway_identity_v1_ApiKeyRequest, _causeway_identity_v1_ApiKey, _causeway_identity_v1_ApiKeyRequest__Output, _causeway_identity_v1_ApiKey__Output>
  GetBillingSession: MethodDefinition<_causeway_identity_v1_GetBillingSessionRequest, _causeway_identity_v1_BillingSession, _causeway_identity_v1_GetBillingSessionRequest__Output, _causeway_identity_v1_BillingSession__Output>
  GetBranding: MethodDefinition<_causeway_identity_v1_GetBrandingRequest, _causeway_identity_v1_Branding, _causeway_identity_v1_GetBrandingRequest__Output, _causeway_identity_v1_Branding__Output>
  GetInvite: MethodDefinition<_causeway_identity_v1_InviteRequest, _causeway_identity_v1_Invite, _causeway_identity_v1_InviteRequest__Output, _causeway_identity_v1_Invite__Output>
  GetJwtKey: MethodDefinition<_causeway_identity_v1_JwtKeyRequest, _causeway_identity_v1_JwtKey, _causeway_identity_v1_JwtKeyRequest__Output, _causeway_identity_v1_JwtKey__Output>
  GetMyInfo: MethodDefinition<_causeway_identity_v1_GetMyInfoRequest, _causeway_identity_v1_BuilderInfo, _causeway_identity_v1_GetMyInfoRequest__Output, _causeway_identity_v1_BuilderInfo__Output>
  GetOrg: MethodDefinition<_causeway_identity_v1_OrgRequest, _causeway_identity_v1_Org, _causeway_identity_v1_OrgRequest__Output, _causeway_identity_v1_Org__Output>
  GetOrgBillingAccount: MethodDefinition<_causeway_identity_v1_OrgRequest, _causeway_identity_v1_BillingAccount, _causeway_identity_v1_OrgRequest__Output, _causeway_identity_v1_BillingAccount__Output>
  GetProject: MethodDefinition<_causeway_identity_v1_GetProjectRequest, _causeway_identity_v1_Project, _causeway_identity_v1_GetProjectRequest__Output, _causeway_identity_v1_Project__Output>
  GetSignInOptions: MethodDefinition<_causeway_identity_v1_GetSignInOptionsRequest, _causeway_identity_v1_SignInOptions, _causeway_identity_v1_GetSignInOptionsRequest__Output, _causeway_identity_v1_SignInOptions__Output>
  IssueBuilderToken: MethodDefinition<_causeway_identity_v1_IssueBuilderTokenRequest, _causeway_identity_v1_BuilderToken, _causeway_identity_v1_IssueBuilderTokenRequest__Output, _causeway_identity_v1_BuilderToken__Output>
  IssueConnectKey: MethodDefinition<_causeway_identity_v1_IssueConnectKeyRequest, _causeway_identity_v1_ConnectKey, _causeway_identity_v1_IssueConnectKeyRequest__Output, _causeway_identity_v1_ConnectKey__Output>
  ListApiKeys: MethodDefinition<_causeway_identity_v1_ListApiKeysRequest, _causeway_identity_v1_ListApiKeysResponse, _causeway_identity_v1_ListApiKeysRequest__Output, _causeway_identity_v1_ListApiKeysResponse__Output>
  ListAuditEntries: MethodDefinition<_causeway_identity_v1_ListAuditEntriesRequest, _causeway_identity_v1_ListAuditEntriesResponse, _causeway_identity_v1_ListAuditEntriesRequest__Output, _causeway_identity_v1_ListAuditEntriesResponse__Output>
  ListClaimedDomains: MethodDefinition<_causeway_identity_v1_OrgRequest, _causeway_identity_v1_ListClaimedDomainsResponse, _causeway_identity_v1_OrgRequest__Output, _causeway_identity_v1_ListClaimedDomainsResponse__Output>
  ListInvites: MethodDefinition<_causeway_identity_v1_ListOfOrgRequest, _causeway_identity_v1_ListInvitesResponse, _causeway_identity_v1_ListOfOrgRequest__Output, _causeway_identity_v1_ListInvitesResponse__Output>
  ListJwtKeys: MethodDefinition<_causeway_identity_v1_ListJwtKeysRequest, _causeway_identity_v1_ListJwtKeysResponse, _causeway_identity_v1_ListJwtKeysRequest__Output, _causeway_identity_v1_ListJwtKeysResponse__Output>
  ListOrgBuilders: MethodDefinition<_causeway_identity_v1_ListOfOrgRequest, _causeway_identity_v1_ListOrgBuildersResponse, _causeway_identity_v1_ListOfOrgRequest__Output, _causeway_identity_v1_ListOrgBuildersResponse__Output>
  ListProjects: MethodDefinition<_causeway_identity_v1_ListProjectsRequest, _causeway_identity_v1_ListProjectsResponse, _causeway_identity_v1_ListProjectsRequest__Output, _causeway_identity_v1_ListProjectsResponse__Output>
  OpenBillingSession: MethodDefinition<_causeway_identity_v1_OpenBillingSessionRequest, _causeway_identity_v1_OpenBillingSessionResponse, _causeway_identity_v1_OpenBillingSessionRequest__Output, _causeway_identity_v1_OpenBillingSessionResponse__Output>
  RefreshConsoleSession: MethodDefinition<_causeway_identity_v1_RefreshConsoleSessionRequest, _causeway_identity_v1_ConsoleCredentials, _causeway_identity_v1_RefreshConsoleSessionRequest__Output, _causeway_identity_v1_ConsoleCredentials__Output>
  RemoveMember: MethodDefinition<_causeway_identity_v1_RemoveMemberRequest, _causeway_identity_v1_RemoveMemberResponse, _causeway_identity_v1_RemoveMemberRequest__Output, _causeway_identity_v1_RemoveMemberResponse__Output>
  SpendSignInLink: MethodDefinition<_causeway_identity_v1_SpendSignInLinkRequest, _causeway_identity_v1_SignedIn, _causeway_identity_v1_SpendSignInLinkRequest__Output, _causeway_identity_v1_SignedIn__Output>
  StartSignIn: MethodDefinition<_causeway_identity_v1_StartSignInRequest, _causeway_identity_v1_StartedSignIn, _causeway_identity_v1_StartSignInRequest__Output, _causeway_identity_v1_StartedSignIn__Output>
  UpdateApiKey: MethodDefinition<_causeway_identity_v1_UpdateApiKeyRequest, _causeway_identity_v1_ApiKey, _causeway_identity_v1_UpdateApiKeyRequest__Output, _causeway_identity_v1_ApiKey__Output>
  UpdateBranding: MethodDefinition<_causeway_identity_v1_UpdateBrandingRequest, _causeway_identity_v1_Branding, _causeway_identity_v1_UpdateBrandingRequest__Output, _causeway_identity_v1_Branding__Output>
  UpdateJwtKey: MethodDefinition<_causeway_identity_v1_UpdateJwtKeyRequest, _causeway_identity_v1_JwtKey, _causeway_identity_v1_UpdateJwtKeyRequest__Output, _causeway_identity_v1_JwtKey__Output>
  UpdateMember: MethodDefinition<_causeway_identity_v1_UpdateMemberRequest, _causeway_identity_v1_Builder, _causeway_identity_v1_UpdateMemberRequest__Output, _causeway_identity_v1_Builder__Output>
  UpdateOrg: MethodDefinition<_causeway_identity_v1_UpdateOrgRequest, _causeway_identity_v1_Org, _causeway_identity_v1_UpdateOrgRequest__Output, _causeway_identity_v1_Org__Output>
  UpdateProject: MethodDefinition<_causeway_identity_v1_UpdateProjectRequest, _causeway_identity_v1_Project, _causeway_identity_v1_UpdateProjectRequest__Output, _causeway_identity_v1_Project__Output>
  VerifyClaimedDomain: MethodDefinition<_causeway_identity_v1_ClaimDomainRequest, _causeway_identity_v1_ClaimedDomain, _causeway_identity_v1_ClaimDomainRequest__Output, _causeway_identity_v1_ClaimedDomain__Output>
}
