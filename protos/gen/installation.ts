import type * as grpc from '@grpc/grpc-js';
import type { MessageTypeDefinition } from '@grpc/proto-loader';

import type { AccountOfGroup as _causeway_installation_v1_AccountOfGroup, AccountOfGroup__Output as _causeway_installation_v1_AccountOfGroup__Output } from './causeway/installation/v1/AccountOfGroup.ts';
import type { AdoptRateBudgetsRequest as _causeway_installation_v1_AdoptRateBudgetsRequest, AdoptRateBudgetsRequest__Output as _causeway_installation_v1_AdoptRateBudgetsRequest__Output } from './causeway/installation/v1/AdoptRateBudgetsRequest.ts';
import type { AllowedRate as _causeway_installation_v1_AllowedRate, AllowedRate__Output as _causeway_installation_v1_AllowedRate__Output } from './causeway/installation/v1/AllowedRate.ts';
import type { BatchGetInstallationsRequest as _causeway_installation_v1_BatchGetInstallationsRequest, BatchGetInstallationsRequest__Output as _causeway_installation_v1_BatchGetInstallationsRequest__Output } from './causeway/installation/v1/BatchGetInstallationsRequest.ts';
import type { BatchUpsertIntegrationsRequest as _causeway_installation_v1_BatchUpsertIntegrationsRequest, BatchUpsertIntegrationsRequest__Output as _causeway_installation_v1_BatchUpsertIntegrationsRequest__Output } from './causeway/installation/v1/BatchUpsertIntegrationsRequest.ts';
import type { CallAuth as _causeway_installation_v1_CallAuth, CallAuth__Output as _causeway_installation_v1_CallAuth__Output } from './causeway/installation/v1/CallAuth.ts';
import type { CloseRateBudgetRequest as _causeway_installation_v1_CloseRateBudgetRequest, CloseRateBudgetRequest__Output as _causeway_installation_v1_CloseRateBudgetRequest__Output } from './causeway/installation/v1/CloseRateBudgetRequest.ts';
import type { ClosedRateBudget as _causeway_installation_v1_ClosedRateBudget, ClosedRateBudget__Output as _causeway_installation_v1_ClosedRateBudget__Output } from './causeway/installation/v1/ClosedRateBudget.ts';
import type { ClosedRateBudgets as _causeway_installation_v1_ClosedRateBudgets, ClosedRateBudgets__Output as _causeway_installation_v1_ClosedRateBudgets__Output } from './causeway/installation/v1/ClosedRateBudgets.ts';
import type { CompleteOauthRequest as _causeway_installation_v1_CompleteOauthRequest, CompleteOauthRequest__Output as _causeway_installation_v1_CompleteOauthRequest__Output } from './causeway/installation/v1/CompleteOauthRequest.ts';
import type { Config as _causeway_installation_v1_Config, Config__Output as _causeway_installation_v1_Config__Output } from './causeway/installation/v1/Config.ts';
import type { ConnectSession as _causeway_installation_v1_ConnectSession, ConnectSession__Output as _causeway_installation_v1_ConnectSession__Output } from './causeway/installation/v1/ConnectSession.ts';
import type { Connection as _causeway_installation_v1_Connection, Connection__Output as _causeway_installation_v1_Connection__Output } from './causeway/installation/v1/Connection.ts';
import type { Consumer as _causeway_installation_v1_Consumer, Consumer__Output as _causeway_installation_v1_Consumer__Output } from './causeway/installation/v1/Consumer.ts';
import type { ContinueSignInRequest as _causeway_installation_v1_ContinueSignInRequest, ContinueSignInRequest__Output as _causeway_installation_v1_ContinueSignInRequest__Output } from './causeway/installation/v1/ContinueSignInRequest.ts';
import type { ContinuedSignIn as _causeway_installation_v1_ContinuedSignIn, ContinuedSignIn__Output as _causeway_installation_v1_ContinuedSignIn__Output } from './causeway/installation/v1/ContinuedSignIn.ts';
import type { CreateConnectSessionRequest as _causeway_installation_v1_CreateConnectSessionRequest, CreateConnectSessionRequest__Output as _causeway_installation_v1_CreateConnectSessionRequest__Output } from './causeway/installation/v1/CreateConnectSessionRequest.ts';
import type { CreateInstallationRequest as _causeway_installation_v1_CreateInstallationRequest, CreateInstallationRequest__Output as _causeway_installation_v1_CreateInstallationRequest__Output } from './causeway/installation/v1/CreateInstallationRequest.ts';
import type { CreateIntegrationRequest as _causeway_installation_v1_CreateIntegrationRequest, CreateIntegrationRequest__Output as _causeway_installation_v1_CreateIntegrationRequest__Output } from './causeway/installation/v1/CreateIntegrationRequest.ts';
import type { CreateProviderAppRequest as _causeway_installation_v1_CreateProviderAppRequest, CreateProviderAppRequest__Output as _causeway_installation_v1_CreateProviderAppRequest__Output } from './causeway/installation/v1/CreateProviderAppRequest.ts';
import type { CreateRevisionRequest as _causeway_installation_v1_CreateRevisionRequest, CreateRevisionRequest__Output as _causeway_installation_v1_CreateRevisionRequest__Output } from './causeway/installation/v1/CreateRevisionRequest.ts';
import type { CustomAuthProgress as _causeway_installation_v1_CustomAuthProgress, CustomAuthProgress__Output as _causeway_installation_v1_CustomAuthProgress__Output } from './causeway/installation/v1/CustomAuthProgress.ts';
import type { DeleteConnectionRequest as _causeway_installation_v1_DeleteConnectionRequest, DeleteConnectionRequest__Output as _causeway_installation_v1_DeleteConnectionRequest__Output } from './causeway/installation/v1/DeleteConnectionRequest.ts';
import type { DeleteInstallationRequest as _causeway_installation_v1_DeleteInstallationRequest, DeleteInstallationRequest__Output as _causeway_installation_v1_DeleteInstallationRequest__Output } from './causeway/installation/v1/DeleteInstallationRequest.ts';
import type { DeleteIntegrationRequest as _causeway_installation_v1_DeleteIntegrationRequest, DeleteIntegrationRequest__Output as _causeway_installation_v1_DeleteIntegrationRequest__Output } from './causeway/installation/v1/DeleteIntegrationRequest.ts';
import type { DeleteProviderAppRequest as _causeway_installation_v1_DeleteProviderAppRequest, DeleteProviderAppRequest__Output as _causeway_installation_v1_DeleteProviderAppRequest__Output } from './causeway/installation/v1/DeleteProviderAppRequest.ts';
import type { DeployPlan as _causeway_installation_v1_DeployPlan, DeployPlan__Output as _causeway_installation_v1_DeployPlan__Output } from './causeway/installation/v1/DeployPlan.ts';
import type { DestinationNames as _causeway_installation_v1_DestinationNames, DestinationNames__Output as _causeway_installation_v1_DestinationNames__Output } from './causeway/installation/v1/DestinationNames.ts';
import type { DestinationResolution as _causeway_installation_v1_DestinationResolution, DestinationResolution__Output as _causeway_installation_v1_DestinationResolution__Output } from './causeway/installation/v1/DestinationResolution.ts';
import type { DestinationUser as _causeway_installation_v1_DestinationUser, DestinationUser__Output as _causeway_installation_v1_DestinationUser__Output } from './causeway/installation/v1/DestinationUser.ts';
import type { DestinationUsers as _causeway_installation_v1_DestinationUsers, DestinationUsers__Output as _causeway_installation_v1_DestinationUsers__Output } from './causeway/installation/v1/DestinationUsers.ts';
import type { DrawPermitsRequest as _causeway_installation_v1_DrawPermitsRequest, DrawPermitsRequest__Output as _causeway_installation_v1_DrawPermitsRequest__Output } from './causeway/installation/v1/DrawPermitsRequest.ts';
import type { DrawnPermits as _causeway_installation_v1_DrawnPermits, DrawnPermits__Output as _causeway_installation_v1_DrawnPermits__Output } from './causeway/installation/v1/DrawnPermits.ts';
import type { Empty as _causeway_installation_v1_Empty, Empty__Output as _causeway_installation_v1_Empty__Output } from './causeway/installation/v1/Empty.ts';
import type { FindDestinationUsersRequest as _causeway_installation_v1_FindDestinationUsersRequest, FindDestinationUsersRequest__Output as _causeway_installation_v1_FindDestinationUsersRequest__Output } from './causeway/installation/v1/FindDestinationUsersRequest.ts';
import type { FindOpenerRequest as _causeway_installation_v1_FindOpenerRequest, FindOpenerRequest__Output as _causeway_installation_v1_FindOpenerRequest__Output } from './causeway/installation/v1/FindOpenerRequest.ts';
import type { FindProxyPlanRequest as _causeway_installation_v1_FindProxyPlanRequest, FindProxyPlanRequest__Output as _causeway_installation_v1_FindProxyPlanRequest__Output } from './causeway/installation/v1/FindProxyPlanRequest.ts';
import type { FindReadPlanRequest as _causeway_installation_v1_FindReadPlanRequest, FindReadPlanRequest__Output as _causeway_installation_v1_FindReadPlanRequest__Output } from './causeway/installation/v1/FindReadPlanRequest.ts';
import type { FindWritePlanRequest as _causeway_installation_v1_FindWritePlanRequest, FindWritePlanRequest__Output as _causeway_installation_v1_FindWritePlanRequest__Output } from './causeway/installation/v1/FindWritePlanRequest.ts';
import type { FinishConnectSessionRequest as _causeway_installation_v1_FinishConnectSessionRequest, FinishConnectSessionRequest__Output as _causeway_installation_v1_FinishConnectSessionRequest__Output } from './causeway/installation/v1/FinishConnectSessionRequest.ts';
import type { FormerRateBudget as _causeway_installation_v1_FormerRateBudget, FormerRateBudget__Output as _causeway_installation_v1_FormerRateBudget__Output } from './causeway/installation/v1/FormerRateBudget.ts';
import type { GenerateConnectionRequest as _causeway_installation_v1_GenerateConnectionRequest, GenerateConnectionRequest__Output as _causeway_installation_v1_GenerateConnectionRequest__Output } from './causeway/installation/v1/GenerateConnectionRequest.ts';
import type { GenerateUploadUrlRequest as _causeway_installation_v1_GenerateUploadUrlRequest, GenerateUploadUrlRequest__Output as _causeway_installation_v1_GenerateUploadUrlRequest__Output } from './causeway/installation/v1/GenerateUploadUrlRequest.ts';
import type { GetCallAuthRequest as _causeway_installation_v1_GetCallAuthRequest, GetCallAuthRequest__Output as _causeway_installation_v1_GetCallAuthRequest__Output } from './causeway/installation/v1/GetCallAuthRequest.ts';
import type { GetConnectSessionRequest as _causeway_installation_v1_GetConnectSessionRequest, GetConnectSessionRequest__Output as _causeway_installation_v1_GetConnectSessionRequest__Output } from './causeway/installation/v1/GetConnectSessionRequest.ts';
import type { GetConnectionRequest as _causeway_installation_v1_GetConnectionRequest, GetConnectionRequest__Output as _causeway_installation_v1_GetConnectionRequest__Output } from './causeway/installation/v1/GetConnectionRequest.ts';
import type { GetIntegrationRequest as _causeway_installation_v1_GetIntegrationRequest, GetIntegrationRequest__Output as _causeway_installation_v1_GetIntegrationRequest__Output } from './causeway/installation/v1/GetIntegrationRequest.ts';
import type { GetObjectMetadataRequest as _causeway_installation_v1_GetObjectMetadataRequest, GetObjectMetadataRequest__Output as _causeway_installation_v1_GetObjectMetadataRequest__Output } from './causeway/installation/v1/GetObjectMetadataRequest.ts';
import type { GetProviderRequest as _causeway_installation_v1_GetProviderRequest, GetProviderRequest__Output as _causeway_installation_v1_GetProviderRequest__Output } from './causeway/installation/v1/GetProviderRequest.ts';
import type { GetRevisionRequest as _causeway_installation_v1_GetRevisionRequest, GetRevisionRequest__Output as _causeway_installation_v1_GetRevisionRequest__Output } from './causeway/installation/v1/GetRevisionRequest.ts';
import type { GetSignInRequest as _causeway_installation_v1_GetSignInRequest, GetSignInRequest__Output as _causeway_installation_v1_GetSignInRequest__Output } from './causeway/installation/v1/GetSignInRequest.ts';
import type { Group as _causeway_installation_v1_Group, Group__Output as _causeway_installation_v1_Group__Output } from './causeway/installation/v1/Group.ts';
import type { HealthReason as _causeway_installation_v1_HealthReason, HealthReason__Output as _causeway_installation_v1_HealthReason__Output } from './causeway/installation/v1/HealthReason.ts';
import type { HydrateRevisionRequest as _causeway_installation_v1_HydrateRevisionRequest, HydrateRevisionRequest__Output as _causeway_installation_v1_HydrateRevisionRequest__Output } from './causeway/installation/v1/HydrateRevisionRequest.ts';
import type { HydratedRevision as _causeway_installation_v1_HydratedRevision, HydratedRevision__Output as _causeway_installation_v1_HydratedRevision__Output } from './causeway/installation/v1/HydratedRevision.ts';
import type { Installation as _causeway_installation_v1_Installation, Installation__Output as _causeway_installation_v1_Installation__Output } from './causeway/installation/v1/Installation.ts';
import type { InstallationKey as _causeway_installation_v1_InstallationKey, InstallationKey__Output as _causeway_installation_v1_InstallationKey__Output } from './causeway/installation/v1/InstallationKey.ts';
import type { InstallationKeys as _causeway_installation_v1_InstallationKeys, InstallationKeys__Output as _causeway_installation_v1_InstallationKeys__Output } from './causeway/installation/v1/InstallationKeys.ts';
import type { InstallationsClient as _causeway_installation_v1_InstallationsClient, InstallationsDefinition as _causeway_installation_v1_InstallationsDefinition } from './causeway/installation/v1/Installations.ts';
import type { Integration as _causeway_installation_v1_Integration, Integration__Output as _causeway_installation_v1_Integration__Output } from './causeway/installation/v1/Integration.ts';
import type { LateCall as _causeway_installation_v1_LateCall, LateCall__Output as _causeway_installation_v1_LateCall__Output } from './causeway/installation/v1/LateCall.ts';
import type { ListConnectionsRequest as _causeway_installation_v1_ListConnectionsRequest, ListConnectionsRequest__Output as _causeway_installation_v1_ListConnectionsRequest__Output } from './causeway/installation/v1/ListConnectionsRequest.ts';
import type { ListConnectionsResponse as _causeway_installation_v1_ListConnectionsResponse, ListConnectionsResponse__Output as _causeway_installation_v1_ListConnectionsResponse__Output } from './causeway/installation/v1/ListConnectionsResponse.ts';
import type { ListInstallationKeysRequest as _causeway_installation_v1_ListInstallationKeysRequest, ListInstallationKeysRequest__Output as _causeway_installation_v1_ListInstallationKeysRequest__Output } from './causeway/installation/v1/ListInstallationKeysRequest.ts';
import type { ListInstallationsRequest as _causeway_installation_v1_ListInstallationsRequest, ListInstallationsRequest__Output as _causeway_installation_v1_ListInstallationsRequest__Output } from './causeway/installation/v1/ListInstallationsRequest.ts';
import type { ListInstallationsResponse as _causeway_installation_v1_ListInstallationsResponse, ListInstallationsResponse__Output as _causeway_installation_v1_ListInstallationsResponse__Output } from './causeway/installation/v1/ListInstallationsResponse.ts';
import type { ListIntegrationsRequest as _causeway_installation_v1_ListIntegrationsRequest, ListIntegrationsRequest__Output as _causeway_installation_v1_ListIntegrationsRequest__Output } from './causeway/installation/v1/ListIntegrationsRequest.ts';
import type { ListIntegrationsResponse as _causeway_installation_v1_ListIntegrationsResponse, ListIntegrationsResponse__Output as _causeway_installation_v1_ListIntegrationsResponse__Output } from './causeway/installation/v1/ListIntegrationsResponse.ts';
import type { ListManifestDestinationsRequest as _causeway_installation_v1_ListManifestDestinationsRequest, ListManifestDestinationsRequest__Output as _causeway_installation_v1_ListManifestDestinationsRequest__Output } from './causeway/installation/v1/ListManifestDestinationsRequest.ts';
import type { ListProviderAppsRequest as _causeway_installation_v1_ListProviderAppsRequest, ListProviderAppsRequest__Output as _causeway_installation_v1_ListProviderAppsRequest__Output } from './causeway/installation/v1/ListProviderAppsRequest.ts';
import type { ListProviderAppsResponse as _causeway_installation_v1_ListProviderAppsResponse, ListProviderAppsResponse__Output as _causeway_installation_v1_ListProviderAppsResponse__Output } from './causeway/installation/v1/ListProviderAppsResponse.ts';
import type { ListProvidersRequest as _causeway_installation_v1_ListProvidersRequest, ListProvidersRequest__Output as _causeway_installation_v1_ListProvidersRequest__Output } from './causeway/installation/v1/ListProvidersRequest.ts';
import type { ListReadPlansRequest as _causeway_installation_v1_ListReadPlansRequest, ListReadPlansRequest__Output as _causeway_installation_v1_ListReadPlansRequest__Output } from './causeway/installation/v1/ListReadPlansRequest.ts';
import type { ListReadPlansResponse as _causeway_installation_v1_ListReadPlansResponse, ListReadPlansResponse__Output as _causeway_installation_v1_ListReadPlansResponse__Output } from './causeway/installation/v1/ListReadPlansResponse.ts';
import type { ListRevisionsRequest as _causeway_installation_v1_ListRevisionsRequest, ListRevisionsRequest__Output as _causeway_installation_v1_ListRevisionsRequest__Output } from './causeway/installation/v1/ListRevisionsRequest.ts';
import type { ListRevisionsResponse as _causeway_installation_v1_ListRevisionsResponse, ListRevisionsResponse__Output as _causeway_installation_v1_ListRevisionsResponse__Output } from './causeway/installation/v1/ListRevisionsResponse.ts';
import type { NewConnectSession as _causeway_installation_v1_NewConnectSession, NewConnectSession__Output as _causeway_installation_v1_NewConnectSession__Output } from './causeway/installation/v1/NewConnectSession.ts';
import type { OauthResult as _causeway_installation_v1_OauthResult, OauthResult__Output as _causeway_installation_v1_OauthResult__Output } from './causeway/installation/v1/OauthResult.ts';
import type { OauthStart as _causeway_installation_v1_OauthStart, OauthStart__Output as _causeway_installation_v1_OauthStart__Output } from './causeway/installation/v1/OauthStart.ts';
import type { ObjectMetadata as _causeway_installation_v1_ObjectMetadata, ObjectMetadata__Output as _causeway_installation_v1_ObjectMetadata__Output } from './causeway/installation/v1/ObjectMetadata.ts';
import type { OpenConnectSessionRequest as _causeway_installation_v1_OpenConnectSessionRequest, OpenConnectSessionRequest__Output as _causeway_installation_v1_OpenConnectSessionRequest__Output } from './causeway/installation/v1/OpenConnectSessionRequest.ts';
import type { Opener as _causeway_installation_v1_Opener, Opener__Output as _causeway_installation_v1_Opener__Output } from './causeway/installation/v1/Opener.ts';
import type { PatchObjectConfigRequest as _causeway_installation_v1_PatchObjectConfigRequest, PatchObjectConfigRequest__Output as _causeway_installation_v1_PatchObjectConfigRequest__Output } from './causeway/installation/v1/PatchObjectConfigRequest.ts';
import type { Permits as _causeway_installation_v1_Permits, Permits__Output as _causeway_installation_v1_Permits__Output } from './causeway/installation/v1/Permits.ts';
import type { PreviewCall as _causeway_installation_v1_PreviewCall, PreviewCall__Output as _causeway_installation_v1_PreviewCall__Output } from './causeway/installation/v1/PreviewCall.ts';
import type { PreviewProviderRequest as _causeway_installation_v1_PreviewProviderRequest, PreviewProviderRequest__Output as _causeway_installation_v1_PreviewProviderRequest__Output } from './causeway/installation/v1/PreviewProviderRequest.ts';
import type { ProviderApp as _causeway_installation_v1_ProviderApp, ProviderApp__Output as _causeway_installation_v1_ProviderApp__Output } from './causeway/installation/v1/ProviderApp.ts';
import type { ProviderCatalogue as _causeway_installation_v1_ProviderCatalogue, ProviderCatalogue__Output as _causeway_installation_v1_ProviderCatalogue__Output } from './causeway/installation/v1/ProviderCatalogue.ts';
import type { ProviderInfo as _causeway_installation_v1_ProviderInfo, ProviderInfo__Output as _causeway_installation_v1_ProviderInfo__Output } from './causeway/installation/v1/ProviderInfo.ts';
import type { ProviderPreview as _causeway_installation_v1_ProviderPreview, ProviderPreview__Output as _causeway_installation_v1_ProviderPreview__Output } from './causeway/installation/v1/ProviderPreview.ts';
import type { ProxyPlan as _causeway_installation_v1_ProxyPlan, ProxyPlan__Output as _causeway_installation_v1_ProxyPlan__Output } from './causeway/installation/v1/ProxyPlan.ts';
import type { RateLimitHeaders as _causeway_installation_v1_RateLimitHeaders, RateLimitHeaders__Output as _causeway_installation_v1_RateLimitHeaders__Output } from './causeway/installation/v1/RateLimitHeaders.ts';
import type { ReadPlan as _causeway_installation_v1_ReadPlan, ReadPlan__Output as _causeway_installation_v1_ReadPlan__Output } from './causeway/installation/v1/ReadPlan.ts';
import type { ReportRejectedRequest as _causeway_installation_v1_ReportRejectedRequest, ReportRejectedRequest__Output as _causeway_installation_v1_ReportRejectedRequest__Output } from './causeway/installation/v1/ReportRejectedRequest.ts';
import type { ResolvedDestination as _causeway_installation_v1_ResolvedDestination, ResolvedDestination__Output as _causeway_installation_v1_ResolvedDestination__Output } from './causeway/installation/v1/ResolvedDestination.ts';
import type { RestartOauthRequest as _causeway_installation_v1_RestartOauthRequest, RestartOauthRequest__Output as _causeway_installation_v1_RestartOauthRequest__Output } from './causeway/installation/v1/RestartOauthRequest.ts';
import type { ResumeCustomAuthRequest as _causeway_installation_v1_ResumeCustomAuthRequest, ResumeCustomAuthRequest__Output as _causeway_installation_v1_ResumeCustomAuthRequest__Output } from './causeway/installation/v1/ResumeCustomAuthRequest.ts';
import type { Revision as _causeway_installation_v1_Revision, Revision__Output as _causeway_installation_v1_Revision__Output } from './causeway/installation/v1/Revision.ts';
import type { SignIn as _causeway_installation_v1_SignIn, SignIn__Output as _causeway_installation_v1_SignIn__Output } from './causeway/installation/v1/SignIn.ts';
import type { SignedUrl as _causeway_installation_v1_SignedUrl, SignedUrl__Output as _causeway_installation_v1_SignedUrl__Output } from './causeway/installation/v1/SignedUrl.ts';
import type { StartCustomAuthRequest as _causeway_installation_v1_StartCustomAuthRequest, StartCustomAuthRequest__Output as _causeway_installation_v1_StartCustomAuthRequest__Output } from './causeway/installation/v1/StartCustomAuthRequest.ts';
import type { StartOauthRequest as _causeway_installation_v1_StartOauthRequest, StartOauthRequest__Output as _causeway_installation_v1_StartOauthRequest__Output } from './causeway/installation/v1/StartOauthRequest.ts';
import type { UnusedPermits as _causeway_installation_v1_UnusedPermits, UnusedPermits__Output as _causeway_installation_v1_UnusedPermits__Output } from './causeway/installation/v1/UnusedPermits.ts';
import type { UpdateConnectionRequest as _causeway_installation_v1_UpdateConnectionRequest, UpdateConnectionRequest__Output as _causeway_installation_v1_UpdateConnectionRequest__Output } from './causeway/installation/v1/UpdateConnectionRequest.ts';
import type { UpdateInstallationRequest as _causeway_installation_v1_UpdateInstallationRequest, UpdateInstallationRequest__Output as _causeway_installation_v1_UpdateInstallationRequest__Output } from './causeway/installation/v1/UpdateInstallationRequest.ts';
import type { UpdateProviderAppRequest as _causeway_installation_v1_UpdateProviderAppRequest, UpdateProviderAppRequest__Output as _causeway_installation_v1_UpdateProviderAppRequest__Output } from './causeway/installation/v1/UpdateProviderAppRequest.ts';
import type { UploadSourceRequest as _causeway_installation_v1_UploadSourceRequest, UploadSourceRequest__Output as _causeway_installation_v1_UploadSourceRequest__Output } from './causeway/installation/v1/UploadSourceRequest.ts';
import type { UpsertObjectMetadataRequest as _causeway_installation_v1_UpsertObjectMetadataRequest, UpsertObjectMetadataRequest__Output as _causeway_installation_v1_UpsertObjectMetadataRequest__Output } from './causeway/installation/v1/UpsertObjectMetadataRequest.ts';
import type { UpsertedObjectMetadata as _causeway_installation_v1_UpsertedObjectMetadata, UpsertedObjectMetadata__Output as _causeway_installation_v1_UpsertedObjectMetadata__Output } from './causeway/installation/v1/UpsertedObjectMetadata.ts';
import type { Warning as _causeway_installation_v1_Warning, Warning__Output as _causeway_installation_v1_Warning__Output } from './causeway/installation/v1/Warning.ts';
import type { WritePlan as _causeway_installation_v1_WritePlan, WritePlan__Output as _causeway_installation_v1_WritePlan__Output } from './causeway/installation/v1/WritePlan.ts';

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  causeway: {
    installation: {
      v1: {
        AccountOfGroup: MessageTypeDefinition<_causeway_installation_v1_AccountOfGroup, _causeway_installation_v1_AccountOfGroup__Output>
        AdoptRateBudgetsRequest: MessageTypeDefinition<_causeway_installation_v1_AdoptRateBudgetsRequest, _causeway_installation_v1_AdoptRateBudgetsRequest__Output>
        AllowedRate: MessageTypeDefinition<_causeway_installation_v1_AllowedRate, _causeway_installation_v1_AllowedRate__Output>
        BatchGetInstallationsRequest: MessageTypeDefinition<_causeway_installation_v1_BatchGetInstallationsRequest, _causeway_installation_v1_BatchGetInstallationsRequest__Output>
        BatchUpsertIntegrationsRequest: MessageTypeDefinition<_causeway_installation_v1_BatchUpsertIntegrationsRequest, _causeway_installation_v1_BatchUpsertIntegrationsRequest__Output>
        CallAuth: MessageTypeDefinition<_causeway_installation_v1_CallAuth, _causeway_installation_v1_CallAuth__Output>
        CloseRateBudgetRequest: MessageTypeDefinition<_causeway_installation_v1_CloseRateBudgetRequest, _causeway_installation_v1_CloseRateBudgetRequest__Output>
        ClosedRateBudget: MessageTypeDefinition<_causeway_installation_v1_ClosedRateBudget, _causeway_installation_v1_ClosedRateBudget__Output>
        ClosedRateBudgets: MessageTypeDefinition<_causeway_installation_v1_ClosedRateBudgets, _causeway_installation_v1_ClosedRateBudgets__Output>
        CompleteOauthRequest: MessageTypeDefinition<_causeway_installation_v1_CompleteOauthRequest, _causeway_installation_v1_CompleteOauthRequest__Output>
        Config: MessageTypeDefinition<_causeway_installation_v1_Config, _causeway_installation_v1_Config__Output>
        ConnectSession: MessageTypeDefinition<_causeway_installation_v1_ConnectSession, _causeway_installation_v1_ConnectSession__Output>
        Connection: MessageTypeDefinition<_causeway_installation_v1_Connection, _causeway_installation_v1_Connection__Output>
        Consumer: MessageTypeDefinition<_causeway_installation_v1_Consumer, _causeway_installation_v1_Consumer__Output>
        ContinueSignInRequest: MessageTypeDefinition<_causeway_installation_v1_ContinueSignInRequest, _causeway_installation_v1_ContinueSignInRequest__Output>
        ContinuedSignIn: MessageTypeDefinition<_causeway_installation_v1_ContinuedSignIn, _causeway_installation_v1_ContinuedSignIn__Output>
        CreateConnectSessionRequest: MessageTypeDefinition<_causeway_installation_v1_CreateConnectSessionRequest, _causeway_installation_v1_CreateConnectSessionRequest__Output>
        CreateInstallationRequest: MessageTypeDefinition<_causeway_installation_v1_CreateInstallationRequest, _causeway_installation_v1_CreateInstallationRequest__Output>
        CreateIntegrationRequest: MessageTypeDefinition<_causeway_installation_v1_CreateIntegrationRequest, _causeway_installation_v1_CreateIntegrationRequest__Output>
        CreateProviderAppRequest: MessageTypeDefinition<_causeway_installation_v1_CreateProviderAppRequest, _causeway_installation_v1_CreateProviderAppRequest__Output>
        CreateRevisionRequest: MessageTypeDefinition<_causeway_installation_v1_CreateRevisionRequest, _causeway_installation_v1_CreateRevisionRequest__Output>
        CustomAuthProgress: MessageTypeDefinition<_causeway_installation_v1_CustomAuthProgress, _causeway_installation_v1_CustomAuthProgress__Output>
        DeleteConnectionRequest: MessageTypeDefinition<_causeway_installation_v1_DeleteConnectionRequest, _causeway_installation_v1_DeleteConnectionRequest__Output>
        DeleteInstallationRequest: MessageTypeDefinition<_causeway_installation_v1_DeleteInstallationRequest, _causeway_installation_v1_DeleteInstallationRequest__Output>
        DeleteIntegrationRequest: MessageTypeDefinition<_causeway_installation_v1_DeleteIntegrationRequest, _causeway_installation_v1_DeleteIntegrationRequest__Output>
        DeleteProviderAppRequest: MessageTypeDefinition<_causeway_installation_v1_DeleteProviderAppRequest, _causeway_installation_v1_DeleteProviderAppRequest__Output>
        DeployPlan: MessageTypeDefinition<_causeway_installation_v1_DeployPlan, _causeway_installation_v1_DeployPlan__Output>
        DestinationNames: MessageTypeDefinition<_causeway_installation_v1_DestinationNames, _causeway_installation_v1_DestinationNames__Output>
        DestinationResolution: MessageTypeDefinition<_causeway_installation_v1_DestinationResolution, _causeway_installation_v1_DestinationResolution__Output>
        DestinationUser: MessageTypeDefinition<_causeway_installation_v1_DestinationUser, _causeway_installation_v1_DestinationUser__Output>
        DestinationUsers: MessageTypeDefinition<_causeway_installation_v1_DestinationUsers, _causeway_installation_v1_DestinationUsers__Output>
        DrawPermitsRequest: MessageTypeDefinition<_causeway_installation_v1_DrawPermitsRequest, _causeway_installation_v1_DrawPermitsRequest__Output>
        DrawnPermits: MessageTypeDefinition<_causeway_installation_v1_DrawnPermits, _causeway_installation_v1_DrawnPermits__Output>
        Empty: MessageTypeDefinition<_causeway_installation_v1_Empty, _causeway_installation_v1_Empty__Output>
        FindDestinationUsersRequest: MessageTypeDefinition<_causeway_installation_v1_FindDestinationUsersRequest, _causeway_installation_v1_FindDestinationUsersRequest__Output>
        FindOpenerRequest: MessageTypeDefinition<_causeway_installation_v1_FindOpenerRequest, _causeway_installation_v1_FindOpenerRequest__Output>
        FindProxyPlanRequest: MessageTypeDefinition<_causeway_installation_v1_FindProxyPlanRequest, _causeway_installation_v1_FindProxyPlanRequest__Output>
        FindReadPlanRequest: MessageTypeDefinition<_causeway_installation_v1_FindReadPlanRequest, _causeway_installation_v1_FindReadPlanRequest__Output>
        FindWritePlanRequest: MessageTypeDefinition<_causeway_installation_v1_FindWritePlanRequest, _causeway_installation_v1_FindWritePlanRequest__Output>
        FinishConnectSessionRequest: MessageTypeDefinition<_causeway_installation_v1_FinishConnectSessionRequest, _causeway_installation_v1_FinishConnectSessionRequest__Output>
        FormerRateBudget: MessageTypeDefinition<_causeway_installation_v1_FormerRateBudget, _causeway_installation_v1_FormerRateBudget__Output>
        GenerateConnectionRequest: MessageTypeDefinition<_causeway_installation_v1_GenerateConnectionRequest, _causeway_installation_v1_GenerateConnectionRequest__Output>
        GenerateUploadUrlRequest: MessageTypeDefinition<_causeway_installation_v1_GenerateUploadUrlRequest, _causeway_installation_v1_GenerateUploadUrlRequest__Output>
        GetCallAuthRequest: MessageTypeDefinition<_causeway_installation_v1_GetCallAuthRequest, _causeway_installation_v1_GetCallAuthRequest__Output>
        GetConnectSessionRequest: MessageTypeDefinition<_causeway_installation_v1_GetConnectSessionRequest, _causeway_installation_v1_GetConnectSessionRequest__Output>
        GetConnectionRequest: MessageTypeDefinition<_causeway_installation_v1_GetConnectionRequest, _causeway_installation_v1_GetConnectionRequest__Output>
        GetIntegrationRequest: MessageTypeDefinition<_causeway_installation_v1_GetIntegrationRequest, _causeway_installation_v1_GetIntegrationRequest__Output>
        GetObjectMetadataRequest: MessageTypeDefinition<_causeway_installation_v1_GetObjectMetadataRequest, _causeway_installation_v1_GetObjectMetadataRequest__Output>
        GetProviderRequest: MessageTypeDefinition<_causeway_installation_v1_GetProviderRequest, _causeway_installation_v1_GetProviderRequest__Output>
        GetRevisionRequest: MessageTypeDefinition<_causeway_installation_v1_GetRevisionRequest, _causeway_installation_v1_GetRevisionRequest__Output>
        GetSignInRequest: MessageTypeDefinition<_causeway_installation_v1_GetSignInRequest, _causeway_installation_v1_GetSignInRequest__Output>
        Group: MessageTypeDefinition<_causeway_installation_v1_Group, _causeway_installation_v1_Group__Output>
        HealthReason: MessageTypeDefinition<_causeway_installation_v1_HealthReason, _causeway_installation_v1_HealthReason__Output>
        HydrateRevisionRequest: MessageTypeDefinition<_causeway_installation_v1_HydrateRevisionRequest, _causeway_installation_v1_HydrateRevisionRequest__Output>
        HydratedRevision: MessageTypeDefinition<_causeway_installation_v1_HydratedRevision, _causeway_installation_v1_HydratedRevision__Output>
        Installation: MessageTypeDefinition<_causeway_installation_v1_Installation, _causeway_installation_v1_Installation__Output>
        InstallationKey: MessageTypeDefinition<_causeway_installation_v1_InstallationKey, _causeway_installation_v1_InstallationKey__Output>
        InstallationKeys: MessageTypeDefinition<_causeway_installation_v1_InstallationKeys, _causeway_installation_v1_InstallationKeys__Output>
        /**
         * What is installed, and with which credentials. Times are Unix milliseconds, 0 when unset; *_json is JSON text.
         * Lists are paged, newest first, each page well below gRPC's 4 MiB. The last page has an empty next_page_token.
         */
        Installations: SubtypeConstructor<typeof grpc.Client, _causeway_installation_v1_InstallationsClient> & { service: _causeway_installation_v1_InstallationsDefinition }
        Integration: MessageTypeDefinition<_causeway_installation_v1_Integration, _causeway_installation_v1_Integration__Output>
        LateCall: MessageTypeDefinition<_causeway_installation_v1_LateCall, _causeway_installation_v1_LateCall__Output>
        ListConnectionsRequest: MessageTypeDefinition<_causeway_installation_v1_ListConnectionsRequest, _causeway_installation_v1_ListConnectionsRequest__Output>
        ListConnectionsResponse: MessageTypeDefinition<_causeway_installation_v1_ListConnectionsResponse, _causeway_installation_v1_ListConnectionsResponse__Output>
        ListInstallationKeysRequest: MessageTypeDefinition<_causeway_installation_v1_ListInstallationKeysRequest, _causeway_installation_v1_ListInstallationKeysRequest__Output>
        ListInstallationsRequest: MessageTypeDefinition<_causeway_installation_v1_ListInstallationsRequest, _causeway_installation_v1_ListInstallationsRequest__Output>
        ListInstallationsResponse: MessageTypeDefinition<_causeway_installation_v1_ListInstallationsResponse, _causeway_installation_v1_ListInstallationsResponse__Output>
        ListIntegrationsRequest: MessageTypeDefinition<_causeway_installation_v1_ListIntegrationsRequest, _causeway_installation_v1_ListIntegrationsRequest__Output>
        ListIntegrationsResponse: MessageTypeDefinition<_causeway_installation_v1_ListIntegrationsResponse, _causeway_installation_v1_ListIntegrationsResponse__Output>
        ListManifestDestinationsRequest: MessageTypeDefinition<_causeway_installation_v1_ListManifestDestinationsRequest, _causeway_installation_v1_ListManifestDestinationsRequest__Output>
        ListProviderAppsRequest: MessageTypeDefinition<_causeway_installation_v1_ListProviderAppsRequest, _causeway_installation_v1_ListProviderAppsRequest__Output>
        ListProviderAppsResponse: MessageTypeDefinition<_causeway_installation_v1_ListProviderAppsResponse, _causeway_installation_v1_ListProviderAppsResponse__Output>
        ListProvidersRequest: MessageTypeDefinition<_causeway_installation_v1_ListProvidersRequest, _causeway_installation_v1_ListProvidersRequest__Output>
        ListReadPlansRequest: MessageTypeDefinition<_causeway_installation_v1_ListReadPlansRequest, _causeway_installation_v1_ListReadPlansRequest__Output>
        ListReadPlansResponse: MessageTypeDefinition<_causeway_installation_v1_ListReadPlansResponse, _causeway_installation_v1_ListReadPlansResponse__Output>
        ListRevisionsRequest: MessageTypeDefinition<_causeway_installation_v1_ListRevisionsRequest, _causeway_installation_v1_ListRevisionsRequest__Output>
        ListRevisionsResponse: MessageTypeDefinition<_causeway_installation_v1_ListRevisionsResponse, _causeway_installation_v1_ListRevisionsResponse__Output>
        NewConnectSession: MessageTypeDefinition<_causeway_installation_v1_NewConnectSession, _causeway_installation_v1_NewConnectSession__Output>
        OauthResult: MessageTypeDefinition<_causeway_installation_v1_OauthResult, _causeway_installation_v1_OauthResult__Output>
        OauthStart: MessageTypeDefinition<_causeway_installation_v1_OauthStart, _causeway_installation_v1_OauthStart__Output>
        ObjectMetadata: MessageTypeDefinition<_causeway_installation_v1_ObjectMetadata, _causeway_installation_v1_ObjectMetadata__Output>
        OpenConnectSessionRequest: MessageTypeDefinition<_causeway_installation_v1_OpenConnectSessionRequest, _causeway_installation_v1_OpenConnectSessionRequest__Output>
        Opener: MessageTypeDefinition<_causeway_installation_v1_Opener, _causeway_installation_v1_Opener__Output>
        PatchObjectConfigRequest: MessageTypeDefinition<_causeway_installation_v1_PatchObjectConfigRequest, _causeway_installation_v1_PatchObjectConfigRequest__Output>
        Permits: MessageTypeDefinition<_causeway_installation_v1_Permits, _causeway_installation_v1_Permits__Output>
        PreviewCall: MessageTypeDefinition<_causeway_installation_v1_PreviewCall, _causeway_installation_v1_PreviewCall__Output>
        PreviewProviderRequest: MessageTypeDefinition<_causeway_installation_v1_PreviewProviderRequest, _causeway_installation_v1_PreviewProviderRequest__Output>
        ProviderApp: MessageTypeDefinition<_causeway_installation_v1_ProviderApp, _causeway_installation_v1_ProviderApp__Output>
        ProviderCatalogue: MessageTypeDefinition<_causeway_installation_v1_ProviderCatalogue, _causeway_installation_v1_ProviderCatalogue__Output>
        ProviderInfo: MessageTypeDefinition<_causeway_installation_v1_ProviderInfo, _causeway_installation_v1_ProviderInfo__Output>
        ProviderPreview: MessageTypeDefinition<_causeway_installation_v1_ProviderPreview, _causeway_installation_v1_ProviderPreview__Output>
        ProxyPlan: MessageTypeDefinition<_causeway_installation_v1_ProxyPlan, _causeway_installation_v1_ProxyPlan__Output>
        RateLimitHeaders: MessageTypeDefinition<_causeway_installation_v1_RateLimitHeaders, _causeway_installation_v1_RateLimitHeaders__Output>
        ReadPlan: MessageTypeDefinition<_causeway_installation_v1_ReadPlan, _causeway_installation_v1_ReadPlan__Output>
        ReportRejectedRequest: MessageTypeDefinition<_causeway_installation_v1_ReportRejectedRequest, _causeway_installation_v1_ReportRejectedRequest__Output>
        ResolvedDestination: MessageTypeDefinition<_causeway_installation_v1_ResolvedDestination, _causeway_installation_v1_ResolvedDestination__Output>
        RestartOauthRequest: MessageTypeDefinition<_causeway_installation_v1_RestartOauthRequest, _causeway_installation_v1_RestartOauthRequest__Output>
        ResumeCustomAuthRequest: MessageTypeDefinition<_causeway_installation_v1_ResumeCustomAuthRequest, _causeway_installation_v1_ResumeCustomAuthRequest__Output>
        Revision: MessageTypeDefinition<_causeway_installation_v1_Revision, _causeway_installation_v1_Revision__Output>
        SignIn: MessageTypeDefinition<_causeway_installation_v1_SignIn, _causeway_installation_v1_SignIn__Output>
        SignedUrl: MessageTypeDefinition<_causeway_installation_v1_SignedUrl, _causeway_installation_v1_SignedUrl__Output>
        StartCustomAuthRequest: MessageTypeDefinition<_causeway_installation_v1_StartCustomAuthRequest, _causeway_installation_v1_StartCustomAuthRequest__Output>
        StartOauthRequest: MessageTypeDefinition<_causeway_installation_v1_StartOauthRequest, _causeway_installation_v1_StartOauthRequest__Output>
        UnusedPermits: MessageTypeDefinition<_causeway_installation_v1_UnusedPermits, _causeway_installation_v1_UnusedPermits__Output>
        UpdateConnectionRequest: MessageTypeDefinition<_causeway_installation_v1_UpdateConnectionRequest, _causeway_installation_v1_UpdateConnectionRequest__Output>
        UpdateInstallationRequest: MessageTypeDefinition<_causeway_installation_v1_UpdateInstallationRequest, _causeway_installation_v1_UpdateInstallationRequest__Output>
        UpdateProviderAppRequest: MessageTypeDefinition<_causeway_installation_v1_UpdateProviderAppRequest, _causeway_installation_v1_UpdateProviderAppRequest__Output>
        UploadSourceRequest: MessageTypeDefinition<_causeway_installation_v1_UploadSourceRequest, _causeway_installation_v1_UploadSourceRequest__Output>
        UpsertObjectMetadataRequest: MessageTypeDefinition<_causeway_installation_v1_UpsertObjectMetadataRequest, _causeway_installation_v1_UpsertObjectMetadataRequest__Output>
        UpsertedObjectMetadata: MessageTypeDefinition<_causeway_installation_v1_UpsertedObjectMetadata, _causeway_installation_v1_UpsertedObjectMetadata__Output>
        Warning: MessageTypeDefinition<_causeway_installation_v1_Warning, _causeway_installation_v1_Warning__Output>
        WritePlan: MessageTypeDefinition<_causeway_installation_v1_WritePlan, _causeway_installation_v1_WritePlan__Output>
      }
    }
  }
}

