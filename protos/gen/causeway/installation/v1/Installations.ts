// Original file: protos/installation/v1/installation.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { AdoptRateBudgetsRequest as _causeway_installation_v1_AdoptRateBudgetsRequest, AdoptRateBudgetsRequest__Output as _causeway_installation_v1_AdoptRateBudgetsRequest__Output } from '../../../causeway/installation/v1/AdoptRateBudgetsRequest.ts';
import type { BatchGetInstallationsRequest as _causeway_installation_v1_BatchGetInstallationsRequest, BatchGetInstallationsRequest__Output as _causeway_installation_v1_BatchGetInstallationsRequest__Output } from '../../../causeway/installation/v1/BatchGetInstallationsRequest.ts';
import type { BatchUpsertIntegrationsRequest as _causeway_installation_v1_BatchUpsertIntegrationsRequest, BatchUpsertIntegrationsRequest__Output as _causeway_installation_v1_BatchUpsertIntegrationsRequest__Output } from '../../../causeway/installation/v1/BatchUpsertIntegrationsRequest.ts';
import type { CallAuth as _causeway_installation_v1_CallAuth, CallAuth__Output as _causeway_installation_v1_CallAuth__Output } from '../../../causeway/installation/v1/CallAuth.ts';
import type { CloseRateBudgetRequest as _causeway_installation_v1_CloseRateBudgetRequest, CloseRateBudgetRequest__Output as _causeway_installation_v1_CloseRateBudgetRequest__Output } from '../../../causeway/installation/v1/CloseRateBudgetRequest.ts';
import type { ClosedRateBudgets as _causeway_installation_v1_ClosedRateBudgets, ClosedRateBudgets__Output as _causeway_installation_v1_ClosedRateBudgets__Output } from '../../../causeway/installation/v1/ClosedRateBudgets.ts';
import type { CompleteOauthRequest as _causeway_installation_v1_CompleteOauthRequest, CompleteOauthRequest__Output as _causeway_installation_v1_CompleteOauthRequest__Output } from '../../../causeway/installation/v1/CompleteOauthRequest.ts';
import type { ConnectSession as _causeway_installation_v1_ConnectSession, ConnectSession__Output as _causeway_installation_v1_ConnectSession__Output } from '../../../causeway/installation/v1/ConnectSession.ts';
import type { Connection as _causeway_installation_v1_Connection, Connection__Output as _causeway_installation_v1_Connection__Output } from '../../../causeway/installation/v1/Connection.ts';
import type { ContinueSignInRequest as _causeway_installation_v1_ContinueSignInRequest, ContinueSignInRequest__Output as _causeway_installation_v1_ContinueSignInRequest__Output } from '../../../causeway/installation/v1/ContinueSignInRequest.ts';
import type { ContinuedSignIn as _causeway_installation_v1_ContinuedSignIn, ContinuedSignIn__Output as _causeway_installation_v1_ContinuedSignIn__Output } from '../../../causeway/installation/v1/ContinuedSignIn.ts';
import type { CreateConnectSessionRequest as _causeway_installation_v1_CreateConnectSessionRequest, CreateConnectSessionRequest__Output as _causeway_installation_v1_CreateConnectSessionRequest__Output } from '../../../causeway/installation/v1/CreateConnectSessionRequest.ts';
import type { CreateInstallationRequest as _causeway_installation_v1_CreateInstallationRequest, CreateInstallationRequest__Output as _causeway_installation_v1_CreateInstallationRequest__Output } from '../../../causeway/installation/v1/CreateInstallationRequest.ts';
import type { CreateIntegrationRequest as _causeway_installation_v1_CreateIntegrationRequest, CreateIntegrationRequest__Output as _causeway_installation_v1_CreateIntegrationRequest__Output } from '../../../causeway/installation/v1/CreateIntegrationRequest.ts';
import type { CreateProviderAppRequest as _causeway_installation_v1_CreateProviderAppRequest, CreateProviderAppRequest__Output as _causeway_installation_v1_CreateProviderAppRequest__Output } from '../../../causeway/installation/v1/CreateProviderAppRequest.ts';
import type { CreateRevisionRequest as _causeway_installation_v1_CreateRevisionRequest, CreateRevisionRequest__Output as _causeway_installation_v1_CreateRevisionRequest__Output } from '../../../causeway/installation/v1/CreateRevisionRequest.ts';
import type { CustomAuthProgress as _causeway_installation_v1_CustomAuthProgress, CustomAuthProgress__Output as _causeway_installation_v1_CustomAuthProgress__Output } from '../../../causeway/installation/v1/CustomAuthProgress.ts';
import type { DeleteConnectionRequest as _causeway_installation_v1_DeleteConnectionRequest, DeleteConnectionRequest__Output as _causeway_installation_v1_DeleteConnectionRequest__Output } from '../../../causeway/installation/v1/DeleteConnectionRequest.ts';
import type { DeleteInstallationRequest as _causeway_installation_v1_DeleteInstallationRequest, DeleteInstallationRequest__Output as _causeway_installation_v1_DeleteInstallationRequest__Output } from '../../../causeway/installation/v1/DeleteInstallationRequest.ts';
import type { DeleteIntegrationRequest as _causeway_installation_v1_DeleteIntegrationRequest, DeleteIntegrationRequest__Output as _causeway_installation_v1_DeleteIntegrationRequest__Output } from '../../../causeway/installation/v1/DeleteIntegrationRequest.ts';
import type { DeleteProviderAppRequest as _causeway_installation_v1_DeleteProviderAppRequest, DeleteProviderAppRequest__Output as _causeway_installation_v1_DeleteProviderAppRequest__Output } from '../../../causeway/installation/v1/DeleteProviderAppRequest.ts';
import type { DestinationNames as _causeway_installation_v1_DestinationNames, DestinationNames__Output as _causeway_installation_v1_DestinationNames__Output } from '../../../causeway/installation/v1/DestinationNames.ts';
import type { DestinationUsers as _causeway_installation_v1_DestinationUsers, DestinationUsers__Output as _causeway_installation_v1_DestinationUsers__Output } from '../../../causeway/installation/v1/DestinationUsers.ts';
import type { DrawPermitsRequest as _causeway_installation_v1_DrawPermitsRequest, DrawPermitsRequest__Output as _causeway_installation_v1_DrawPermitsRequest__Output } from '../../../causeway/installation/v1/DrawPermitsRequest.ts';
import type { DrawnPermits as _causeway_installation_v1_DrawnPermits, DrawnPermits__Output as _causeway_installation_v1_DrawnPermits__Output } from '../../../causeway/installation/v1/DrawnPermits.ts';
import type { Empty as _causeway_installation_v1_Empty, Empty__Output as _causeway_installation_v1_Empty__Output } from '../../../causeway/installation/v1/Empty.ts';
import type { FindDestinationUsersRequest as _causeway_installation_v1_FindDestinationUsersRequest, FindDestinationUsersRequest__Output as _causeway_installation_v1_FindDestinationUsersRequest__Output } from '../../../causeway/installation/v1/FindDestinationUsersRequest.ts';
import type { FindOpenerRequest as _causeway_installation_v1_FindOpenerRequest, FindOpenerRequest__Output as _causeway_installation_v1_FindOpenerRequest__Output } from '../../../causeway/installation/v1/FindOpenerRequest.ts';
import type { FindProxyPlanRequest as _causeway_installation_v1_FindProxyPlanRequest, FindProxyPlanRequest__Output as _causeway_installation_v1_FindProxyPlanRequest__Output } from '../../../causeway/installation/v1/FindProxyPlanRequest.ts';
import type { FindReadPlanRequest as _causeway_installation_v1_FindReadPlanRequest, FindReadPlanRequest__Output as _causeway_installation_v1_FindReadPlanRequest__Output } from '../../../causeway/installation/v1/FindReadPlanRequest.ts';
import type { FindWritePlanRequest as _causeway_installation_v1_FindWritePlanRequest, FindWritePlanRequest__Output as _causeway_installation_v1_FindWritePlanRequest__Output } from '../../../causeway/installation/v1/FindWritePlanRequest.ts';
import type { FinishConnectSessionRequest as _causeway_installation_v1_FinishConnectSessionRequest, FinishConnectSessionRequest__Output as _causeway_installation_v1_FinishConnectSessionRequest__Output } from '../../../causeway/installation/v1/FinishConnectSessionRequest.ts';
import type { GenerateConnectionRequest as _causeway_installation_v1_GenerateConnectionRequest, GenerateConnectionRequest__Output as _causeway_installation_v1_GenerateConnectionRequest__Output } from '../../../causeway/installation/v1/GenerateConnectionRequest.ts';
import type { GenerateUploadUrlRequest as _causeway_installation_v1_GenerateUploadUrlRequest, GenerateUploadUrlRequest__Output as _causeway_installation_v1_GenerateUploadUrlRequest__Output } from '../../../causeway/installation/v1/GenerateUploadUrlRequest.ts';
import type { GetCallAuthRequest as _causeway_installation_v1_GetCallAuthRequest, GetCallAuthRequest__Output as _causeway_installation_v1_GetCallAuthRequest__Output } from '../../../causeway/installation/v1/GetCallAuthRequest.ts';
import type { GetConnectSessionRequest as _causeway_installation_v1_GetConnectSessionRequest, GetConnectSessionRequest__Output as _causeway_installation_v1_GetConnectSessionRequest__Output } from '../../../causeway/installation/v1/GetConnectSessionRequest.ts';
import type { GetConnectionRequest as _causeway_installation_v1_GetConnectionRequest, GetConnectionRequest__Output as _causeway_installation_v1_GetConnectionRequest__Output } from '../../../causeway/installation/v1/GetConnectionRequest.ts';
import type { GetIntegrationRequest as _causeway_installation_v1_GetIntegrationRequest, GetIntegrationRequest__Output as _causeway_installation_v1_GetIntegrationRequest__Output } from '../../../causeway/installation/v1/GetIntegrationRequest.ts';
import type { GetObjectMetadataRequest as _causeway_installation_v1_GetObjectMetadataRequest, GetObjectMetadataRequest__Output as _causeway_installation_v1_GetObjectMetadataRequest__Output } from '../../../causeway/installation/v1/GetObjectMetadataRequest.ts';
import type { GetProviderRequest as _causeway_installation_v1_GetProviderRequest, GetProviderRequest__Output as _causeway_installation_v1_GetProviderRequest__Output } from '../../../causeway/installation/v1/GetProviderRequest.ts';
import type { GetRevisionRequest as _causeway_installation_v1_GetRevisionRequest, GetRevisionRequest__Output as _causeway_installation_v1_GetRevisionRequest__Output } from '../../../causeway/installation/v1/GetRevisionRequest.ts';
import type { GetSignInRequest as _causeway_installation_v1_GetSignInRequest, GetSignInRequest__Output as _causeway_installation_v1_GetSignInRequest__Output } from '../../../causeway/installation/v1/GetSignInRequest.ts';
import type { HydrateRevisionRequest as _causeway_installation_v1_HydrateRevisionRequest, HydrateRevisionRequest__Output as _causeway_installation_v1_HydrateRevisionRequest__Output } from '../../../causeway/installation/v1/HydrateRevisionRequest.ts';
import type { HydratedRevision as _causeway_installation_v1_HydratedRevision, HydratedRevision__Output as _causeway_installation_v1_HydratedRevision__Output } from '../../../causeway/installation/v1/HydratedRevision.ts';
import type { Installation as _causeway_installation_v1_Installation, Installation__Output as _causeway_installation_v1_Installation__Output } from '../../../causeway/installation/v1/Installation.ts';
import type { InstallationKeys as _causeway_installation_v1_InstallationKeys, InstallationKeys__Output as _causeway_installation_v1_InstallationKeys__Output } from '../../../causeway/installation/v1/InstallationKeys.ts';
import type { Integration as _causeway_installation_v1_Integration, Integration__Output as _causeway_installation_v1_Integration__Output } from '../../../causeway/installation/v1/Integration.ts';
import type { ListConnectionsRequest as _causeway_installation_v1_ListConnectionsRequest, ListConnectionsRequest__Output as _causeway_installation_v1_ListConnectionsRequest__Output } from '../../../causeway/installation/v1/ListConnectionsRequest.ts';
import type { ListConnectionsResponse as _causeway_installation_v1_ListConnectionsResponse, ListConnectionsResponse__Output as _causeway_installation_v1_ListConnectionsResponse__Output } from '../../../causeway/installation/v1/ListConnectionsResponse.ts';
import type { ListInstallationKeysRequest as _causeway_installation_v1_ListInstallationKeysRequest, ListInstallationKeysRequest__Output as _causeway_installation_v1_ListInstallationKeysRequest__Output } from '../../../causeway/installation/v1/ListInstallationKeysRequest.ts';
import type { ListInstallationsRequest as _causeway_installation_v1_ListInstallationsRequest, ListInstallationsRequest__Output as _causeway_installation_v1_ListInstallationsRequest__Output } from '../../../causeway/installation/v1/ListInstallationsRequest.ts';
import type { ListInstallationsResponse as _causeway_installation_v1_ListInstallationsResponse, ListInstallationsResponse__Output as _causeway_installation_v1_ListInstallationsResponse__Output } from '../../../causeway/installation/v1/ListInstallationsResponse.ts';
import type { ListIntegrationsRequest as _causeway_installation_v1_ListIntegrationsRequest, ListIntegrationsRequest__Output as _causeway_installation_v1_ListIntegrationsRequest__Output } from '../../../causeway/installation/v1/ListIntegrationsRequest.ts';
import type { ListIntegrationsResponse as _causeway_installation_v1_ListIntegrationsResponse, ListIntegrationsResponse__Output as _causeway_installation_v1_ListIntegrationsResponse__Output } from '../../../causeway/installation/v1/ListIntegrationsResponse.ts';
import type { ListManifestDestinationsRequest as _causeway_installation_v1_ListManifestDestinationsRequest, ListManifestDestinationsRequest__Output as _causeway_installation_v1_ListManifestDestinationsRequest__Output } from '../../../causeway/installation/v1/ListManifestDestinationsRequest.ts';
import type { ListProviderAppsRequest as _causeway_installation_v1_ListProviderAppsRequest, ListProviderAppsRequest__Output as _causeway_installation_v1_ListProviderAppsRequest__Output } from '../../../causeway/installation/v1/ListProviderAppsRequest.ts';
import type { ListProviderAppsResponse as _causeway_installation_v1_ListProviderAppsResponse, ListProviderAppsResponse__Output as _causeway_installation_v1_ListProviderAppsResponse__Output } from '../../../causeway/installation/v1/ListProviderAppsResponse.ts';
import type { ListProvidersRequest as _causeway_installation_v1_ListProvidersRequest, ListProvidersRequest__Output as _causeway_installation_v1_ListProvidersRequest__Output } from '../../../causeway/installation/v1/ListProvidersRequest.ts';
import type { ListReadPlansRequest as _causeway_installation_v1_ListReadPlansRequest, ListReadPlansRequest__Output as _causeway_installation_v1_ListReadPlansRequest__Output } from '../../../causeway/installation/v1/ListReadPlansRequest.ts';
import type { ListReadPlansResponse as _causeway_installation_v1_ListReadPlansResponse, ListReadPlansResponse__Output as _causeway_installation_v1_ListReadPlansResponse__Output } from '../../../causeway/installation/v1/ListReadPlansResponse.ts';
import type { ListRevisionsRequest as _causeway_installation_v1_ListRevisionsRequest, ListRevisionsRequest__Output as _causeway_installation_v1_ListRevisionsRequest__Output } from '../../../causeway/installation/v1/ListRevisionsRequest.ts';
import type { ListRevisionsResponse as _causeway_installation_v1_ListRevisionsResponse, ListRevisionsResponse__Output as _causeway_installation_v1_ListRevisionsResponse__Output } from '../../../causeway/installation/v1/ListRevisionsResponse.ts';
import type { NewConnectSession as _causeway_installation_v1_NewConnectSession, NewConnectSession__Output as _causeway_installation_v1_NewConnectSession__Output } from '../../../causeway/installation/v1/NewConnectSession.ts';
import type { OauthResult as _causeway_installation_v1_OauthResult, OauthResult__Output as _causeway_installation_v1_OauthResult__Output } from '../../../causeway/installation/v1/OauthResult.ts';
import type { OauthStart as _causeway_installation_v1_OauthStart, OauthStart__Output as _causeway_installation_v1_OauthStart__Output } from '../../../causeway/installation/v1/OauthStart.ts';
import type { ObjectMetadata as _causeway_installation_v1_ObjectMetadata, ObjectMetadata__Output as _causeway_installation_v1_ObjectMetadata__Output } from '../../../causeway/installation/v1/ObjectMetadata.ts';
import type { OpenConnectSessionRequest as _causeway_installation_v1_OpenConnectSessionRequest, OpenConnectSessionRequest__Output as _causeway_installation_v1_OpenConnectSessionRequest__Output } from '../../../causeway/installation/v1/OpenConnectSessionRequest.ts';
import type { Opener as _causeway_installation_v1_Opener, Opener__Output as _causeway_installation_v1_Opener__Output } from '../../../causeway/installation/v1/Opener.ts';
import type { PatchObjectConfigRequest as _causeway_installation_v1_PatchObjectConfigRequest, PatchObjectConfigRequest__Output as _causeway_installation_v1_PatchObjectConfigRequest__Output } from '../../../causeway/installation/v1/PatchObjectConfigRequest.ts';
import type { PreviewProviderRequest as _causeway_installation_v1_PreviewProviderRequest, PreviewProviderRequest__Output as _causeway_installation_v1_PreviewProviderRequest__Output } from '../../../causeway/installation/v1/PreviewProviderRequest.ts';
import type { ProviderApp as _causeway_installation_v1_ProviderApp, ProviderApp__Output as _causeway_installation_v1_ProviderApp__Output } from '../../../causeway/installation/v1/ProviderApp.ts';
import type { ProviderCatalogue as _causeway_installation_v1_ProviderCatalogue, ProviderCatalogue__Output as _causeway_installation_v1_ProviderCatalogue__Output } from '../../../causeway/installation/v1/ProviderCatalogue.ts';
import type { ProviderInfo as _causeway_installation_v1_ProviderInfo, ProviderInfo__Output as _causeway_installation_v1_ProviderInfo__Output } from '../../../causeway/installation/v1/ProviderInfo.ts';
import type { ProviderPreview as _causeway_installation_v1_ProviderPreview, ProviderPreview__Output as _causeway_installation_v1_ProviderPreview__Output } from '../../../causeway/installation/v1/ProviderPreview.ts';
import type { ProxyPlan as _causeway_installation_v1_ProxyPlan, ProxyPlan__Output as _causeway_installation_v1_ProxyPlan__Output } from '../../../causeway/installation/v1/ProxyPlan.ts';
import type { ReadPlan as _causeway_installation_v1_ReadPlan, ReadPlan__Output as _causeway_installation_v1_ReadPlan__Output } from '../../../causeway/installation/v1/ReadPlan.ts';
import type { ReportRejectedRequest as _causeway_installation_v1_ReportRejectedRequest, ReportRejectedRequest__Output as _causeway_installation_v1_ReportRejectedRequest__Output } from '../../../causeway/installation/v1/ReportRejectedRequest.ts';
import type { RestartOauthRequest as _causeway_installation_v1_RestartOauthRequest, RestartOauthRequest__Output as _causeway_installation_v1_RestartOauthRequest__Output } from '../../../causeway/installation/v1/RestartOauthRequest.ts';
import type { ResumeCustomAuthRequest as _causeway_installation_v1_ResumeCustomAuthRequest, ResumeCustomAuthRequest__Output as _causeway_installation_v1_ResumeCustomAuthRequest__Output } from '../../../causeway/installation/v1/ResumeCustomAuthRequest.ts';
import type { Revision as _causeway_installation_v1_Revision, Revision__Output as _causeway_installation_v1_Revision__Output } from '../../../causeway/installation/v1/Revision.ts';
import type { SignIn as _causeway_installation_v1_SignIn, SignIn__Output as _causeway_installation_v1_SignIn__Output } from '../../../causeway/installation/v1/SignIn.ts';
import type { SignedUrl as _causeway_installation_v1_SignedUrl, SignedUrl__Output as _causeway_installation_v1_SignedUrl__Output } from '../../../causeway/installation/v1/SignedUrl.ts';
import type { StartCustomAuthRequest as _causeway_installation_v1_StartCustomAuthRequest, StartCustomAuthRequest__Output as _causeway_installation_v1_StartCustomAuthRequest__Output } from '../../../causeway/installation/v1/StartCustomAuthRequest.ts';
import type { StartOauthRequest as _causeway_installation_v1_StartOauthRequest, StartOauthRequest__Output as _causeway_installation_v1_StartOauthRequest__Output } from '../../../causeway/installation/v1/StartOauthRequest.ts';
import type { UpdateConnectionRequest as _causeway_installation_v1_UpdateConnectionRequest, UpdateConnectionRequest__Output as _causeway_installation_v1_UpdateConnectionRequest__Output } from '../../../causeway/installation/v1/UpdateConnectionRequest.ts';
import type { UpdateInstallationRequest as _causeway_installation_v1_UpdateInstallationRequest, UpdateInstallationRequest__Output as _causeway_installation_v1_UpdateInstallationRequest__Output } from '../../../causeway/installation/v1/UpdateInstallationRequest.ts';
import type { UpdateProviderAppRequest as _causeway_installation_v1_UpdateProviderAppRequest, UpdateProviderAppRequest__Output as _causeway_installation_v1_UpdateProviderAppRequest__Output } from '../../../causeway/installation/v1/UpdateProviderAppRequest.ts';
import type { UploadSourceRequest as _causeway_installation_v1_UploadSourceRequest, UploadSourceRequest__Output as _causeway_installation_v1_UploadSourceRequest__Output } from '../../../causeway/installation/v1/UploadSourceRequest.ts';
import type { UpsertObjectMetadataRequest as _causeway_installation_v1_UpsertObjectMetadataRequest, UpsertObjectMetadataRequest__Output as _causeway_installation_v1_UpsertObjectMetadataRequest__Output } from '../../../causeway/installation/v1/UpsertObjectMetadataRequest.ts';
import type { UpsertedObjectMetadata as _causeway_installation_v1_UpsertedObjectMetadata, UpsertedObjectMetadata__Output as _causeway_installation_v1_UpsertedObjectMetadata__Output } from '../../../causeway/installation/v1/UpsertedObjectMetadata.ts';
import type { WritePlan as _causeway_installation_v1_WritePlan, WritePlan__Output as _causeway_installation_v1_WritePlan__Output } from '../../../causeway/installation/v1/WritePlan.ts';

/**
 * What is installed, and with which credentials. Times are Unix milliseconds, 0 when unset; *_json is JSON text.
 * Lists are paged, newest first, each page well below gRPC's 4 MiB. The last page has an empty next_page_token.
 */
export interface InstallationsClient extends grpc.Client {
  /**
   * For reads: hands over its rate budgets of before 0.2. Safe to repeat.
   */
  AdoptRateBudgets(argument: _causeway_installation_v1_AdoptRateBudgetsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_Empty__Output>): grpc.ClientUnaryCall;
  AdoptRateBudgets(argument: _causeway_installation_v1_AdoptRateBudgetsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_installation_v1_Empty__Output>): grpc.ClientUnaryCall;
  AdoptRateBudgets(argument: _causeway_installation_v1_AdoptRateBudgetsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_Empty__Output>): grpc.ClientUnaryCall;
  AdoptRateBudgets(argument: _causeway_installation_v1_AdoptRateBudgetsRequest, callback: grpc.requestCallback<_causeway_installation_v1_Empty__Output>): grpc.ClientUnaryCall;
  /**
   * For reads: hands over its rate budgets of before 0.2. Safe to repeat.
   */
  adoptRateBudgets(argument: _causeway_installation_v1_AdoptRateBudgetsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_Empty__Output>): grpc.ClientUnaryCall;
  adoptRateBudgets(argument: _causeway_installation_v1_AdoptRateBudgetsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_installation_v1_Empty__Output>): grpc.ClientUnaryCall;
  adoptRateBudgets(argument: _causeway_installation_v1_AdoptRateBudgetsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_Empty__Output>): grpc.ClientUnaryCall;
  adoptRateBudgets(argument: _causeway_installation_v1_AdoptRateBudgetsRequest, callback: grpc.requestCallback<_causeway_installation_v1_Empty__Output>): grpc.ClientUnaryCall;
  
  /**
   * The frequent read: one query for all keys. Missing installations and those of other projects are omitted.
   */
  BatchGetInstallations(argument: _causeway_installation_v1_BatchGetInstallationsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_ListInstallationsResponse__Output>): grpc.ClientUnaryCall;
  BatchGetInstallations(argument: _causeway_installation_v1_BatchGetInstallationsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_installation_v1_ListInstallationsResponse__Output>): grpc.ClientUnaryCall;
  BatchGetInstallations(argument: _causeway_installation_v1_BatchGetInstallationsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_ListInstallationsResponse__Output>): grpc.ClientUnaryCall;
  BatchGetInstallations(argument: _causeway_installation_v1_BatchGetInstallationsRequest, callback: grpc.requestCallback<_causeway_installation_v1_ListInstallationsResponse__Output>): grpc.ClientUnaryCall;
  /**
   * The frequent read: one query for all keys. Missing installations and those of other projects are omitted.
   */
  batchGetInstallations(argument: _causeway_installation_v1_BatchGetInstallationsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_ListInstallationsResponse__Output>): grpc.ClientUnaryCall;
  batchGetInstallations(argument: _causeway_installation_v1_BatchGetInstallationsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_installation_v1_ListInstallationsResponse__Output>): grpc.ClientUnaryCall;
  batchGetInstallations(argument: _causeway_installation_v1_BatchGetInstallationsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_ListInstallationsResponse__Output>): grpc.ClientUnaryCall;
  batchGetInstallations(argument: _causeway_installation_v1_BatchGetInstallationsRequest, callback: grpc.requestCallback<_causeway_installation_v1_ListInstallationsResponse__Output>): grpc.ClientUnaryCall;
  
  /**
   * Atomic. Problems: invalidArgument (not exactly one source), unprocessable with an issue for each error (name =
   * path, detail starts with the line), conflict (a destination is being deleted).
   */
  BatchUpsertIntegrations(argument: _causeway_installation_v1_BatchUpsertIntegrationsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_ListIntegrationsResponse__Output>): grpc.ClientUnaryCall;
  BatchUpsertIntegrations(argument: _causeway_installation_v1_BatchUpsertIntegrationsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_installation_v1_ListIntegrationsResponse__Output>): grpc.ClientUnaryCall;
  BatchUpsertIntegrations(argument: _causeway_installation_v1_BatchUpsertIntegrationsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_ListIntegrationsResponse__Output>): grpc.ClientUnaryCall;
  BatchUpsertIntegrations(argument: _causeway_installation_v1_BatchUpsertIntegrationsRequest, callback: grpc.requestCallback<_causeway_installation_v1_ListIntegrationsResponse__Output>): grpc.ClientUnaryCall;
  /**
   * Atomic. Problems: invalidArgument (not exactly one source), unprocessable with an issue for each error (name =
   * path, detail starts with the line), conflict (a destination is being deleted).
   */
  batchUpsertIntegrations(argument: _causeway_installation_v1_BatchUpsertIntegrationsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_ListIntegrationsResponse__Output>): grpc.ClientUnaryCall;
  batchUpsertIntegrations(argument: _causeway_installation_v1_BatchUpsertIntegrationsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_installation_v1_ListIntegrationsResponse__Output>): grpc.ClientUnaryCall;
  batchUpsertIntegrations(argument: _causeway_installation_v1_BatchUpsertIntegrationsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_ListIntegrationsResponse__Output>): grpc.ClientUnaryCall;
  batchUpsertIntegrations(argument: _causeway_installation_v1_BatchUpsertIntegrationsRequest, callback: grpc.requestCallback<_causeway_installation_v1_ListIntegrationsResponse__Output>): grpc.ClientUnaryCall;
  
  /**
   * For reads: after a 429, closes a rate budget for every process.
   */
  CloseRateBudget(argument: _causeway_installation_v1_CloseRateBudgetRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_Empty__Output>): grpc.ClientUnaryCall;
  CloseRateBudget(argument: _causeway_installation_v1_CloseRateBudgetRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_installation_v1_Empty__Output>): grpc.ClientUnaryCall;
  CloseRateBudget(argument: _causeway_installation_v1_CloseRateBudgetRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_Empty__Output>): grpc.ClientUnaryCall;
  CloseRateBudget(argument: _causeway_installation_v1_CloseRateBudgetRequest, callback: grpc.requestCallback<_causeway_installation_v1_Empty__Output>): grpc.ClientUnaryCall;
  /**
   * For reads: after a 429, closes a rate budget for every process.
   */
  closeRateBudget(argument: _causeway_installation_v1_CloseRateBudgetRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_Empty__Output>): grpc.ClientUnaryCall;
  closeRateBudget(argument: _causeway_installation_v1_CloseRateBudgetRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_installation_v1_Empty__Output>): grpc.ClientUnaryCall;
  closeRateBudget(argument: _causeway_installation_v1_CloseRateBudgetRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_Empty__Output>): grpc.ClientUnaryCall;
  closeRateBudget(argument: _causeway_installation_v1_CloseRateBudgetRequest, callback: grpc.requestCallback<_causeway_installation_v1_Empty__Output>): grpc.ClientUnaryCall;
  
  /**
   * Completes the flow: exchanges the code and stores the credentials. A failed sign-in is not a problem: `error` says
   * why.
   */
  CompleteOauth(argument: _causeway_installation_v1_CompleteOauthRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_OauthResult__Output>): grpc.ClientUnaryCall;
  CompleteOauth(argument: _causeway_installation_v1_CompleteOauthRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_installation_v1_OauthResult__Output>): grpc.ClientUnaryCall;
  CompleteOauth(argument: _causeway_installation_v1_CompleteOauthRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_OauthResult__Output>): grpc.ClientUnaryCall;
  CompleteOauth(argument: _causeway_installation_v1_CompleteOauthRequest, callback: grpc.requestCallback<_causeway_installation_v1_OauthResult__Output>): grpc.ClientUnaryCall;
  /**
   * Completes the flow: exchanges the code and stores the credentials. A failed sign-in is not a problem: `error` says
   * why.
   */
  completeOauth(argument: _causeway_installation_v1_CompleteOauthRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_OauthResult__Output>): grpc.ClientUnaryCall;
  completeOauth(argument: _causeway_installation_v1_CompleteOauthRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_installation_v1_OauthResult__Output>): grpc.ClientUnaryCall;
  completeOauth(argument: _causeway_installation_v1_CompleteOauthRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_OauthResult__Output>): grpc.ClientUnaryCall;
  completeOauth(argument: _causeway_installation_v1_CompleteOauthRequest, callback: grpc.requestCallback<_causeway_installation_v1_OauthResult__Output>): grpc.ClientUnaryCall;
  
  /**
   * Binds a sign-in to the browser whose person pressed Continue. Problems: notFound, conflict (another browser).
   */
  ContinueSignIn(argument: _causeway_installation_v1_ContinueSignInRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_ContinuedSignIn__Output>): grpc.ClientUnaryCall;
  ContinueSignIn(argument: _causeway_installation_v1_ContinueSignInRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_installation_v1_ContinuedSignIn__Output>): grpc.ClientUnaryCall;
  ContinueSignIn(argument: _causeway_installation_v1_ContinueSignInRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_ContinuedSignIn__Output>): grpc.ClientUnaryCall;
  ContinueSignIn(argument: _causeway_installation_v1_ContinueSignInRequest, callback: grpc.requestCallback<_causeway_installation_v1_ContinuedSignIn__Output>): grpc.ClientUnaryCall;
  /**
   * Binds a sign-in to the browser whose person pressed Continue. Problems: notFound, conflict (another browser).
   */
  continueSignIn(argument: _causeway_installation_v1_ContinueSignInRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_ContinuedSignIn__Output>): grpc.ClientUnaryCall;
  continueSignIn(argument: _causeway_installation_v1_ContinueSignInRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_installation_v1_ContinuedSignIn__Output>): grpc.ClientUnaryCall;
  continueSignIn(argument: _causeway_installation_v1_ContinueSignInRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_ContinuedSignIn__Output>): grpc.ClientUnaryCall;
  continueSignIn(argument: _causeway_installation_v1_ContinueSignInRequest, callback: grpc.requestCallback<_causeway_installation_v1_ContinuedSignIn__Output>): grpc.ClientUnaryCall;
  
  /**
   * A customer's way through the connect page. Problems: invalidArgument (not one of integration and provider), notFound.
   */
  CreateConnectSession(argument: _causeway_installation_v1_CreateConnectSessionRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_NewConnectSession__Output>): grpc.ClientUnaryCall;
  CreateConnectSession(argument: _causeway_installation_v1_CreateConnectSessionRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_installation_v1_NewConnectSession__Output>): grpc.ClientUnaryCall;
  CreateConnectSession(argument: _causeway_installation_v1_CreateConnectSessionRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_NewConnectSession__Output>): grpc.ClientUnaryCall;
  CreateConnectSession(argument: _causeway_installation_v1_CreateConnectSessionRequest, callback: grpc.requestCallback<_causeway_installation_v1_NewConnectSession__Output>): grpc.ClientUnaryCall;
  /**
   * A customer's way through the connect page. Problems: invalidArgument (not one of integration and provider), notFound.
   */
  createConnectSession(argument: _causeway_installation_v1_CreateConnectSessionRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_NewConnectSession__Output>): grpc.ClientUnaryCall;
  createConnectSession(argument: _causeway_installation_v1_CreateConnectSessionRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_installation_v1_NewConnectSession__Output>): grpc.ClientUnaryCall;
  createConnectSession(argument: _causeway_installation_v1_CreateConnectSessionRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_NewConnectSession__Output>): grpc.ClientUnaryCall;
  createConnectSession(argument: _causeway_installation_v1_CreateConnectSessionRequest, callback: grpc.requestCallback<_causeway_installation_v1_NewConnectSession__Output>): grpc.ClientUnaryCall;
  
  /**
   * Problems: invalidArgument, notFound (integration), unprocessable (config, sample read), alreadyExists.
   */
  CreateInstallation(argument: _causeway_installation_v1_CreateInstallationRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_Installation__Output>): grpc.ClientUnaryCall;
  CreateInstallation(argument: _causeway_installation_v1_CreateInstallationRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_installation_v1_Installation__Output>): grpc.ClientUnaryCall;
  CreateInstallation(argument: _causeway_installation_v1_CreateInstallationRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_Installation__Output>): grpc.ClientUnaryCall;
  CreateInstallation(argument: _causeway_installation_v1_CreateInstallationRequest, callback: grpc.requestCallback<_causeway_installation_v1_Installation__Output>): grpc.ClientUnaryCall;
  /**
   * Problems: invalidArgument, notFound (integration), unprocessable (config, sample read), alreadyExists.
   */
  createInstallation(argument: _causeway_installation_v1_CreateInstallationRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_Installation__Output>): grpc.ClientUnaryCall;
  createInstallation(argument: _causeway_installation_v1_CreateInstallationRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_installation_v1_Installation__Output>): grpc.ClientUnaryCall;
  createInstallation(argument: _causeway_installation_v1_CreateInstallationRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_Installation__Output>): grpc.ClientUnaryCall;
  createInstallation(argument: _causeway_installation_v1_CreateInstallationRequest, callback: grpc.requestCallback<_causeway_installation_v1_Installation__Output>): grpc.ClientUnaryCall;
  
  /**
   * The same in JSON, with the same rules. Problems: unprocessable, alreadyExists.
   */
  CreateIntegration(argument: _causeway_installation_v1_CreateIntegrationRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_Empty__Output>): grpc.ClientUnaryCall;
  CreateIntegration(argument: _causeway_installation_v1_CreateIntegrationRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_installation_v1_Empty__Output>): grpc.ClientUnaryCall;
  CreateIntegration(argument: _causeway_installation_v1_CreateIntegrationRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_Empty__Output>): grpc.ClientUnaryCall;
  CreateIntegration(argument: _causeway_installation_v1_CreateIntegrationRequest, callback: grpc.requestCallback<_causeway_installation_v1_Empty__Output>): grpc.ClientUnaryCall;
  /**
   * The same in JSON, with the same rules. Problems: unprocessable, alreadyExists.
   */
  createIntegration(argument: _causeway_installation_v1_CreateIntegrationRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_Empty__Output>): grpc.ClientUnaryCall;
  createIntegration(argument: _causeway_installation_v1_CreateIntegrationRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_installation_v1_Empty__Output>): grpc.ClientUnaryCall;
  createIntegration(argument: _causeway_installation_v1_CreateIntegrationRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_Empty__Output>): grpc.ClientUnaryCall;
  createIntegration(argument: _causeway_installation_v1_CreateIntegrationRequest, callback: grpc.requestCallback<_causeway_installation_v1_Empty__Output>): grpc.ClientUnaryCall;
  
  /**
   * Problems: unprocessable (unknown provider), alreadyExists.
   */
  CreateProviderApp(argument: _causeway_installation_v1_CreateProviderAppRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_ProviderApp__Output>): grpc.ClientUnaryCall;
  CreateProviderApp(argument: _causeway_installation_v1_CreateProviderAppRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_installation_v1_ProviderApp__Output>): grpc.ClientUnaryCall;
  CreateProviderApp(argument: _causeway_installation_v1_CreateProviderAppRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_ProviderApp__Output>): grpc.ClientUnaryCall;
  CreateProviderApp(argument: _causeway_installation_v1_CreateProviderAppRequest, callback: grpc.requestCallback<_causeway_installation_v1_ProviderApp__Output>): grpc.ClientUnaryCall;
  /**
   * Problems: unprocessable (unknown provider), alreadyExists.
   */
  createProviderApp(argument: _causeway_installation_v1_CreateProviderAppRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_ProviderApp__Output>): grpc.ClientUnaryCall;
  createProviderApp(argument: _causeway_installation_v1_CreateProviderAppRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_installation_v1_ProviderApp__Output>): grpc.ClientUnaryCall;
  createProviderApp(argument: _causeway_installation_v1_CreateProviderAppRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_ProviderApp__Output>): grpc.ClientUnaryCall;
  createProviderApp(argument: _causeway_installation_v1_CreateProviderAppRequest, callback: grpc.requestCallback<_causeway_installation_v1_ProviderApp__Output>): grpc.ClientUnaryCall;
  
  /**
   * From the manifest's entry of the same name. Problems: invalidArgument, notFound, unprocessable.
   */
  CreateRevision(argument: _causeway_installation_v1_CreateRevisionRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_Empty__Output>): grpc.ClientUnaryCall;
  CreateRevision(argument: _causeway_installation_v1_CreateRevisionRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_installation_v1_Empty__Output>): grpc.ClientUnaryCall;
  CreateRevision(argument: _causeway_installation_v1_CreateRevisionRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_Empty__Output>): grpc.ClientUnaryCall;
  CreateRevision(argument: _causeway_installation_v1_CreateRevisionRequest, callback: grpc.requestCallback<_causeway_installation_v1_Empty__Output>): grpc.ClientUnaryCall;
  /**
   * From the manifest's entry of the same name. Problems: invalidArgument, notFound, unprocessable.
   */
  createRevision(argument: _causeway_installation_v1_CreateRevisionRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_Empty__Output>): grpc.ClientUnaryCall;
  createRevision(argument: _causeway_installation_v1_CreateRevisionRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_installation_v1_Empty__Output>): grpc.ClientUnaryCall;
  createRevision(argument: _causeway_installation_v1_CreateRevisionRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_Empty__Output>): grpc.ClientUnaryCall;
  createRevision(argument: _causeway_installation_v1_CreateRevisionRequest, callback: grpc.requestCallback<_causeway_installation_v1_Empty__Output>): grpc.ClientUnaryCall;
  
  /**
   * Problems: notFound, conflict (an installation uses it).
   */
  DeleteConnection(argument: _causeway_installation_v1_DeleteConnectionRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_Empty__Output>): grpc.ClientUnaryCall;
  DeleteConnection(argument: _causeway_installation_v1_DeleteConnectionRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_installation_v1_Empty__Output>): grpc.ClientUnaryCall;
  DeleteConnection(argument: _causeway_installation_v1_DeleteConnectionRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_Empty__Output>): grpc.ClientUnaryCall;
  DeleteConnection(argument: _causeway_installation_v1_DeleteConnectionRequest, callback: grpc.requestCallback<_causeway_installation_v1_Empty__Output>): grpc.ClientUnaryCall;
  /**
   * Problems: notFound, conflict (an installation uses it).
   */
  deleteConnection(argument: _causeway_installation_v1_DeleteConnectionRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_Empty__Output>): grpc.ClientUnaryCall;
  deleteConnection(argument: _causeway_installation_v1_DeleteConnectionRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_installation_v1_Empty__Output>): grpc.ClientUnaryCall;
  deleteConnection(argument: _causeway_installation_v1_DeleteConnectionRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_Empty__Output>): grpc.ClientUnaryCall;
  deleteConnection(argument: _causeway_installation_v1_DeleteConnectionRequest, callback: grpc.requestCallback<_causeway_installation_v1_Empty__Output>): grpc.ClientUnaryCall;
  
  /**
   * Problems: notFound.
   */
  DeleteInstallation(argument: _causeway_installation_v1_DeleteInstallationRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_Empty__Output>): grpc.ClientUnaryCall;
  DeleteInstallation(argument: _causeway_installation_v1_DeleteInstallationRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_installation_v1_Empty__Output>): grpc.ClientUnaryCall;
  DeleteInstallation(argument: _causeway_installation_v1_DeleteInstallationRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_Empty__Output>): grpc.ClientUnaryCall;
  DeleteInstallation(argument: _causeway_installation_v1_DeleteInstallationRequest, callback: grpc.requestCallback<_causeway_installation_v1_Empty__Output>): grpc.ClientUnaryCall;
  /**
   * Problems: notFound.
   */
  deleteInstallation(argument: _causeway_installation_v1_DeleteInstallationRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_Empty__Output>): grpc.ClientUnaryCall;
  deleteInstallation(argument: _causeway_installation_v1_DeleteInstallationRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_installation_v1_Empty__Output>): grpc.ClientUnaryCall;
  deleteInstallation(argument: _causeway_installation_v1_DeleteInstallationRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_Empty__Output>): grpc.ClientUnaryCall;
  deleteInstallation(argument: _causeway_installation_v1_DeleteInstallationRequest, callback: grpc.requestCallback<_causeway_installation_v1_Empty__Output>): grpc.ClientUnaryCall;
  
  /**
   * By id or name, with its installations. Problems: notFound.
   */
  DeleteIntegration(argument: _causeway_installation_v1_DeleteIntegrationRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_Empty__Output>): grpc.ClientUnaryCall;
  DeleteIntegration(argument: _causeway_installation_v1_DeleteIntegrationRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_installation_v1_Empty__Output>): grpc.ClientUnaryCall;
  DeleteIntegration(argument: _causeway_installation_v1_DeleteIntegrationRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_Empty__Output>): grpc.ClientUnaryCall;
  DeleteIntegration(argument: _causeway_installation_v1_DeleteIntegrationRequest, callback: grpc.requestCallback<_causeway_installation_v1_Empty__Output>): grpc.ClientUnaryCall;
  /**
   * By id or name, with its installations. Problems: notFound.
   */
  deleteIntegration(argument: _causeway_installation_v1_DeleteIntegrationRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_Empty__Output>): grpc.ClientUnaryCall;
  deleteIntegration(argument: _causeway_installation_v1_DeleteIntegrationRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_installation_v1_Empty__Output>): grpc.ClientUnaryCall;
  deleteIntegration(argument: _causeway_installation_v1_DeleteIntegrationRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_Empty__Output>): grpc.ClientUnaryCall;
  deleteIntegration(argument: _causeway_installation_v1_DeleteIntegrationRequest, callback: grpc.requestCallback<_causeway_installation_v1_Empty__Output>): grpc.ClientUnaryCall;
  
  /**
   * Problems: notFound, conflict (a connection uses it).
   */
  DeleteProviderApp(argument: _causeway_installation_v1_DeleteProviderAppRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_Empty__Output>): grpc.ClientUnaryCall;
  DeleteProviderApp(argument: _causeway_installation_v1_DeleteProviderAppRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_installation_v1_Empty__Output>): grpc.ClientUnaryCall;
  DeleteProviderApp(argument: _causeway_installation_v1_DeleteProviderAppRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_Empty__Output>): grpc.ClientUnaryCall;
  DeleteProviderApp(argument: _causeway_installation_v1_DeleteProviderAppRequest, callback: grpc.requestCallback<_causeway_installation_v1_Empty__Output>): grpc.ClientUnaryCall;
  /**
   * Problems: notFound, conflict (a connection uses it).
   */
  deleteProviderApp(argument: _causeway_installation_v1_DeleteProviderAppRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_Empty__Output>): grpc.ClientUnaryCall;
  deleteProviderApp(argument: _causeway_installation_v1_DeleteProviderAppRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_installation_v1_Empty__Output>): grpc.ClientUnaryCall;
  deleteProviderApp(argument: _causeway_installation_v1_DeleteProviderAppRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_Empty__Output>): grpc.ClientUnaryCall;
  deleteProviderApp(argument: _causeway_installation_v1_DeleteProviderAppRequest, callback: grpc.requestCallback<_causeway_installation_v1_Empty__Output>): grpc.ClientUnaryCall;
  
  /**
   * For reads: permits of a rate budget for calls to a provider. A response without permits says when to ask again.
   */
  DrawPermits(argument: _causeway_installation_v1_DrawPermitsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_DrawnPermits__Output>): grpc.ClientUnaryCall;
  DrawPermits(argument: _causeway_installation_v1_DrawPermitsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_installation_v1_DrawnPermits__Output>): grpc.ClientUnaryCall;
  DrawPermits(argument: _causeway_installation_v1_DrawPermitsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_DrawnPermits__Output>): grpc.ClientUnaryCall;
  DrawPermits(argument: _causeway_installation_v1_DrawPermitsRequest, callback: grpc.requestCallback<_causeway_installation_v1_DrawnPermits__Output>): grpc.ClientUnaryCall;
  /**
   * For reads: permits of a rate budget for calls to a provider. A response without permits says when to ask again.
   */
  drawPermits(argument: _causeway_installation_v1_DrawPermitsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_DrawnPermits__Output>): grpc.ClientUnaryCall;
  drawPermits(argument: _causeway_installation_v1_DrawPermitsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_installation_v1_DrawnPermits__Output>): grpc.ClientUnaryCall;
  drawPermits(argument: _causeway_installation_v1_DrawPermitsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_DrawnPermits__Output>): grpc.ClientUnaryCall;
  drawPermits(argument: _causeway_installation_v1_DrawPermitsRequest, callback: grpc.requestCallback<_causeway_installation_v1_DrawnPermits__Output>): grpc.ClientUnaryCall;
  
  /**
   * Who uses a destination that is being deleted. First refuses all resolutions that are older than the mark, so that
   * no new user can appear afterwards.
   */
  FindDestinationUsers(argument: _causeway_installation_v1_FindDestinationUsersRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_DestinationUsers__Output>): grpc.ClientUnaryCall;
  FindDestinationUsers(argument: _causeway_installation_v1_FindDestinationUsersRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_installation_v1_DestinationUsers__Output>): grpc.ClientUnaryCall;
  FindDestinationUsers(argument: _causeway_installation_v1_FindDestinationUsersRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_DestinationUsers__Output>): grpc.ClientUnaryCall;
  FindDestinationUsers(argument: _causeway_installation_v1_FindDestinationUsersRequest, callback: grpc.requestCallback<_causeway_installation_v1_DestinationUsers__Output>): grpc.ClientUnaryCall;
  /**
   * Who uses a destination that is being deleted. First refuses all resolutions that are older than the mark, so that
   * no new user can appear afterwards.
   */
  findDestinationUsers(argument: _causeway_installation_v1_FindDestinationUsersRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_DestinationUsers__Output>): grpc.ClientUnaryCall;
  findDestinationUsers(argument: _causeway_installation_v1_FindDestinationUsersRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_installation_v1_DestinationUsers__Output>): grpc.ClientUnaryCall;
  findDestinationUsers(argument: _causeway_installation_v1_FindDestinationUsersRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_DestinationUsers__Output>): grpc.ClientUnaryCall;
  findDestinationUsers(argument: _causeway_installation_v1_FindDestinationUsersRequest, callback: grpc.requestCallback<_causeway_installation_v1_DestinationUsers__Output>): grpc.ClientUnaryCall;
  
  /**
   * Whose sign-in in steps this browser continued last; empty for none.
   */
  FindOpener(argument: _causeway_installation_v1_FindOpenerRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_Opener__Output>): grpc.ClientUnaryCall;
  FindOpener(argument: _causeway_installation_v1_FindOpenerRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_installation_v1_Opener__Output>): grpc.ClientUnaryCall;
  FindOpener(argument: _causeway_installation_v1_FindOpenerRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_Opener__Output>): grpc.ClientUnaryCall;
  FindOpener(argument: _causeway_installation_v1_FindOpenerRequest, callback: grpc.requestCallback<_causeway_installation_v1_Opener__Output>): grpc.ClientUnaryCall;
  /**
   * Whose sign-in in steps this browser continued last; empty for none.
   */
  findOpener(argument: _causeway_installation_v1_FindOpenerRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_Opener__Output>): grpc.ClientUnaryCall;
  findOpener(argument: _causeway_installation_v1_FindOpenerRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_installation_v1_Opener__Output>): grpc.ClientUnaryCall;
  findOpener(argument: _causeway_installation_v1_FindOpenerRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_Opener__Output>): grpc.ClientUnaryCall;
  findOpener(argument: _causeway_installation_v1_FindOpenerRequest, callback: grpc.requestCallback<_causeway_installation_v1_Opener__Output>): grpc.ClientUnaryCall;
  
  /**
   * For writes: what a proxied call needs. Problems: notFound (installation, integration), invalidArgument (group),
   * unprocessable (manifest or config has the proxy off).
   */
  FindProxyPlan(argument: _causeway_installation_v1_FindProxyPlanRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_ProxyPlan__Output>): grpc.ClientUnaryCall;
  FindProxyPlan(argument: _causeway_installation_v1_FindProxyPlanRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_installation_v1_ProxyPlan__Output>): grpc.ClientUnaryCall;
  FindProxyPlan(argument: _causeway_installation_v1_FindProxyPlanRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_ProxyPlan__Output>): grpc.ClientUnaryCall;
  FindProxyPlan(argument: _causeway_installation_v1_FindProxyPlanRequest, callback: grpc.requestCallback<_causeway_installation_v1_ProxyPlan__Output>): grpc.ClientUnaryCall;
  /**
   * For writes: what a proxied call needs. Problems: notFound (installation, integration), invalidArgument (group),
   * unprocessable (manifest or config has the proxy off).
   */
  findProxyPlan(argument: _causeway_installation_v1_FindProxyPlanRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_ProxyPlan__Output>): grpc.ClientUnaryCall;
  findProxyPlan(argument: _causeway_installation_v1_FindProxyPlanRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_installation_v1_ProxyPlan__Output>): grpc.ClientUnaryCall;
  findProxyPlan(argument: _causeway_installation_v1_FindProxyPlanRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_ProxyPlan__Output>): grpc.ClientUnaryCall;
  findProxyPlan(argument: _causeway_installation_v1_FindProxyPlanRequest, callback: grpc.requestCallback<_causeway_installation_v1_ProxyPlan__Output>): grpc.ClientUnaryCall;
  
  /**
   * For reads: the read plan for a trigger. Problems: notFound (integration), invalidArgument (group, object,
   * disabled).
   */
  FindReadPlan(argument: _causeway_installation_v1_FindReadPlanRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_ReadPlan__Output>): grpc.ClientUnaryCall;
  FindReadPlan(argument: _causeway_installation_v1_FindReadPlanRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_installation_v1_ReadPlan__Output>): grpc.ClientUnaryCall;
  FindReadPlan(argument: _causeway_installation_v1_FindReadPlanRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_ReadPlan__Output>): grpc.ClientUnaryCall;
  FindReadPlan(argument: _causeway_installation_v1_FindReadPlanRequest, callback: grpc.requestCallback<_causeway_installation_v1_ReadPlan__Output>): grpc.ClientUnaryCall;
  /**
   * For reads: the read plan for a trigger. Problems: notFound (integration), invalidArgument (group, object,
   * disabled).
   */
  findReadPlan(argument: _causeway_installation_v1_FindReadPlanRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_ReadPlan__Output>): grpc.ClientUnaryCall;
  findReadPlan(argument: _causeway_installation_v1_FindReadPlanRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_installation_v1_ReadPlan__Output>): grpc.ClientUnaryCall;
  findReadPlan(argument: _causeway_installation_v1_FindReadPlanRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_ReadPlan__Output>): grpc.ClientUnaryCall;
  findReadPlan(argument: _causeway_installation_v1_FindReadPlanRequest, callback: grpc.requestCallback<_causeway_installation_v1_ReadPlan__Output>): grpc.ClientUnaryCall;
  
  /**
   * For writes: what a write of one object needs. Problems: notFound (integration), invalidArgument (group, object).
   */
  FindWritePlan(argument: _causeway_installation_v1_FindWritePlanRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_WritePlan__Output>): grpc.ClientUnaryCall;
  FindWritePlan(argument: _causeway_installation_v1_FindWritePlanRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_installation_v1_WritePlan__Output>): grpc.ClientUnaryCall;
  FindWritePlan(argument: _causeway_installation_v1_FindWritePlanRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_WritePlan__Output>): grpc.ClientUnaryCall;
  FindWritePlan(argument: _causeway_installation_v1_FindWritePlanRequest, callback: grpc.requestCallback<_causeway_installation_v1_WritePlan__Output>): grpc.ClientUnaryCall;
  /**
   * For writes: what a write of one object needs. Problems: notFound (integration), invalidArgument (group, object).
   */
  findWritePlan(argument: _causeway_installation_v1_FindWritePlanRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_WritePlan__Output>): grpc.ClientUnaryCall;
  findWritePlan(argument: _causeway_installation_v1_FindWritePlanRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_installation_v1_WritePlan__Output>): grpc.ClientUnaryCall;
  findWritePlan(argument: _causeway_installation_v1_FindWritePlanRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_WritePlan__Output>): grpc.ClientUnaryCall;
  findWritePlan(argument: _causeway_installation_v1_FindWritePlanRequest, callback: grpc.requestCallback<_causeway_installation_v1_WritePlan__Output>): grpc.ClientUnaryCall;
  
  /**
   * Stores the outcome. Problems: unauthenticated, unprocessable (not a connection of this session).
   */
  FinishConnectSession(argument: _causeway_installation_v1_FinishConnectSessionRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_ConnectSession__Output>): grpc.ClientUnaryCall;
  FinishConnectSession(argument: _causeway_installation_v1_FinishConnectSessionRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_installation_v1_ConnectSession__Output>): grpc.ClientUnaryCall;
  FinishConnectSession(argument: _causeway_installation_v1_FinishConnectSessionRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_ConnectSession__Output>): grpc.ClientUnaryCall;
  FinishConnectSession(argument: _causeway_installation_v1_FinishConnectSessionRequest, callback: grpc.requestCallback<_causeway_installation_v1_ConnectSession__Output>): grpc.ClientUnaryCall;
  /**
   * Stores the outcome. Problems: unauthenticated, unprocessable (not a connection of this session).
   */
  finishConnectSession(argument: _causeway_installation_v1_FinishConnectSessionRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_ConnectSession__Output>): grpc.ClientUnaryCall;
  finishConnectSession(argument: _causeway_installation_v1_FinishConnectSessionRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_installation_v1_ConnectSession__Output>): grpc.ClientUnaryCall;
  finishConnectSession(argument: _causeway_installation_v1_FinishConnectSessionRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_ConnectSession__Output>): grpc.ClientUnaryCall;
  finishConnectSession(argument: _causeway_installation_v1_FinishConnectSessionRequest, callback: grpc.requestCallback<_causeway_installation_v1_ConnectSession__Output>): grpc.ClientUnaryCall;
  
  /**
   * Creates a connection from existing credentials, with which the provider is asked first. Problems: invalidArgument,
   * notFound (the integration), unprocessable, providerFailed.
   */
  GenerateConnection(argument: _causeway_installation_v1_GenerateConnectionRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_Connection__Output>): grpc.ClientUnaryCall;
  GenerateConnection(argument: _causeway_installation_v1_GenerateConnectionRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_installation_v1_Connection__Output>): grpc.ClientUnaryCall;
  GenerateConnection(argument: _causeway_installation_v1_GenerateConnectionRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_Connection__Output>): grpc.ClientUnaryCall;
  GenerateConnection(argument: _causeway_installation_v1_GenerateConnectionRequest, callback: grpc.requestCallback<_causeway_installation_v1_Connection__Output>): grpc.ClientUnaryCall;
  /**
   * Creates a connection from existing credentials, with which the provider is asked first. Problems: invalidArgument,
   * notFound (the integration), unprocessable, providerFailed.
   */
  generateConnection(argument: _causeway_installation_v1_GenerateConnectionRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_Connection__Output>): grpc.ClientUnaryCall;
  generateConnection(argument: _causeway_installation_v1_GenerateConnectionRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_installation_v1_Connection__Output>): grpc.ClientUnaryCall;
  generateConnection(argument: _causeway_installation_v1_GenerateConnectionRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_Connection__Output>): grpc.ClientUnaryCall;
  generateConnection(argument: _causeway_installation_v1_GenerateConnectionRequest, callback: grpc.requestCallback<_causeway_installation_v1_Connection__Output>): grpc.ClientUnaryCall;
  
  /**
   * Reserves a place for a zip, and returns its signed upload URL.
   */
  GenerateUploadUrl(argument: _causeway_installation_v1_GenerateUploadUrlRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_SignedUrl__Output>): grpc.ClientUnaryCall;
  GenerateUploadUrl(argument: _causeway_installation_v1_GenerateUploadUrlRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_installation_v1_SignedUrl__Output>): grpc.ClientUnaryCall;
  GenerateUploadUrl(argument: _causeway_installation_v1_GenerateUploadUrlRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_SignedUrl__Output>): grpc.ClientUnaryCall;
  GenerateUploadUrl(argument: _causeway_installation_v1_GenerateUploadUrlRequest, callback: grpc.requestCallback<_causeway_installation_v1_SignedUrl__Output>): grpc.ClientUnaryCall;
  /**
   * Reserves a place for a zip, and returns its signed upload URL.
   */
  generateUploadUrl(argument: _causeway_installation_v1_GenerateUploadUrlRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_SignedUrl__Output>): grpc.ClientUnaryCall;
  generateUploadUrl(argument: _causeway_installation_v1_GenerateUploadUrlRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_installation_v1_SignedUrl__Output>): grpc.ClientUnaryCall;
  generateUploadUrl(argument: _causeway_installation_v1_GenerateUploadUrlRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_SignedUrl__Output>): grpc.ClientUnaryCall;
  generateUploadUrl(argument: _causeway_installation_v1_GenerateUploadUrlRequest, callback: grpc.requestCallback<_causeway_installation_v1_SignedUrl__Output>): grpc.ClientUnaryCall;
  
  /**
   * For reads: the authentication of a provider call. Problems: notFound, unprocessable (bad credentials).
   */
  GetCallAuth(argument: _causeway_installation_v1_GetCallAuthRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_CallAuth__Output>): grpc.ClientUnaryCall;
  GetCallAuth(argument: _causeway_installation_v1_GetCallAuthRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_installation_v1_CallAuth__Output>): grpc.ClientUnaryCall;
  GetCallAuth(argument: _causeway_installation_v1_GetCallAuthRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_CallAuth__Output>): grpc.ClientUnaryCall;
  GetCallAuth(argument: _causeway_installation_v1_GetCallAuthRequest, callback: grpc.requestCallback<_causeway_installation_v1_CallAuth__Output>): grpc.ClientUnaryCall;
  /**
   * For reads: the authentication of a provider call. Problems: notFound, unprocessable (bad credentials).
   */
  getCallAuth(argument: _causeway_installation_v1_GetCallAuthRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_CallAuth__Output>): grpc.ClientUnaryCall;
  getCallAuth(argument: _causeway_installation_v1_GetCallAuthRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_installation_v1_CallAuth__Output>): grpc.ClientUnaryCall;
  getCallAuth(argument: _causeway_installation_v1_GetCallAuthRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_CallAuth__Output>): grpc.ClientUnaryCall;
  getCallAuth(argument: _causeway_installation_v1_GetCallAuthRequest, callback: grpc.requestCallback<_causeway_installation_v1_CallAuth__Output>): grpc.ClientUnaryCall;
  
  /**
   * Problems: notFound.
   */
  GetConnectSession(argument: _causeway_installation_v1_GetConnectSessionRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_ConnectSession__Output>): grpc.ClientUnaryCall;
  GetConnectSession(argument: _causeway_installation_v1_GetConnectSessionRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_installation_v1_ConnectSession__Output>): grpc.ClientUnaryCall;
  GetConnectSession(argument: _causeway_installation_v1_GetConnectSessionRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_ConnectSession__Output>): grpc.ClientUnaryCall;
  GetConnectSession(argument: _causeway_installation_v1_GetConnectSessionRequest, callback: grpc.requestCallback<_causeway_installation_v1_ConnectSession__Output>): grpc.ClientUnaryCall;
  /**
   * Problems: notFound.
   */
  getConnectSession(argument: _causeway_installation_v1_GetConnectSessionRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_ConnectSession__Output>): grpc.ClientUnaryCall;
  getConnectSession(argument: _causeway_installation_v1_GetConnectSessionRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_installation_v1_ConnectSession__Output>): grpc.ClientUnaryCall;
  getConnectSession(argument: _causeway_installation_v1_GetConnectSessionRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_ConnectSession__Output>): grpc.ClientUnaryCall;
  getConnectSession(argument: _causeway_installation_v1_GetConnectSessionRequest, callback: grpc.requestCallback<_causeway_installation_v1_ConnectSession__Output>): grpc.ClientUnaryCall;
  
  /**
   * Problems: notFound; providerFailed (a forced refresh failed).
   */
  GetConnection(argument: _causeway_installation_v1_GetConnectionRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_Connection__Output>): grpc.ClientUnaryCall;
  GetConnection(argument: _causeway_installation_v1_GetConnectionRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_installation_v1_Connection__Output>): grpc.ClientUnaryCall;
  GetConnection(argument: _causeway_installation_v1_GetConnectionRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_Connection__Output>): grpc.ClientUnaryCall;
  GetConnection(argument: _causeway_installation_v1_GetConnectionRequest, callback: grpc.requestCallback<_causeway_installation_v1_Connection__Output>): grpc.ClientUnaryCall;
  /**
   * Problems: notFound; providerFailed (a forced refresh failed).
   */
  getConnection(argument: _causeway_installation_v1_GetConnectionRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_Connection__Output>): grpc.ClientUnaryCall;
  getConnection(argument: _causeway_installation_v1_GetConnectionRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_installation_v1_Connection__Output>): grpc.ClientUnaryCall;
  getConnection(argument: _causeway_installation_v1_GetConnectionRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_Connection__Output>): grpc.ClientUnaryCall;
  getConnection(argument: _causeway_installation_v1_GetConnectionRequest, callback: grpc.requestCallback<_causeway_installation_v1_Connection__Output>): grpc.ClientUnaryCall;
  
  /**
   * By id or name. Problems: notFound.
   */
  GetIntegration(argument: _causeway_installation_v1_GetIntegrationRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_Integration__Output>): grpc.ClientUnaryCall;
  GetIntegration(argument: _causeway_installation_v1_GetIntegrationRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_installation_v1_Integration__Output>): grpc.ClientUnaryCall;
  GetIntegration(argument: _causeway_installation_v1_GetIntegrationRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_Integration__Output>): grpc.ClientUnaryCall;
  GetIntegration(argument: _causeway_installation_v1_GetIntegrationRequest, callback: grpc.requestCallback<_causeway_installation_v1_Integration__Output>): grpc.ClientUnaryCall;
  /**
   * By id or name. Problems: notFound.
   */
  getIntegration(argument: _causeway_installation_v1_GetIntegrationRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_Integration__Output>): grpc.ClientUnaryCall;
  getIntegration(argument: _causeway_installation_v1_GetIntegrationRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_installation_v1_Integration__Output>): grpc.ClientUnaryCall;
  getIntegration(argument: _causeway_installation_v1_GetIntegrationRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_Integration__Output>): grpc.ClientUnaryCall;
  getIntegration(argument: _causeway_installation_v1_GetIntegrationRequest, callback: grpc.requestCallback<_causeway_installation_v1_Integration__Output>): grpc.ClientUnaryCall;
  
  /**
   * Asks the provider for the fields of an object in a group's account. Problems: notFound (installation, connection,
   * provider, object), unprocessable (bad credentials, refused by the provider), providerFailed.
   */
  GetObjectMetadata(argument: _causeway_installation_v1_GetObjectMetadataRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_ObjectMetadata__Output>): grpc.ClientUnaryCall;
  GetObjectMetadata(argument: _causeway_installation_v1_GetObjectMetadataRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_installation_v1_ObjectMetadata__Output>): grpc.ClientUnaryCall;
  GetObjectMetadata(argument: _causeway_installation_v1_GetObjectMetadataRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_ObjectMetadata__Output>): grpc.ClientUnaryCall;
  GetObjectMetadata(argument: _causeway_installation_v1_GetObjectMetadataRequest, callback: grpc.requestCallback<_causeway_installation_v1_ObjectMetadata__Output>): grpc.ClientUnaryCall;
  /**
   * Asks the provider for the fields of an object in a group's account. Problems: notFound (installation, connection,
   * provider, object), unprocessable (bad credentials, refused by the provider), providerFailed.
   */
  getObjectMetadata(argument: _causeway_installation_v1_GetObjectMetadataRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_ObjectMetadata__Output>): grpc.ClientUnaryCall;
  getObjectMetadata(argument: _causeway_installation_v1_GetObjectMetadataRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_installation_v1_ObjectMetadata__Output>): grpc.ClientUnaryCall;
  getObjectMetadata(argument: _causeway_installation_v1_GetObjectMetadataRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_ObjectMetadata__Output>): grpc.ClientUnaryCall;
  getObjectMetadata(argument: _causeway_installation_v1_GetObjectMetadataRequest, callback: grpc.requestCallback<_causeway_installation_v1_ObjectMetadata__Output>): grpc.ClientUnaryCall;
  
  /**
   * Problems: notFound.
   */
  GetProvider(argument: _causeway_installation_v1_GetProviderRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_ProviderInfo__Output>): grpc.ClientUnaryCall;
  GetProvider(argument: _causeway_installation_v1_GetProviderRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_installation_v1_ProviderInfo__Output>): grpc.ClientUnaryCall;
  GetProvider(argument: _causeway_installation_v1_GetProviderRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_ProviderInfo__Output>): grpc.ClientUnaryCall;
  GetProvider(argument: _causeway_installation_v1_GetProviderRequest, callback: grpc.requestCallback<_causeway_installation_v1_ProviderInfo__Output>): grpc.ClientUnaryCall;
  /**
   * Problems: notFound.
   */
  getProvider(argument: _causeway_installation_v1_GetProviderRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_ProviderInfo__Output>): grpc.ClientUnaryCall;
  getProvider(argument: _causeway_installation_v1_GetProviderRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_installation_v1_ProviderInfo__Output>): grpc.ClientUnaryCall;
  getProvider(argument: _causeway_installation_v1_GetProviderRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_ProviderInfo__Output>): grpc.ClientUnaryCall;
  getProvider(argument: _causeway_installation_v1_GetProviderRequest, callback: grpc.requestCallback<_causeway_installation_v1_ProviderInfo__Output>): grpc.ClientUnaryCall;
  
  /**
   * Problems: notFound.
   */
  GetRevision(argument: _causeway_installation_v1_GetRevisionRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_Revision__Output>): grpc.ClientUnaryCall;
  GetRevision(argument: _causeway_installation_v1_GetRevisionRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_installation_v1_Revision__Output>): grpc.ClientUnaryCall;
  GetRevision(argument: _causeway_installation_v1_GetRevisionRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_Revision__Output>): grpc.ClientUnaryCall;
  GetRevision(argument: _causeway_installation_v1_GetRevisionRequest, callback: grpc.requestCallback<_causeway_installation_v1_Revision__Output>): grpc.ClientUnaryCall;
  /**
   * Problems: notFound.
   */
  getRevision(argument: _causeway_installation_v1_GetRevisionRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_Revision__Output>): grpc.ClientUnaryCall;
  getRevision(argument: _causeway_installation_v1_GetRevisionRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_installation_v1_Revision__Output>): grpc.ClientUnaryCall;
  getRevision(argument: _causeway_installation_v1_GetRevisionRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_Revision__Output>): grpc.ClientUnaryCall;
  getRevision(argument: _causeway_installation_v1_GetRevisionRequest, callback: grpc.requestCallback<_causeway_installation_v1_Revision__Output>): grpc.ClientUnaryCall;
  
  /**
   * What the page before a sign-in shows; changes nothing. Problems: notFound.
   */
  GetSignIn(argument: _causeway_installation_v1_GetSignInRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_SignIn__Output>): grpc.ClientUnaryCall;
  GetSignIn(argument: _causeway_installation_v1_GetSignInRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_installation_v1_SignIn__Output>): grpc.ClientUnaryCall;
  GetSignIn(argument: _causeway_installation_v1_GetSignInRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_SignIn__Output>): grpc.ClientUnaryCall;
  GetSignIn(argument: _causeway_installation_v1_GetSignInRequest, callback: grpc.requestCallback<_causeway_installation_v1_SignIn__Output>): grpc.ClientUnaryCall;
  /**
   * What the page before a sign-in shows; changes nothing. Problems: notFound.
   */
  getSignIn(argument: _causeway_installation_v1_GetSignInRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_SignIn__Output>): grpc.ClientUnaryCall;
  getSignIn(argument: _causeway_installation_v1_GetSignInRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_installation_v1_SignIn__Output>): grpc.ClientUnaryCall;
  getSignIn(argument: _causeway_installation_v1_GetSignInRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_SignIn__Output>): grpc.ClientUnaryCall;
  getSignIn(argument: _causeway_installation_v1_GetSignInRequest, callback: grpc.requestCallback<_causeway_installation_v1_SignIn__Output>): grpc.ClientUnaryCall;
  
  /**
   * Returns a revision with the fields that its objects have in one account. Problems: notFound (integration, revision,
   * connection), unprocessable (a connection to another provider).
   */
  HydrateRevision(argument: _causeway_installation_v1_HydrateRevisionRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_HydratedRevision__Output>): grpc.ClientUnaryCall;
  HydrateRevision(argument: _causeway_installation_v1_HydrateRevisionRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_installation_v1_HydratedRevision__Output>): grpc.ClientUnaryCall;
  HydrateRevision(argument: _causeway_installation_v1_HydrateRevisionRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_HydratedRevision__Output>): grpc.ClientUnaryCall;
  HydrateRevision(argument: _causeway_installation_v1_HydrateRevisionRequest, callback: grpc.requestCallback<_causeway_installation_v1_HydratedRevision__Output>): grpc.ClientUnaryCall;
  /**
   * Returns a revision with the fields that its objects have in one account. Problems: notFound (integration, revision,
   * connection), unprocessable (a connection to another provider).
   */
  hydrateRevision(argument: _causeway_installation_v1_HydrateRevisionRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_HydratedRevision__Output>): grpc.ClientUnaryCall;
  hydrateRevision(argument: _causeway_installation_v1_HydrateRevisionRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_installation_v1_HydratedRevision__Output>): grpc.ClientUnaryCall;
  hydrateRevision(argument: _causeway_installation_v1_HydrateRevisionRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_HydratedRevision__Output>): grpc.ClientUnaryCall;
  hydrateRevision(argument: _causeway_installation_v1_HydrateRevisionRequest, callback: grpc.requestCallback<_causeway_installation_v1_HydratedRevision__Output>): grpc.ClientUnaryCall;
  
  /**
   * For reads: the closed rate budgets of all projects.
   */
  ListClosedRateBudgets(argument: _causeway_installation_v1_Empty, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_ClosedRateBudgets__Output>): grpc.ClientUnaryCall;
  ListClosedRateBudgets(argument: _causeway_installation_v1_Empty, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_installation_v1_ClosedRateBudgets__Output>): grpc.ClientUnaryCall;
  ListClosedRateBudgets(argument: _causeway_installation_v1_Empty, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_ClosedRateBudgets__Output>): grpc.ClientUnaryCall;
  ListClosedRateBudgets(argument: _causeway_installation_v1_Empty, callback: grpc.requestCallback<_causeway_installation_v1_ClosedRateBudgets__Output>): grpc.ClientUnaryCall;
  /**
   * For reads: the closed rate budgets of all projects.
   */
  listClosedRateBudgets(argument: _causeway_installation_v1_Empty, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_ClosedRateBudgets__Output>): grpc.ClientUnaryCall;
  listClosedRateBudgets(argument: _causeway_installation_v1_Empty, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_installation_v1_ClosedRateBudgets__Output>): grpc.ClientUnaryCall;
  listClosedRateBudgets(argument: _causeway_installation_v1_Empty, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_ClosedRateBudgets__Output>): grpc.ClientUnaryCall;
  listClosedRateBudgets(argument: _causeway_installation_v1_Empty, callback: grpc.requestCallback<_causeway_installation_v1_ClosedRateBudgets__Output>): grpc.ClientUnaryCall;
  
  ListConnections(argument: _causeway_installation_v1_ListConnectionsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_ListConnectionsResponse__Output>): grpc.ClientUnaryCall;
  ListConnections(argument: _causeway_installation_v1_ListConnectionsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_installation_v1_ListConnectionsResponse__Output>): grpc.ClientUnaryCall;
  ListConnections(argument: _causeway_installation_v1_ListConnectionsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_ListConnectionsResponse__Output>): grpc.ClientUnaryCall;
  ListConnections(argument: _causeway_installation_v1_ListConnectionsRequest, callback: grpc.requestCallback<_causeway_installation_v1_ListConnectionsResponse__Output>): grpc.ClientUnaryCall;
  listConnections(argument: _causeway_installation_v1_ListConnectionsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_ListConnectionsResponse__Output>): grpc.ClientUnaryCall;
  listConnections(argument: _causeway_installation_v1_ListConnectionsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_installation_v1_ListConnectionsResponse__Output>): grpc.ClientUnaryCall;
  listConnections(argument: _causeway_installation_v1_ListConnectionsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_ListConnectionsResponse__Output>): grpc.ClientUnaryCall;
  listConnections(argument: _causeway_installation_v1_ListConnectionsRequest, callback: grpc.requestCallback<_causeway_installation_v1_ListConnectionsResponse__Output>): grpc.ClientUnaryCall;
  
  /**
   * For reads: the installations of all projects, in pages, to find those that reads has lost.
   */
  ListInstallationKeys(argument: _causeway_installation_v1_ListInstallationKeysRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_InstallationKeys__Output>): grpc.ClientUnaryCall;
  ListInstallationKeys(argument: _causeway_installation_v1_ListInstallationKeysRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_installation_v1_InstallationKeys__Output>): grpc.ClientUnaryCall;
  ListInstallationKeys(argument: _causeway_installation_v1_ListInstallationKeysRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_InstallationKeys__Output>): grpc.ClientUnaryCall;
  ListInstallationKeys(argument: _causeway_installation_v1_ListInstallationKeysRequest, callback: grpc.requestCallback<_causeway_installation_v1_InstallationKeys__Output>): grpc.ClientUnaryCall;
  /**
   * For reads: the installations of all projects, in pages, to find those that reads has lost.
   */
  listInstallationKeys(argument: _causeway_installation_v1_ListInstallationKeysRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_InstallationKeys__Output>): grpc.ClientUnaryCall;
  listInstallationKeys(argument: _causeway_installation_v1_ListInstallationKeysRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_installation_v1_InstallationKeys__Output>): grpc.ClientUnaryCall;
  listInstallationKeys(argument: _causeway_installation_v1_ListInstallationKeysRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_InstallationKeys__Output>): grpc.ClientUnaryCall;
  listInstallationKeys(argument: _causeway_installation_v1_ListInstallationKeysRequest, callback: grpc.requestCallback<_causeway_installation_v1_InstallationKeys__Output>): grpc.ClientUnaryCall;
  
  ListInstallations(argument: _causeway_installation_v1_ListInstallationsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_ListInstallationsResponse__Output>): grpc.ClientUnaryCall;
  ListInstallations(argument: _causeway_installation_v1_ListInstallationsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_installation_v1_ListInstallationsResponse__Output>): grpc.ClientUnaryCall;
  ListInstallations(argument: _causeway_installation_v1_ListInstallationsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_ListInstallationsResponse__Output>): grpc.ClientUnaryCall;
  ListInstallations(argument: _causeway_installation_v1_ListInstallationsRequest, callback: grpc.requestCallback<_causeway_installation_v1_ListInstallationsResponse__Output>): grpc.ClientUnaryCall;
  listInstallations(argument: _causeway_installation_v1_ListInstallationsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_ListInstallationsResponse__Output>): grpc.ClientUnaryCall;
  listInstallations(argument: _causeway_installation_v1_ListInstallationsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_installation_v1_ListInstallationsResponse__Output>): grpc.ClientUnaryCall;
  listInstallations(argument: _causeway_installation_v1_ListInstallationsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_ListInstallationsResponse__Output>): grpc.ClientUnaryCall;
  listInstallations(argument: _causeway_installation_v1_ListInstallationsRequest, callback: grpc.requestCallback<_causeway_installation_v1_ListInstallationsResponse__Output>): grpc.ClientUnaryCall;
  
  ListIntegrations(argument: _causeway_installation_v1_ListIntegrationsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_ListIntegrationsResponse__Output>): grpc.ClientUnaryCall;
  ListIntegrations(argument: _causeway_installation_v1_ListIntegrationsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_installation_v1_ListIntegrationsResponse__Output>): grpc.ClientUnaryCall;
  ListIntegrations(argument: _causeway_installation_v1_ListIntegrationsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_ListIntegrationsResponse__Output>): grpc.ClientUnaryCall;
  ListIntegrations(argument: _causeway_installation_v1_ListIntegrationsRequest, callback: grpc.requestCallback<_causeway_installation_v1_ListIntegrationsResponse__Output>): grpc.ClientUnaryCall;
  listIntegrations(argument: _causeway_installation_v1_ListIntegrationsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_ListIntegrationsResponse__Output>): grpc.ClientUnaryCall;
  listIntegrations(argument: _causeway_installation_v1_ListIntegrationsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_installation_v1_ListIntegrationsResponse__Output>): grpc.ClientUnaryCall;
  listIntegrations(argument: _causeway_installation_v1_ListIntegrationsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_ListIntegrationsResponse__Output>): grpc.ClientUnaryCall;
  listIntegrations(argument: _causeway_installation_v1_ListIntegrationsRequest, callback: grpc.requestCallback<_causeway_installation_v1_ListIntegrationsResponse__Output>): grpc.ClientUnaryCall;
  
  /**
   * The destinations that a manifest names; none if it cannot be parsed, because its deploy says why. Problems:
   * invalidArgument (not exactly one source), unprocessable (upload).
   */
  ListManifestDestinations(argument: _causeway_installation_v1_ListManifestDestinationsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_DestinationNames__Output>): grpc.ClientUnaryCall;
  ListManifestDestinations(argument: _causeway_installation_v1_ListManifestDestinationsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_installation_v1_DestinationNames__Output>): grpc.ClientUnaryCall;
  ListManifestDestinations(argument: _causeway_installation_v1_ListManifestDestinationsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_DestinationNames__Output>): grpc.ClientUnaryCall;
  ListManifestDestinations(argument: _causeway_installation_v1_ListManifestDestinationsRequest, callback: grpc.requestCallback<_causeway_installation_v1_DestinationNames__Output>): grpc.ClientUnaryCall;
  /**
   * The destinations that a manifest names; none if it cannot be parsed, because its deploy says why. Problems:
   * invalidArgument (not exactly one source), unprocessable (upload).
   */
  listManifestDestinations(argument: _causeway_installation_v1_ListManifestDestinationsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_DestinationNames__Output>): grpc.ClientUnaryCall;
  listManifestDestinations(argument: _causeway_installation_v1_ListManifestDestinationsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_installation_v1_DestinationNames__Output>): grpc.ClientUnaryCall;
  listManifestDestinations(argument: _causeway_installation_v1_ListManifestDestinationsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_DestinationNames__Output>): grpc.ClientUnaryCall;
  listManifestDestinations(argument: _causeway_installation_v1_ListManifestDestinationsRequest, callback: grpc.requestCallback<_causeway_installation_v1_DestinationNames__Output>): grpc.ClientUnaryCall;
  
  ListProviderApps(argument: _causeway_installation_v1_ListProviderAppsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_ListProviderAppsResponse__Output>): grpc.ClientUnaryCall;
  ListProviderApps(argument: _causeway_installation_v1_ListProviderAppsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_installation_v1_ListProviderAppsResponse__Output>): grpc.ClientUnaryCall;
  ListProviderApps(argument: _causeway_installation_v1_ListProviderAppsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_ListProviderAppsResponse__Output>): grpc.ClientUnaryCall;
  ListProviderApps(argument: _causeway_installation_v1_ListProviderAppsRequest, callback: grpc.requestCallback<_causeway_installation_v1_ListProviderAppsResponse__Output>): grpc.ClientUnaryCall;
  listProviderApps(argument: _causeway_installation_v1_ListProviderAppsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_ListProviderAppsResponse__Output>): grpc.ClientUnaryCall;
  listProviderApps(argument: _causeway_installation_v1_ListProviderAppsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_installation_v1_ListProviderAppsResponse__Output>): grpc.ClientUnaryCall;
  listProviderApps(argument: _causeway_installation_v1_ListProviderAppsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_ListProviderAppsResponse__Output>): grpc.ClientUnaryCall;
  listProviderApps(argument: _causeway_installation_v1_ListProviderAppsRequest, callback: grpc.requestCallback<_causeway_installation_v1_ListProviderAppsResponse__Output>): grpc.ClientUnaryCall;
  
  /**
   * The public catalogue as one JSON object keyed by provider name.
   */
  ListProviders(argument: _causeway_installation_v1_ListProvidersRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_ProviderCatalogue__Output>): grpc.ClientUnaryCall;
  ListProviders(argument: _causeway_installation_v1_ListProvidersRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_installation_v1_ProviderCatalogue__Output>): grpc.ClientUnaryCall;
  ListProviders(argument: _causeway_installation_v1_ListProvidersRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_ProviderCatalogue__Output>): grpc.ClientUnaryCall;
  ListProviders(argument: _causeway_installation_v1_ListProvidersRequest, callback: grpc.requestCallback<_causeway_installation_v1_ProviderCatalogue__Output>): grpc.ClientUnaryCall;
  /**
   * The public catalogue as one JSON object keyed by provider name.
   */
  listProviders(argument: _causeway_installation_v1_ListProvidersRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_ProviderCatalogue__Output>): grpc.ClientUnaryCall;
  listProviders(argument: _causeway_installation_v1_ListProvidersRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_installation_v1_ProviderCatalogue__Output>): grpc.ClientUnaryCall;
  listProviders(argument: _causeway_installation_v1_ListProvidersRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_ProviderCatalogue__Output>): grpc.ClientUnaryCall;
  listProviders(argument: _causeway_installation_v1_ListProvidersRequest, callback: grpc.requestCallback<_causeway_installation_v1_ProviderCatalogue__Output>): grpc.ClientUnaryCall;
  
  /**
   * For reads: the read plan of each readable object of an installation. Problems: notFound.
   */
  ListReadPlans(argument: _causeway_installation_v1_ListReadPlansRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_ListReadPlansResponse__Output>): grpc.ClientUnaryCall;
  ListReadPlans(argument: _causeway_installation_v1_ListReadPlansRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_installation_v1_ListReadPlansResponse__Output>): grpc.ClientUnaryCall;
  ListReadPlans(argument: _causeway_installation_v1_ListReadPlansRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_ListReadPlansResponse__Output>): grpc.ClientUnaryCall;
  ListReadPlans(argument: _causeway_installation_v1_ListReadPlansRequest, callback: grpc.requestCallback<_causeway_installation_v1_ListReadPlansResponse__Output>): grpc.ClientUnaryCall;
  /**
   * For reads: the read plan of each readable object of an installation. Problems: notFound.
   */
  listReadPlans(argument: _causeway_installation_v1_ListReadPlansRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_ListReadPlansResponse__Output>): grpc.ClientUnaryCall;
  listReadPlans(argument: _causeway_installation_v1_ListReadPlansRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_installation_v1_ListReadPlansResponse__Output>): grpc.ClientUnaryCall;
  listReadPlans(argument: _causeway_installation_v1_ListReadPlansRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_ListReadPlansResponse__Output>): grpc.ClientUnaryCall;
  listReadPlans(argument: _causeway_installation_v1_ListReadPlansRequest, callback: grpc.requestCallback<_causeway_installation_v1_ListReadPlansResponse__Output>): grpc.ClientUnaryCall;
  
  /**
   * Newest first. Problems: notFound (the integration).
   */
  ListRevisions(argument: _causeway_installation_v1_ListRevisionsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_ListRevisionsResponse__Output>): grpc.ClientUnaryCall;
  ListRevisions(argument: _causeway_installation_v1_ListRevisionsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_installation_v1_ListRevisionsResponse__Output>): grpc.ClientUnaryCall;
  ListRevisions(argument: _causeway_installation_v1_ListRevisionsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_ListRevisionsResponse__Output>): grpc.ClientUnaryCall;
  ListRevisions(argument: _causeway_installation_v1_ListRevisionsRequest, callback: grpc.requestCallback<_causeway_installation_v1_ListRevisionsResponse__Output>): grpc.ClientUnaryCall;
  /**
   * Newest first. Problems: notFound (the integration).
   */
  listRevisions(argument: _causeway_installation_v1_ListRevisionsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_ListRevisionsResponse__Output>): grpc.ClientUnaryCall;
  listRevisions(argument: _causeway_installation_v1_ListRevisionsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_installation_v1_ListRevisionsResponse__Output>): grpc.ClientUnaryCall;
  listRevisions(argument: _causeway_installation_v1_ListRevisionsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_ListRevisionsResponse__Output>): grpc.ClientUnaryCall;
  listRevisions(argument: _causeway_installation_v1_ListRevisionsRequest, callback: grpc.requestCallback<_causeway_installation_v1_ListRevisionsResponse__Output>): grpc.ClientUnaryCall;
  
  /**
   * By the token of the link, which is used up if there is a secret, or by id and the secret of the browser that used
   * it. Problems: unauthenticated.
   */
  OpenConnectSession(argument: _causeway_installation_v1_OpenConnectSessionRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_ConnectSession__Output>): grpc.ClientUnaryCall;
  OpenConnectSession(argument: _causeway_installation_v1_OpenConnectSessionRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_installation_v1_ConnectSession__Output>): grpc.ClientUnaryCall;
  OpenConnectSession(argument: _causeway_installation_v1_OpenConnectSessionRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_ConnectSession__Output>): grpc.ClientUnaryCall;
  OpenConnectSession(argument: _causeway_installation_v1_OpenConnectSessionRequest, callback: grpc.requestCallback<_causeway_installation_v1_ConnectSession__Output>): grpc.ClientUnaryCall;
  /**
   * By the token of the link, which is used up if there is a secret, or by id and the secret of the browser that used
   * it. Problems: unauthenticated.
   */
  openConnectSession(argument: _causeway_installation_v1_OpenConnectSessionRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_ConnectSession__Output>): grpc.ClientUnaryCall;
  openConnectSession(argument: _causeway_installation_v1_OpenConnectSessionRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_installation_v1_ConnectSession__Output>): grpc.ClientUnaryCall;
  openConnectSession(argument: _causeway_installation_v1_OpenConnectSessionRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_ConnectSession__Output>): grpc.ClientUnaryCall;
  openConnectSession(argument: _causeway_installation_v1_OpenConnectSessionRequest, callback: grpc.requestCallback<_causeway_installation_v1_ConnectSession__Output>): grpc.ClientUnaryCall;
  
  /**
   * Atomic. Problems: invalidArgument (path), notFound (integration, object, installation), unprocessable.
   */
  PatchObjectConfig(argument: _causeway_installation_v1_PatchObjectConfigRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_Installation__Output>): grpc.ClientUnaryCall;
  PatchObjectConfig(argument: _causeway_installation_v1_PatchObjectConfigRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_installation_v1_Installation__Output>): grpc.ClientUnaryCall;
  PatchObjectConfig(argument: _causeway_installation_v1_PatchObjectConfigRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_Installation__Output>): grpc.ClientUnaryCall;
  PatchObjectConfig(argument: _causeway_installation_v1_PatchObjectConfigRequest, callback: grpc.requestCallback<_causeway_installation_v1_Installation__Output>): grpc.ClientUnaryCall;
  /**
   * Atomic. Problems: invalidArgument (path), notFound (integration, object, installation), unprocessable.
   */
  patchObjectConfig(argument: _causeway_installation_v1_PatchObjectConfigRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_Installation__Output>): grpc.ClientUnaryCall;
  patchObjectConfig(argument: _causeway_installation_v1_PatchObjectConfigRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_installation_v1_Installation__Output>): grpc.ClientUnaryCall;
  patchObjectConfig(argument: _causeway_installation_v1_PatchObjectConfigRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_Installation__Output>): grpc.ClientUnaryCall;
  patchObjectConfig(argument: _causeway_installation_v1_PatchObjectConfigRequest, callback: grpc.requestCallback<_causeway_installation_v1_Installation__Output>): grpc.ClientUnaryCall;
  
  /**
   * Reads two small pages of the simulated provider. Problems: notFound (provider, object), unprocessable (no
   * simulations here).
   */
  PreviewProvider(argument: _causeway_installation_v1_PreviewProviderRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_ProviderPreview__Output>): grpc.ClientUnaryCall;
  PreviewProvider(argument: _causeway_installation_v1_PreviewProviderRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_installation_v1_ProviderPreview__Output>): grpc.ClientUnaryCall;
  PreviewProvider(argument: _causeway_installation_v1_PreviewProviderRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_ProviderPreview__Output>): grpc.ClientUnaryCall;
  PreviewProvider(argument: _causeway_installation_v1_PreviewProviderRequest, callback: grpc.requestCallback<_causeway_installation_v1_ProviderPreview__Output>): grpc.ClientUnaryCall;
  /**
   * Reads two small pages of the simulated provider. Problems: notFound (provider, object), unprocessable (no
   * simulations here).
   */
  previewProvider(argument: _causeway_installation_v1_PreviewProviderRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_ProviderPreview__Output>): grpc.ClientUnaryCall;
  previewProvider(argument: _causeway_installation_v1_PreviewProviderRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_installation_v1_ProviderPreview__Output>): grpc.ClientUnaryCall;
  previewProvider(argument: _causeway_installation_v1_PreviewProviderRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_ProviderPreview__Output>): grpc.ClientUnaryCall;
  previewProvider(argument: _causeway_installation_v1_PreviewProviderRequest, callback: grpc.requestCallback<_causeway_installation_v1_ProviderPreview__Output>): grpc.ClientUnaryCall;
  
  /**
   * For reads: reports that the provider answered 401 to this generation. Refreshes the token or marks the connection
   * bad_credentials.
   */
  ReportRejected(argument: _causeway_installation_v1_ReportRejectedRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_Empty__Output>): grpc.ClientUnaryCall;
  ReportRejected(argument: _causeway_installation_v1_ReportRejectedRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_installation_v1_Empty__Output>): grpc.ClientUnaryCall;
  ReportRejected(argument: _causeway_installation_v1_ReportRejectedRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_Empty__Output>): grpc.ClientUnaryCall;
  ReportRejected(argument: _causeway_installation_v1_ReportRejectedRequest, callback: grpc.requestCallback<_causeway_installation_v1_Empty__Output>): grpc.ClientUnaryCall;
  /**
   * For reads: reports that the provider answered 401 to this generation. Refreshes the token or marks the connection
   * bad_credentials.
   */
  reportRejected(argument: _causeway_installation_v1_ReportRejectedRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_Empty__Output>): grpc.ClientUnaryCall;
  reportRejected(argument: _causeway_installation_v1_ReportRejectedRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_installation_v1_Empty__Output>): grpc.ClientUnaryCall;
  reportRejected(argument: _causeway_installation_v1_ReportRejectedRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_Empty__Output>): grpc.ClientUnaryCall;
  reportRejected(argument: _causeway_installation_v1_ReportRejectedRequest, callback: grpc.requestCallback<_causeway_installation_v1_Empty__Output>): grpc.ClientUnaryCall;
  
  /**
   * The same for an existing connection, which gets the new credentials. Problems: notFound, unprocessable (not OAuth).
   */
  RestartOauth(argument: _causeway_installation_v1_RestartOauthRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_OauthStart__Output>): grpc.ClientUnaryCall;
  RestartOauth(argument: _causeway_installation_v1_RestartOauthRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_installation_v1_OauthStart__Output>): grpc.ClientUnaryCall;
  RestartOauth(argument: _causeway_installation_v1_RestartOauthRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_OauthStart__Output>): grpc.ClientUnaryCall;
  RestartOauth(argument: _causeway_installation_v1_RestartOauthRequest, callback: grpc.requestCallback<_causeway_installation_v1_OauthStart__Output>): grpc.ClientUnaryCall;
  /**
   * The same for an existing connection, which gets the new credentials. Problems: notFound, unprocessable (not OAuth).
   */
  restartOauth(argument: _causeway_installation_v1_RestartOauthRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_OauthStart__Output>): grpc.ClientUnaryCall;
  restartOauth(argument: _causeway_installation_v1_RestartOauthRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_installation_v1_OauthStart__Output>): grpc.ClientUnaryCall;
  restartOauth(argument: _causeway_installation_v1_RestartOauthRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_OauthStart__Output>): grpc.ClientUnaryCall;
  restartOauth(argument: _causeway_installation_v1_RestartOauthRequest, callback: grpc.requestCallback<_causeway_installation_v1_OauthStart__Output>): grpc.ClientUnaryCall;
  
  /**
   * Continues with the parameters of the callback. Problems: invalidArgument, notFound (session), unprocessable,
   * providerFailed.
   */
  ResumeCustomAuth(argument: _causeway_installation_v1_ResumeCustomAuthRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_CustomAuthProgress__Output>): grpc.ClientUnaryCall;
  ResumeCustomAuth(argument: _causeway_installation_v1_ResumeCustomAuthRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_installation_v1_CustomAuthProgress__Output>): grpc.ClientUnaryCall;
  ResumeCustomAuth(argument: _causeway_installation_v1_ResumeCustomAuthRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_CustomAuthProgress__Output>): grpc.ClientUnaryCall;
  ResumeCustomAuth(argument: _causeway_installation_v1_ResumeCustomAuthRequest, callback: grpc.requestCallback<_causeway_installation_v1_CustomAuthProgress__Output>): grpc.ClientUnaryCall;
  /**
   * Continues with the parameters of the callback. Problems: invalidArgument, notFound (session), unprocessable,
   * providerFailed.
   */
  resumeCustomAuth(argument: _causeway_installation_v1_ResumeCustomAuthRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_CustomAuthProgress__Output>): grpc.ClientUnaryCall;
  resumeCustomAuth(argument: _causeway_installation_v1_ResumeCustomAuthRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_installation_v1_CustomAuthProgress__Output>): grpc.ClientUnaryCall;
  resumeCustomAuth(argument: _causeway_installation_v1_ResumeCustomAuthRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_CustomAuthProgress__Output>): grpc.ClientUnaryCall;
  resumeCustomAuth(argument: _causeway_installation_v1_ResumeCustomAuthRequest, callback: grpc.requestCallback<_causeway_installation_v1_CustomAuthProgress__Output>): grpc.ClientUnaryCall;
  
  /**
   * Starts an authorization in steps. Problems: invalidArgument, notFound (provider app), unprocessable,
   * providerFailed.
   */
  StartCustomAuth(argument: _causeway_installation_v1_StartCustomAuthRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_CustomAuthProgress__Output>): grpc.ClientUnaryCall;
  StartCustomAuth(argument: _causeway_installation_v1_StartCustomAuthRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_installation_v1_CustomAuthProgress__Output>): grpc.ClientUnaryCall;
  StartCustomAuth(argument: _causeway_installation_v1_StartCustomAuthRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_CustomAuthProgress__Output>): grpc.ClientUnaryCall;
  StartCustomAuth(argument: _causeway_installation_v1_StartCustomAuthRequest, callback: grpc.requestCallback<_causeway_installation_v1_CustomAuthProgress__Output>): grpc.ClientUnaryCall;
  /**
   * Starts an authorization in steps. Problems: invalidArgument, notFound (provider app), unprocessable,
   * providerFailed.
   */
  startCustomAuth(argument: _causeway_installation_v1_StartCustomAuthRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_CustomAuthProgress__Output>): grpc.ClientUnaryCall;
  startCustomAuth(argument: _causeway_installation_v1_StartCustomAuthRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_installation_v1_CustomAuthProgress__Output>): grpc.ClientUnaryCall;
  startCustomAuth(argument: _causeway_installation_v1_StartCustomAuthRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_CustomAuthProgress__Output>): grpc.ClientUnaryCall;
  startCustomAuth(argument: _causeway_installation_v1_StartCustomAuthRequest, callback: grpc.requestCallback<_causeway_installation_v1_CustomAuthProgress__Output>): grpc.ClientUnaryCall;
  
  /**
   * Starts an authorization-code flow. Problems: invalidArgument, notFound (provider app), unprocessable.
   */
  StartOauth(argument: _causeway_installation_v1_StartOauthRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_OauthStart__Output>): grpc.ClientUnaryCall;
  StartOauth(argument: _causeway_installation_v1_StartOauthRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_installation_v1_OauthStart__Output>): grpc.ClientUnaryCall;
  StartOauth(argument: _causeway_installation_v1_StartOauthRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_OauthStart__Output>): grpc.ClientUnaryCall;
  StartOauth(argument: _causeway_installation_v1_StartOauthRequest, callback: grpc.requestCallback<_causeway_installation_v1_OauthStart__Output>): grpc.ClientUnaryCall;
  /**
   * Starts an authorization-code flow. Problems: invalidArgument, notFound (provider app), unprocessable.
   */
  startOauth(argument: _causeway_installation_v1_StartOauthRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_OauthStart__Output>): grpc.ClientUnaryCall;
  startOauth(argument: _causeway_installation_v1_StartOauthRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_installation_v1_OauthStart__Output>): grpc.ClientUnaryCall;
  startOauth(argument: _causeway_installation_v1_StartOauthRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_OauthStart__Output>): grpc.ClientUnaryCall;
  startOauth(argument: _causeway_installation_v1_StartOauthRequest, callback: grpc.requestCallback<_causeway_installation_v1_OauthStart__Output>): grpc.ClientUnaryCall;
  
  /**
   * Problems: invalidArgument (mask, values), notFound, unprocessable (refused credentials), providerFailed.
   */
  UpdateConnection(argument: _causeway_installation_v1_UpdateConnectionRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_Connection__Output>): grpc.ClientUnaryCall;
  UpdateConnection(argument: _causeway_installation_v1_UpdateConnectionRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_installation_v1_Connection__Output>): grpc.ClientUnaryCall;
  UpdateConnection(argument: _causeway_installation_v1_UpdateConnectionRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_Connection__Output>): grpc.ClientUnaryCall;
  UpdateConnection(argument: _causeway_installation_v1_UpdateConnectionRequest, callback: grpc.requestCallback<_causeway_installation_v1_Connection__Output>): grpc.ClientUnaryCall;
  /**
   * Problems: invalidArgument (mask, values), notFound, unprocessable (refused credentials), providerFailed.
   */
  updateConnection(argument: _causeway_installation_v1_UpdateConnectionRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_Connection__Output>): grpc.ClientUnaryCall;
  updateConnection(argument: _causeway_installation_v1_UpdateConnectionRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_installation_v1_Connection__Output>): grpc.ClientUnaryCall;
  updateConnection(argument: _causeway_installation_v1_UpdateConnectionRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_Connection__Output>): grpc.ClientUnaryCall;
  updateConnection(argument: _causeway_installation_v1_UpdateConnectionRequest, callback: grpc.requestCallback<_causeway_installation_v1_Connection__Output>): grpc.ClientUnaryCall;
  
  /**
   * Replaces the parts that the masks name. Problems: invalidArgument (mask, connection), notFound, unprocessable
   * (config, sample read), conflict (concurrent changes).
   */
  UpdateInstallation(argument: _causeway_installation_v1_UpdateInstallationRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_Installation__Output>): grpc.ClientUnaryCall;
  UpdateInstallation(argument: _causeway_installation_v1_UpdateInstallationRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_installation_v1_Installation__Output>): grpc.ClientUnaryCall;
  UpdateInstallation(argument: _causeway_installation_v1_UpdateInstallationRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_Installation__Output>): grpc.ClientUnaryCall;
  UpdateInstallation(argument: _causeway_installation_v1_UpdateInstallationRequest, callback: grpc.requestCallback<_causeway_installation_v1_Installation__Output>): grpc.ClientUnaryCall;
  /**
   * Replaces the parts that the masks name. Problems: invalidArgument (mask, connection), notFound, unprocessable
   * (config, sample read), conflict (concurrent changes).
   */
  updateInstallation(argument: _causeway_installation_v1_UpdateInstallationRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_Installation__Output>): grpc.ClientUnaryCall;
  updateInstallation(argument: _causeway_installation_v1_UpdateInstallationRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_installation_v1_Installation__Output>): grpc.ClientUnaryCall;
  updateInstallation(argument: _causeway_installation_v1_UpdateInstallationRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_Installation__Output>): grpc.ClientUnaryCall;
  updateInstallation(argument: _causeway_installation_v1_UpdateInstallationRequest, callback: grpc.requestCallback<_causeway_installation_v1_Installation__Output>): grpc.ClientUnaryCall;
  
  /**
   * Problems: invalidArgument (mask), notFound, alreadyExists, conflict (a change of provider while connections use
   * it), unprocessable.
   */
  UpdateProviderApp(argument: _causeway_installation_v1_UpdateProviderAppRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_ProviderApp__Output>): grpc.ClientUnaryCall;
  UpdateProviderApp(argument: _causeway_installation_v1_UpdateProviderAppRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_installation_v1_ProviderApp__Output>): grpc.ClientUnaryCall;
  UpdateProviderApp(argument: _causeway_installation_v1_UpdateProviderAppRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_ProviderApp__Output>): grpc.ClientUnaryCall;
  UpdateProviderApp(argument: _causeway_installation_v1_UpdateProviderAppRequest, callback: grpc.requestCallback<_causeway_installation_v1_ProviderApp__Output>): grpc.ClientUnaryCall;
  /**
   * Problems: invalidArgument (mask), notFound, alreadyExists, conflict (a change of provider while connections use
   * it), unprocessable.
   */
  updateProviderApp(argument: _causeway_installation_v1_UpdateProviderAppRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_ProviderApp__Output>): grpc.ClientUnaryCall;
  updateProviderApp(argument: _causeway_installation_v1_UpdateProviderAppRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_installation_v1_ProviderApp__Output>): grpc.ClientUnaryCall;
  updateProviderApp(argument: _causeway_installation_v1_UpdateProviderAppRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_ProviderApp__Output>): grpc.ClientUnaryCall;
  updateProviderApp(argument: _causeway_installation_v1_UpdateProviderAppRequest, callback: grpc.requestCallback<_causeway_installation_v1_ProviderApp__Output>): grpc.ClientUnaryCall;
  
  /**
   * Problems: notFound (URL), invalidArgument (the bytes do not match the MD5).
   */
  UploadSource(argument: _causeway_installation_v1_UploadSourceRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_Empty__Output>): grpc.ClientUnaryCall;
  UploadSource(argument: _causeway_installation_v1_UploadSourceRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_installation_v1_Empty__Output>): grpc.ClientUnaryCall;
  UploadSource(argument: _causeway_installation_v1_UploadSourceRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_Empty__Output>): grpc.ClientUnaryCall;
  UploadSource(argument: _causeway_installation_v1_UploadSourceRequest, callback: grpc.requestCallback<_causeway_installation_v1_Empty__Output>): grpc.ClientUnaryCall;
  /**
   * Problems: notFound (URL), invalidArgument (the bytes do not match the MD5).
   */
  uploadSource(argument: _causeway_installation_v1_UploadSourceRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_Empty__Output>): grpc.ClientUnaryCall;
  uploadSource(argument: _causeway_installation_v1_UploadSourceRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_installation_v1_Empty__Output>): grpc.ClientUnaryCall;
  uploadSource(argument: _causeway_installation_v1_UploadSourceRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_Empty__Output>): grpc.ClientUnaryCall;
  uploadSource(argument: _causeway_installation_v1_UploadSourceRequest, callback: grpc.requestCallback<_causeway_installation_v1_Empty__Output>): grpc.ClientUnaryCall;
  
  /**
   * Creates and changes custom fields at the provider. Problems: notFound, unprocessable (definitions, a provider
   * without custom fields, bad credentials), providerFailed.
   */
  UpsertObjectMetadata(argument: _causeway_installation_v1_UpsertObjectMetadataRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_UpsertedObjectMetadata__Output>): grpc.ClientUnaryCall;
  UpsertObjectMetadata(argument: _causeway_installation_v1_UpsertObjectMetadataRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_installation_v1_UpsertedObjectMetadata__Output>): grpc.ClientUnaryCall;
  UpsertObjectMetadata(argument: _causeway_installation_v1_UpsertObjectMetadataRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_UpsertedObjectMetadata__Output>): grpc.ClientUnaryCall;
  UpsertObjectMetadata(argument: _causeway_installation_v1_UpsertObjectMetadataRequest, callback: grpc.requestCallback<_causeway_installation_v1_UpsertedObjectMetadata__Output>): grpc.ClientUnaryCall;
  /**
   * Creates and changes custom fields at the provider. Problems: notFound, unprocessable (definitions, a provider
   * without custom fields, bad credentials), providerFailed.
   */
  upsertObjectMetadata(argument: _causeway_installation_v1_UpsertObjectMetadataRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_UpsertedObjectMetadata__Output>): grpc.ClientUnaryCall;
  upsertObjectMetadata(argument: _causeway_installation_v1_UpsertObjectMetadataRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_causeway_installation_v1_UpsertedObjectMetadata__Output>): grpc.ClientUnaryCall;
  upsertObjectMetadata(argument: _causeway_installation_v1_UpsertObjectMetadataRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_causeway_installation_v1_UpsertedObjectMetadata__Output>): grpc.ClientUnaryCall;
  upsertObjectMetadata(argument: _causeway_installation_v1_UpsertObjectMetadataRequest, callback: grpc.requestCallback<_causeway_installation_v1_UpsertedObjectMetadata__Output>): grpc.ClientUnaryCall;
  
}

/**
 * What is installed, and with which credentials. Times are Unix milliseconds, 0 when unset; *_json is JSON text.
 * Lists are paged, newest first, each page well below gRPC's 4 MiB. The last page has an empty next_page_token.
 */
export interface InstallationsHandlers extends grpc.UntypedServiceImplementation {
  /**
   * For reads: hands over its rate budgets of before 0.2. Safe to repeat.
   */
  AdoptRateBudgets: grpc.handleUnaryCall<_causeway_installation_v1_AdoptRateBudgetsRequest__Output, _causeway_installation_v1_Empty>;
  
  /**
   * The frequent read: one query for all keys. Missing installations and those of other projects are omitted.
   */
  BatchGetInstallations: grpc.handleUnaryCall<_causeway_installation_v1_BatchGetInstallationsRequest__Output, _causeway_installation_v1_ListInstallationsResponse>;
  
  /**
   * Atomic. Problems: invalidArgument (not exactly one source), unprocessable with an issue for each error (name =
   * path, detail starts with the line), conflict (a destination is being deleted).
   */
  BatchUpsertIntegrations: grpc.handleUnaryCall<_causeway_installation_v1_BatchUpsertIntegrationsRequest__Output, _causeway_installation_v1_ListIntegrationsResponse>;
  
  /**
   * For reads: after a 429, closes a rate budget for every process.
   */
  CloseRateBudget: grpc.handleUnaryCall<_causeway_installation_v1_CloseRateBudgetRequest__Output, _causeway_installation_v1_Empty>;
  
  /**
   * Completes the flow: exchanges the code and stores the credentials. A failed sign-in is not a problem: `error` says
   * why.
   */
  CompleteOauth: grpc.handleUnaryCall<_causeway_installation_v1_CompleteOauthRequest__Output, _causeway_installation_v1_OauthResult>;
  
  /**
   * Binds a sign-in to the browser whose person pressed Continue. Problems: notFound, conflict (another browser).
   */
  ContinueSignIn: grpc.handleUnaryCall<_causeway_installation_v1_ContinueSignInRequest__Output, _causeway_installation_v1_ContinuedSignIn>;
  
  /**
   * A customer's way through the connect page. Problems: invalidArgument (not one of integration and provider), notFound.
   */
  CreateConnectSession: grpc.handleUnaryCall<_causeway_installation_v1_CreateConnectSessionRequest__Output, _causeway_installation_v1_NewConnectSession>;
  
  /**
   * Problems: invalidArgument, notFound (integration), unprocessable (config, sample read), alreadyExists.
   */
  CreateInstallation: grpc.handleUnaryCall<_causeway_installation_v1_CreateInstallationRequest__Output, _causeway_installation_v1_Installation>;
  
  /**
   * The same in JSON, with the same rules. Problems: unprocessable, alreadyExists.
   */
  CreateIntegration: grpc.handleUnaryCall<_causeway_installation_v1_CreateIntegrationRequest__Output, _causeway_installation_v1_Empty>;
  
  /**
   * Problems: unprocessable (unknown provider), alreadyExists.
   */
  CreateProviderApp: grpc.handleUnaryCall<_causeway_installation_v1_CreateProviderAppRequest__Output, _causeway_installation_v1_ProviderApp>;
  
  /**
   * From the manifest's entry of the same name. Problems: invalidArgument, notFound, unprocessable.
   */
  CreateRevision: grpc.handleUnaryCall<_causeway_installation_v1_CreateRevisionRequest__Output, _causeway_installation_v1_Empty>;
  
  /**
   * Problems: notFound, conflict (an installation uses it).
   */
  DeleteConnection: grpc.handleUnaryCall<_causeway_installation_v1_DeleteConnectionRequest__Output, _causeway_installation_v1_Empty>;
  
  /**
   * Problems: notFound.
   */
  DeleteInstallation: grpc.handleUnaryCall<_causeway_installation_v1_DeleteInstallationRequest__Output, _causeway_installation_v1_Empty>;
  
  /**
   * By id or name, with its installations. Problems: notFound.
   */
  DeleteIntegration: grpc.handleUnaryCall<_causeway_installation_v1_DeleteIntegrationRequest__Output, _causeway_installation_v1_Empty>;
  
  /**
   * Problems: notFound, conflict (a connection uses it).
   */
  DeleteProviderApp: grpc.handleUnaryCall<_causeway_installation_v1_DeleteProviderAppRequest__Output, _causeway_installation_v1_Empty>;
  
  /**
   * For reads: permits of a rate budget for calls to a provider. A response without permits says when to ask again.
   */
  DrawPermits: grpc.handleUnaryCall<_causeway_installation_v1_DrawPermitsRequest__Output, _causeway_installation_v1_DrawnPermits>;
  
  /**
   * Who uses a destination that is being deleted. First refuses all resolutions that are older than the mark, so that
   * no new user can appear afterwards.
   */
  FindDestinationUsers: grpc.handleUnaryCall<_causeway_installation_v1_FindDestinationUsersRequest__Output, _causeway_installation_v1_DestinationUsers>;
  
  /**
   * Whose sign-in in steps this browser continued last; empty for none.
   */
  FindOpener: grpc.handleUnaryCall<_causeway_installation_v1_FindOpenerRequest__Output, _causeway_installation_v1_Opener>;
  
  /**
   * For writes: what a proxied call needs. Problems: notFound (installation, integration), invalidArgument (group),
   * unprocessable (manifest or config has the proxy off).
   */
  FindProxyPlan: grpc.handleUnaryCall<_causeway_installation_v1_FindProxyPlanRequest__Output, _causeway_installation_v1_ProxyPlan>;
  
  /**
   * For reads: the read plan for a trigger. Problems: notFound (integration), invalidArgument (group, object,
   * disabled).
   */
  FindReadPlan: grpc.handleUnaryCall<_causeway_installation_v1_FindReadPlanRequest__Output, _causeway_installation_v1_ReadPlan>;
  
  /**
   * For writes: what a write of one object needs. Problems: notFound (integration), invalidArgument (group, object).
   */
  FindWritePlan: grpc.handleUnaryCall<_causeway_installation_v1_FindWritePlanRequest__Output, _causeway_installation_v1_WritePlan>;
  
  /**
   * Stores the outcome. Problems: unauthenticated, unprocessable (not a connection of this session).
   */
  FinishConnectSession: grpc.handleUnaryCall<_causeway_installation_v1_FinishConnectSessionRequest__Output, _causeway_installation_v1_ConnectSession>;
  
  /**
   * Creates a connection from existing credentials, with which the provider is asked first. Problems: invalidArgument,
   * notFound (the integration), unprocessable, providerFailed.
   */
  GenerateConnection: grpc.handleUnaryCall<_causeway_installation_v1_GenerateConnectionRequest__Output, _causeway_installation_v1_Connection>;
  
  /**
   * Reserves a place for a zip, and returns its signed upload URL.
   */
  GenerateUploadUrl: grpc.handleUnaryCall<_causeway_installation_v1_GenerateUploadUrlRequest__Output, _causeway_installation_v1_SignedUrl>;
  
  /**
   * For reads: the authentication of a provider call. Problems: notFound, unprocessable (bad credentials).
   */
  GetCallAuth: grpc.handleUnaryCall<_causeway_installation_v1_GetCallAuthRequest__Output, _causeway_installation_v1_CallAuth>;
  
  /**
   * Problems: notFound.
   */
  GetConnectSession: grpc.handleUnaryCall<_causeway_installation_v1_GetConnectSessionRequest__Output, _causeway_installation_v1_ConnectSession>;
  
  /**
   * Problems: notFound; providerFailed (a forced refresh failed).
   */
  GetConnection: grpc.handleUnaryCall<_causeway_installation_v1_GetConnectionRequest__Output, _causeway_installation_v1_Connection>;
  
  /**
   * By id or name. Problems: notFound.
   */
  GetIntegration: grpc.handleUnaryCall<_causeway_installation_v1_GetIntegrationRequest__Output, _causeway_installation_v1_Integration>;
  
  /**
   * Asks the provider for the fields of an object in a group's account. Problems: notFound (installation, connection,
   * provider, object), unprocessable (bad credentials, refused by the provider), providerFailed.
   */
  GetObjectMetadata: grpc.handleUnaryCall<_causeway_installation_v1_GetObjectMetadataRequest__Output, _causeway_installation_v1_ObjectMetadata>;
  
  /**
   * Problems: notFound.
   */
  GetProvider: grpc.handleUnaryCall<_causeway_installation_v1_GetProviderRequest__Output, _causeway_installation_v1_ProviderInfo>;
  
  /**
   * Problems: notFound.
   */
  GetRevision: grpc.handleUnaryCall<_causeway_installation_v1_GetRevisionRequest__Output, _causeway_installation_v1_Revision>;
  
  /**
   * What the page before a sign-in shows; changes nothing. Problems: notFound.
   */
  GetSignIn: grpc.handleUnaryCall<_causeway_installation_v1_GetSignInRequest__Output, _causeway_installation_v1_SignIn>;
  
  /**
   * Returns a revision with the fields that its objects have in one account. Problems: notFound (integration, revision,
   * connection), unprocessable (a connection to another provider).
   */
  HydrateRevision: grpc.handleUnaryCall<_causeway_installation_v1_HydrateRevisionRequest__Output, _causeway_installation_v1_HydratedRevision>;
  
  /**
   * For reads: the closed rate budgets of all projects.
   */
  ListClosedRateBudgets: grpc.handleUnaryCall<_causeway_installation_v1_Empty__Output, _causeway_installation_v1_ClosedRateBudgets>;
  
  ListConnections: grpc.handleUnaryCall<_causeway_installation_v1_ListConnectionsRequest__Output, _causeway_installation_v1_ListConnectionsResponse>;
  
  /**
   * For reads: the installations of all projects, in pages, to find those that reads has lost.
   */
  ListInstallationKeys: grpc.handleUnaryCall<_causeway_installation_v1_ListInstallationKeysRequest__Output, _causeway_installation_v1_InstallationKeys>;
  
  ListInstallations: grpc.handleUnaryCall<_causeway_installation_v1_ListInstallationsRequest__Output, _causeway_installation_v1_ListInstallationsResponse>;
  
  ListIntegrations: grpc.handleUnaryCall<_causeway_installation_v1_ListIntegrationsRequest__Output, _causeway_installation_v1_ListIntegrationsResponse>;
  
  /**
   * The destinations that a manifest names; none if it cannot be parsed, because its deploy says why. Problems:
   * invalidArgument (not exactly one source), unprocessable (upload).
   */
  ListManifestDestinations: grpc.handleUnaryCall<_causeway_installation_v1_ListManifestDestinationsRequest__Output, _causeway_installation_v1_DestinationNames>;
  
  ListProviderApps: grpc.handleUnaryCall<_causeway_installation_v1_ListProviderAppsRequest__Output, _causeway_installation_v1_ListProviderAppsResponse>;
  
  /**
   * The public catalogue as one JSON object keyed by provider name.
   */
  ListProviders: grpc.handleUnaryCall<_causeway_installation_v1_ListProvidersRequest__Output, _causeway_installation_v1_ProviderCatalogue>;
  
  /**
   * For reads: the read plan of each readable object of an installation. Problems: notFound.
   */
  ListReadPlans: grpc.handleUnaryCall<_causeway_installation_v1_ListReadPlansRequest__Output, _causeway_installation_v1_ListReadPlansResponse>;
  
  /**
   * Newest first. Problems: notFound (the integration).
   */
  ListRevisions: grpc.handleUnaryCall<_causeway_installation_v1_ListRevisionsRequest__Output, _causeway_installation_v1_ListRevisionsResponse>;
  
  /**
   * By the token of the link, which is used up if there is a secret, or by id and the secret of the browser that used
   * it. Problems: unauthenticated.
   */
  OpenConnectSession: grpc.handleUnaryCall<_causeway_installation_v1_OpenConnectSessionRequest__Output, _causeway_installation_v1_ConnectSession>;
  
  /**
   * Atomic. Problems: invalidArgument (path), notFound (integration, object, installation), unprocessable.
   */
  PatchObjectConfig: grpc.handleUnaryCall<_causeway_installation_v1_PatchObjectConfigRequest__Output, _causeway_installation_v1_Installation>;
  
  /**
   * Reads two small pages of the simulated provider. Problems: notFound (provider, object), unprocessable (no
   * simulations here).
   */
  PreviewProvider: grpc.handleUnaryCall<_causeway_installation_v1_PreviewProviderRequest__Output, _causeway_installation_v1_ProviderPreview>;
  
  /**
   * For reads: reports that the provider answered 401 to this generation. Refreshes the token or marks the connection
   * bad_credentials.
   */
  ReportRejected: grpc.handleUnaryCall<_causeway_installation_v1_ReportRejectedRequest__Output, _causeway_installation_v1_Empty>;
  
  /**
   * The same for an existing connection, which gets the new credentials. Problems: notFound, unprocessable (not OAuth).
   */
  RestartOauth: grpc.handleUnaryCall<_causeway_installation_v1_RestartOauthRequest__Output, _causeway_installation_v1_OauthStart>;
  
  /**
   * Continues with the parameters of the callback. Problems: invalidArgument, notFound (session), unprocessable,
   * providerFailed.
   */
  ResumeCustomAuth: grpc.handleUnaryCall<_causeway_installation_v1_ResumeCustomAuthRequest__Output, _causeway_installation_v1_CustomAuthProgress>;
  
  /**
   * Starts an authorization in steps. Problems: invalidArgument, notFound (provider app), unprocessable,
   * providerFailed.
   */
  StartCustomAuth: grpc.handleUnaryCall<_causeway_installation_v1_StartCustomAuthRequest__Output, _causeway_installation_v1_CustomAuthProgress>;
  
  /**
   * Starts an authorization-code flow. Problems: invalidArgument, notFound (provider app), unprocessable.
   */
  StartOauth: grpc.handleUnaryCall<_causeway_installation_v1_StartOauthRequest__Output, _causeway_installation_v1_OauthStart>;
  
  /**
   * Problems: invalidArgument (mask, values), notFound, unprocessable (refused credentials), providerFailed.
   */
  UpdateConnection: grpc.handleUnaryCall<_causeway_installation_v1_UpdateConnectionRequest__Output, _causeway_installation_v1_Connection>;
  
  /**
   * Replaces the parts that the masks name. Problems: invalidArgument (mask, connection), notFound, unprocessable
   * (config, sample read), conflict (concurrent changes).
   */
  UpdateInstallation: grpc.handleUnaryCall<_causeway_installation_v1_UpdateInstallationRequest__Output, _causeway_installation_v1_Installation>;
  
  /**
   * Problems: invalidArgument (mask), notFound, alreadyExists, conflict (a change of provider while connections use
   * it), unprocessable.
   */
  UpdateProviderApp: grpc.handleUnaryCall<_causeway_installation_v1_UpdateProviderAppRequest__Output, _causeway_installation_v1_ProviderApp>;
  
  /**
   * Problems: notFound (URL), invalidArgument (the bytes do not match the MD5).
   */
  UploadSource: grpc.handleUnaryCall<_causeway_installation_v1_UploadSourceRequest__Output, _causeway_installation_v1_Empty>;
  
  /**
   * Creates and changes custom fields at the provider. Problems: notFound, unprocessable (definitions, a provider
   * without custom fields, bad credentials), providerFailed.
   */
  UpsertObjectMetadata: grpc.handleUnaryCall<_causeway_installation_v1_UpsertObjectMetadataRequest__Output, _causeway_installation_v1_UpsertedObjectMetadata>;
  
}

export interface InstallationsDefinition extends grpc.ServiceDefinition {
  AdoptRateBudgets: MethodDefinition<_causeway_installation_v1_AdoptRateBudgetsRequest, _causeway_installation_v1_Empty, _causeway_installation_v1_AdoptRateBudgetsRequest__Output, _causeway_installation_v1_Empty__Output>
  BatchGetInstallations: MethodDefinition<_causeway_installation_v1_BatchGetInstallationsRequest, _causeway_installation_v1_ListInstallationsResponse, _causeway_installation_v1_BatchGetInstallationsRequest__Output, _causeway_installation_v1_ListInstallationsResponse__Output>
  BatchUpsertIntegrations: MethodDefinition<_causeway_installation_v1_BatchUpsertIntegrationsRequest, _causeway_installation_v1_ListIntegrationsResponse, _causeway_installation_v1_BatchUpsertIntegrationsRequest__Output, _causeway_installation_v1_ListIntegrationsResponse__Output>
  CloseRateBudget: MethodDefinition<_causeway_installation_v1_CloseRateBudgetRequest, _causeway_installation_v1_Empty, _causeway_installation_v1_CloseRateBudgetRequest__Output, _causeway_installation_v1_Empty__Output>
  CompleteOauth: MethodDefinition<_causeway_installation_v1_CompleteOauthRequest, _causeway_installation_v1_OauthResult, _causeway_installation_v1_CompleteOauthRequest__Output, _causeway_installation_v1_OauthResult__Output>
  ContinueSignIn: MethodDefinition<_causeway_installation_v1_ContinueSignInRequest, _causeway_installation_v1_ContinuedSignIn, _causeway_installation_v1_ContinueSignInRequest__Output, _causeway_installation_v1_ContinuedSignIn__Output>
  CreateConnectSession: MethodDefinition<_causeway_installation_v1_CreateConnectSessionRequest, _causeway_installation_v1_NewConnectSession, _causeway_installation_v1_CreateConnectSessionRequest__Output, _causeway_installation_v1_NewConnectSession__Output>
  CreateInstallation: MethodDefinition<_causeway_installation_v1_CreateInstallationRequest, _causeway_installation_v1_Installation, _causeway_installation_v1_CreateInstallationRequest__Output, _causeway_installation_v1_Installation__Output>
  CreateIntegration: MethodDefinition<_causeway_installation_v1_CreateIntegrationRequest, _causeway_installation_v1_Empty, _causeway_installation_v1_CreateIntegrationRequest__Output, _causeway_installation_v1_Empty__Output>
  CreateProviderApp: MethodDefinition<_causeway_installation_v1_CreateProviderAppRequest, _causeway_installation_v1_ProviderApp, _causeway_installation_v1_CreateProviderAppRequest__Output, _causeway_installation_v1_ProviderApp__Output>
  CreateRevision: MethodDefinition<_causeway_installation_v1_CreateRevisionRequest, _causeway_installation_v1_Empty, _causeway_installation_v1_CreateRevisionRequest__Output, _causeway_installation_v1_Empty__Output>
  DeleteConnection: MethodDefinition<_causeway_installation_v1_DeleteConnectionRequest, _causeway_installation_v1_Empty, _causeway_installation_v1_DeleteConnectionRequest__Output, _causeway_installation_v1_Empty__Output>
  DeleteInstallation: MethodDefinition<_causeway_installation_v1_DeleteInstallationRequest, _causeway_installation_v1_Empty, _causeway_installation_v1_DeleteInstallationRequest__Output, _causeway_installation_v1_Empty__Output>
  DeleteIntegration: MethodDefinition<_causeway_installation_v1_DeleteIntegrationRequest, _causeway_installation_v1_Empty, _causeway_installation_v1_DeleteIntegrationRequest__Output, _causeway_installation_v1_Empty__Output>
  DeleteProviderApp: MethodDefinition<_causeway_installation_v1_DeleteProviderAppRequest, _causeway_installation_v1_Empty, _causeway_installation_v1_DeleteProviderAppRequest__Output, _causeway_installation_v1_Empty__Output>
  DrawPermits: MethodDefinition<_causeway_installation_v1_DrawPermitsRequest, _causeway_installation_v1_DrawnPermits, _causeway_installation_v1_DrawPermitsRequest__Output, _causeway_installation_v1_DrawnPermits__Output>
  FindDestinationUsers: MethodDefinition<_causeway_installation_v1_FindDestinationUsersRequest, _causeway_installation_v1_DestinationUsers, _causeway_installation_v1_FindDestinationUsersRequest__Output, _causeway_installation_v1_DestinationUsers__Output>
  FindOpener: MethodDefinition<_causeway_installation_v1_FindOpenerRequest, _causeway_installation_v1_Opener, _causeway_installation_v1_FindOpenerRequest__Output, _causeway_installation_v1_Opener__Output>
  FindProxyPlan: MethodDefinition<_causeway_installation_v1_FindProxyPlanRequest, _causeway_installation_v1_ProxyPlan, _causeway_installation_v1_FindProxyPlanRequest__Output, _causeway_installation_v1_ProxyPlan__Output>
  FindReadPlan: MethodDefinition<_causeway_installation_v1_FindReadPlanRequest, _causeway_installation_v1_ReadPlan, _causeway_installation_v1_FindReadPlanRequest__Output, _causeway_installation_v1_ReadPlan__Output>
  FindWritePlan: MethodDefinition<_causeway_installation_v1_FindWritePlanRequest, _causeway_installation_v1_WritePlan, _causeway_installation_v1_FindWritePlanRequest__Output, _causeway_installation_v1_WritePlan__Output>
  FinishConnectSession: MethodDefinition<_causeway_installation_v1_FinishConnectSessionRequest, _causeway_installation_v1_ConnectSession, _causeway_installation_v1_FinishConnectSessionRequest__Output, _causeway_installation_v1_ConnectSession__Output>
  GenerateConnection: MethodDefinition<_causeway_installation_v1_GenerateConnectionRequest, _causeway_installation_v1_Connection, _causeway_installation_v1_GenerateConnectionRequest__Output, _causeway_installation_v1_Connection__Output>
  GenerateUploadUrl: MethodDefinition<_causeway_installation_v1_GenerateUploadUrlRequest, _causeway_installation_v1_SignedUrl, _causeway_installation_v1_GenerateUploadUrlRequest__Output, _causeway_installation_v1_SignedUrl__Output>
  GetCallAuth: MethodDefinition<_causeway_installation_v1_GetCallAuthRequest, _causeway_installation_v1_CallAuth, _causeway_installation_v1_GetCallAuthRequest__Output, _causeway_installation_v1_CallAuth__Output>
  GetConnectSession: MethodDefinition<_causeway_installation_v1_GetConnectSessionRequest, _causeway_installation_v1_ConnectSession, _causeway_installation_v1_GetConnectSessionRequest__Output, _causeway_installation_v1_ConnectSession__Output>
  GetConnection: MethodDefinition<_causeway_installation_v1_GetConnectionRequest, _causeway_installation_v1_Connection, _causeway_installation_v1_GetConnectionRequest__Output, _causeway_installation_v1_Connection__Output>
  GetIntegration: MethodDefinition<_causeway_installation_v1_GetIntegrationRequest, _causeway_installation_v1_Integration, _causeway_installation_v1_GetIntegrationRequest__Output, _causeway_installation_v1_Integration__Output>
  GetObjectMetadata: MethodDefinition<_causeway_installation_v1_GetObjectMetadataRequest, _causeway_installation_v1_ObjectMetadata, _causeway_installation_v1_GetObjectMetadataRequest__Output, _causeway_installation_v1_ObjectMetadata__Output>
  GetProvider: MethodDefinition<_causeway_installation_v1_GetProviderRequest, _causeway_installation_v1_ProviderInfo, _causeway_installation_v1_GetProviderRequest__Output, _causeway_installation_v1_ProviderInfo__Output>
  GetRevision: MethodDefinition<_causeway_installation_v1_GetRevisionRequest, _causeway_installation_v1_Revision, _causeway_installation_v1_GetRevisionRequest__Output, _causeway_installation_v1_Revision__Output>
  GetSignIn: MethodDefinition<_causeway_installation_v1_GetSignInRequest, _causeway_installation_v1_SignIn, _causeway_installation_v1_GetSignInRequest__Output, _causeway_installation_v1_SignIn__Output>
  HydrateRevision: MethodDefinition<_causeway_installation_v1_HydrateRevisionRequest, _causeway_installation_v1_HydratedRevision, _causeway_installation_v1_HydrateRevisionRequest__Output, _causeway_installation_v1_HydratedRevision__Output>
  ListClosedRateBudgets: MethodDefinition<_causeway_installation_v1_Empty, _causeway_installation_v1_ClosedRateBudgets, _causeway_installation_v1_Empty__Output, _causeway_installation_v1_ClosedRateBudgets__Output>
  ListConnections: MethodDefinition<_causeway_installation_v1_ListConnectionsRequest, _causeway_installation_v1_ListConnectionsResponse, _causeway_installation_v1_ListConnectionsRequest__Output, _causeway_installation_v1_ListConnectionsResponse__Output>
  ListInstallationKeys: MethodDefinition<_causeway_installation_v1_ListInstallationKeysRequest, _causeway_installation_v1_InstallationKeys, _causeway_installation_v1_ListInstallationKeysRequest__Output, _causeway_installation_v1_InstallationKeys__Output>
  ListInstallations: MethodDefinition<_causeway_installation_v1_ListInstallationsRequest, _causeway_installation_v1_ListInstallationsResponse, _causeway_installation_v1_ListInstallationsRequest__Output, _causeway_installation_v1_ListInstallationsResponse__Output>
  ListIntegrations: MethodDefinition<_causeway_installation_v1_ListIntegrationsRequest, _causeway_installation_v1_ListIntegrationsResponse, _causeway_installation_v1_ListIntegrationsRequest__Output, _causeway_installation_v1_ListIntegrationsResponse__Output>
  ListManifestDestinations: MethodDefinition<_causeway_installation_v1_ListManifestDestinationsRequest, _causeway_installation_v1_DestinationNames, _causeway_installation_v1_ListManifestDestinationsRequest__Output, _causeway_installation_v1_DestinationNames__Output>
  ListProviderApps: MethodDefinition<_causeway_installation_v1_ListProviderAppsRequest, _causeway_installation_v1_ListProviderAppsResponse, _causeway_installation_v1_ListProviderAppsRequest__Output, _causeway_installation_v1_ListProviderAppsResponse__Output>
  ListProviders: MethodDefinition<_causeway_installation_v1_ListProvidersRequest, _causeway_installation_v1_ProviderCatalogue, _causeway_installation_v1_ListProvidersRequest__Output, _causeway_installation_v1_ProviderCatalogue__Output>
  ListReadPlans: MethodDefinition<_causeway_installation_v1_ListReadPlansRequest, _causeway_installation_v1_ListReadPlansResponse, _causeway_installation_v1_ListReadPlansRequest__Output, _causeway_installation_v1_ListReadPlansResponse__Output>
  ListRevisions: MethodDefinition<_causeway_installation_v1_ListRevisionsRequest, _causeway_installation_v1_ListRevisionsResponse, _causeway_installation_v1_ListRevisionsRequest__Output, _causeway_installation_v1_ListRevisionsResponse__Output>
  OpenConnectSession: MethodDefinition<_causeway_installation_v1_OpenConnectSessionRequest, _causeway_installation_v1_ConnectSession, _causeway_installation_v1_OpenConnectSessionRequest__Output, _causeway_installation_v1_ConnectSession__Output>
  PatchObjectConfig: MethodDefinition<_causeway_installation_v1_PatchObjectConfigRequest, _causeway_installation_v1_Installation, _causeway_installation_v1_PatchObjectConfigRequest__Output, _causeway_installation_v1_Installation__Output>
  PreviewProvider: MethodDefinition<_causeway_installation_v1_PreviewProviderRequest, _causeway_installation_v1_ProviderPreview, _causeway_installation_v1_PreviewProviderRequest__Output, _causeway_installation_v1_ProviderPreview__Output>
  ReportRejected: MethodDefinition<_causeway_installation_v1_ReportRejectedRequest, _causeway_installation_v1_Empty, _causeway_installation_v1_ReportRejectedRequest__Output, _causeway_installation_v1_Empty__Output>
  RestartOauth: MethodDefinition<_causeway_installation_v1_RestartOauthRequest, _causeway_installation_v1_OauthStart, _causeway_installation_v1_RestartOauthRequest__Output, _causeway_installation_v1_OauthStart__Output>
  ResumeCustomAuth: MethodDefinition<_causeway_installation_v1_ResumeCustomAuthRequest, _causeway_installation_v1_CustomAuthProgress, _causeway_installation_v1_ResumeCustomAuthRequest__Output, _causeway_installation_v1_CustomAuthProgress__Output>
  StartCustomAuth: MethodDefinition<_causeway_installation_v1_StartCustomAuthRequest, _causeway_installation_v1_CustomAuthProgress, _causeway_installation_v1_StartCustomAuthRequest__Output, _causeway_installation_v1_CustomAuthProgress__Output>
  StartOauth: MethodDefinition<_causeway_installation_v1_StartOauthRequest, _causeway_installation_v1_OauthStart, _causeway_installation_v1_StartOauthRequest__Output, _causeway_installation_v1_OauthStart__Output>
  UpdateConnection: MethodDefinition<_causeway_installation_v1_UpdateConnectionRequest, _causeway_installation_v1_Connection, _causeway_installation_v1_UpdateConnectionRequest__Output, _causeway_installation_v1_Connection__Output>
  UpdateInstallation: MethodDefinition<_causeway_installation_v1_UpdateInstallationRequest, _causeway_installation_v1_Installation, _causeway_installation_v1_UpdateInstallationRequest__Output, _causeway_installation_v1_Installation__Output>
  UpdateProviderApp: MethodDefinition<_causeway_installation_v1_UpdateProviderAppRequest, _causeway_installation_v1_ProviderApp, _causeway_installation_v1_UpdateProviderAppRequest__Output, _causeway_installation_v1_ProviderApp__Output>
  UploadSource: MethodDefinition<_causeway_installation_v1_UploadSourceRequest, _causeway_installation_v1_Empty, _causeway_installation_v1_UploadSourceRequest__Output, _causeway_installation_v1_Empty__Output>
  UpsertObjectMetadata: MethodDefinition<_causeway_installation_v1_UpsertObjectMetadataRequest, _causeway_installation_v1_UpsertedObjectMetadata, _causeway_installation_v1_UpsertObjectMetadataRequest__Output, _causeway_installation_v1_UpsertedObjectMetadata__Output>
}
