import { makeFindSuspects } from './health/usecases/find_suspects.ts';
import { makeAudit } from '../../lib/audit/audit.ts';
import { makeGetIntegration } from './integrations/usecases/get_integration.ts';
import type { PreviewProvider } from './providers/domain/provider_preview.ts';
import { makePreviewProvider } from './providers/usecases/preview_provider.ts';
import { makeGetProvider } from './providers/usecases/get_provider.ts';
import type { NewId } from '../../lib/ids/ids.ts';
import type { Log } from '../../lib/log/log.ts';
import type { Clock } from '../../lib/time/clock.ts';
import type { Connectors } from './providers/domain/provider.ts';
import type { CredentialBox } from './secrets/usecases/credential_box.ts';
import type { Stores } from './stores.ts';
import { makeNewSignInPage } from './sign_in_pages/usecases/new_sign_in_page.ts';
import { makeAdvanceCustomAuth } from './custom_auth/usecases/advance_custom_auth.ts';
import { makeAskProvider } from './call_auth/usecases/ask_provider.ts';
import { makeChangeInstallation } from './installations/usecases/change_installation.ts';
import { makeContinueSignIn } from './sign_in_pages/usecases/continue_sign_in.ts';
import { makeFindOpener } from './sign_in_pages/usecases/find_opener.ts';
import { makeGetSignIn } from './sign_in_pages/usecases/get_sign_in.ts';
import { makeCompleteOauth } from './oauth/usecases/complete_oauth.ts';
import { makeCreateInstallation } from './installations/usecases/create_installation.ts';
import { makeCreateIntegration } from './integrations/usecases/create_integration.ts';
import { makeCreateProviderApp } from './provider_apps/usecases/create_provider_app.ts';
import { makeCreateRevision } from './integrations/usecases/create_revision.ts';
import { makeDeleteConnection } from './connections/usecases/delete_connection.ts';
import { makeDeleteInstallation } from './installations/usecases/delete_installation.ts';
import { makeDeleteIntegration } from './integration_removals/usecases/delete_integration.ts';
import { makeDeleteProviderApp } from './provider_apps/usecases/delete_provider_app.ts';
import { makeFindDestinationNames } from './destinations/usecases/find_destination_names.ts';
import { makeFindConfigFacts } from './health/usecases/config_facts.ts';
import { makeDescribeInstallations } from './health/usecases/describe_installations.ts';
import { makeDeployEntries } from './integrations/usecases/deploy_entries.ts';
import { makeDeployEntry } from './integrations/usecases/deploy_entry.ts';
import { makeGetRevision } from './integrations/usecases/get_revision.ts';
import { makeFindDestinationUsers } from './destination_uses/usecases/find_destination_users.ts';
import { makeFindReadPlan } from './read_plans/usecases/find_read_plan.ts';
import { makeFinishRemovals } from './integration_removals/usecases/finish_removals.ts';
import { makeGenerateConnection } from './connections/usecases/generate_connection.ts';
import { makeGenerateUploadUrl } from './uploads/usecases/generate_upload_url.ts';
import { makeGetCallAuth } from './call_auth/usecases/get_call_auth.ts';
import { makeGetConnection } from './connections/usecases/get_connection.ts';
import { makeInsertConnection } from './connections/usecases/insert_connection.ts';
import { makeSaveAuthorization } from './oauth/usecases/save_authorization.ts';
import { makeGetObjectMetadata } from './fields/usecases/get_object_metadata.ts';
import { makeHydrateRevision } from './fields/usecases/hydrate_revision.ts';
import { makeListByHealth } from './health/usecases/list_by_health.ts';
import { makeCreateConnectSession } from './connect_sessions/usecases/create_connect_session.ts';
import { makeFinishConnectSession } from './connect_sessions/usecases/finish_connect_session.ts';
import { makeGetConnectSession, makeOpenConnectSession } from './connect_sessions/usecases/open_connect_session.ts';
import { makeListInstallations } from './installations/usecases/list_installations.ts';
import { makeListManifestDestinations } from './integrations/usecases/list_manifest_destinations.ts';
import { makeListReadPlans } from './read_plans/usecases/list_read_plans.ts';
import { makeManifestEntries } from './manifests/usecases/manifest_entries.ts';
import { makeMarkBad, type MarkBad } from './connections/usecases/mark_bad.ts';
import { makeNoteDestination } from './destination_uses/usecases/note_destination.ts';
import { makePropagateRevision } from './installations/usecases/propagate_revision.ts';
import { makeNoteHealth } from './health/usecases/note_health.ts';
import { makeNoteOperation } from './installations/usecases/note_operation.ts';
import { makeOpenSignIn } from './oauth/usecases/open_sign_in.ts';
import { makePatchObjectConfig } from './installations/usecases/patch_object_config.ts';
import { makeRemoveConnection } from './connections/usecases/remove_connection.ts';
import { makeReadSource } from './uploads/usecases/read_source.ts';
import { makeRemoveInstallations } from './integration_removals/usecases/remove_installations.ts';
import { makeRefreshDueTokens } from './tokens/usecases/refresh_due_tokens.ts';
import { makeNoteLostAnswer } from './tokens/usecases/note_lost_answer.ts';
import { makeRefreshTokens } from './tokens/usecases/refresh_tokens.ts';
import type { RefreshTokens } from './connections/domain/refresh_tokens.ts';
import { makeRefreshUnderLease, type RefreshTimes } from './tokens/usecases/refresh_under_lease.ts';
import { makeReportRejected } from './call_auth/usecases/report_rejected.ts';
import { makeRestartOauth } from './oauth/usecases/restart_oauth.ts';
import { makeResumeCustomAuth } from './custom_auth/usecases/resume_custom_auth.ts';
import { makeRevokeTokens } from './revocations/usecases/revoke_tokens.ts';
import { makeSaveTokens } from './tokens/usecases/save_tokens.ts';
import { makeSampleReads } from './configs/usecases/sample_reads.ts';
import { createUnderWay, type UnderWay } from './tokens/usecases/under_way.ts';
import { makeStartCustomAuth } from './custom_auth/usecases/start_custom_auth.ts';
import { makeStartOauth } from './oauth/usecases/start_oauth.ts';
import { makeAdoptBudgets } from './budgets/usecases/adopt_budgets.ts';
import { makePermitSource } from './budgets/usecases/draw_permits.ts';
import { makeUpdateConnection } from './connections/usecases/update_connection.ts';
import { makeUpdateInstallation } from './installations/usecases/update_installation.ts';
import { makeUpdateProviderApp } from './provider_apps/usecases/update_provider_app.ts';
import { makeCheckUploads, NO_UPLOAD_LIMITS, type UploadLimits } from './uploads/usecases/upload_quota.ts';
import { uploadLinks } from './uploads/usecases/upload_links.ts';
import { makeUploadSource } from './uploads/usecases/upload_source.ts';
import { makeUpsertIntegrations } from './integrations/usecases/upsert_integrations.ts';
import { makeUpsertObjectMetadata } from './fields/usecases/upsert_object_metadata.ts';
import { makeYamlEntries } from './manifests/usecases/yaml_entries.ts';

export type UseCaseDeps = {
  stores: Stores;
  connectors: Connectors;
  preview?: PreviewProvider | null;
  box: CredentialBox;
  clock: Clock;
  newId: NewId;
  log: Log;
};

type Settings = {
  publicUrl: string;
  /** The key that signs upload URLs is derived from it. */
  internalToken: string;
  tokenTimeout?: number;
  refreshTimes?: Partial<RefreshTimes>;
  confirmRefusal?: number;
  revocationRetry?: number;
  wakeRevoker?: () => void;
  uploads?: UploadLimits;
};

/** Wires the use cases of this service. */
export function makeUseCases(given: UseCaseDeps, settings: Settings) {
  const deps = { ...given, audit: makeAudit('installation', given) };
  const { stores, connectors } = deps;
  const { publicUrl, internalToken, confirmRefusal = 3_000 } = settings;
  const { revocationRetry = 10_000, wakeRevoker = () => {} } = settings;
  const markBad = makeMarkBad(deps);
  const underWay = createUnderWay(deps.log);
  const refreshTokens = tokenRefreshes(deps, { markBad, underWay }, settings);
  const getCallAuth = makeGetCallAuth(deps, { refreshTokens, markBad });
  const reportRejected = makeReportRejected(deps, { refreshTokens, markBad, confirmMs: confirmRefusal });
  const askProvider = makeAskProvider(deps, { getCallAuth, reportRejected });
  const sampleReads = makeSampleReads(deps, { getCallAuth });
  const newSignInPage = makeNewSignInPage(deps, publicUrl);
  const openSignIn = makeOpenSignIn(deps, { publicUrl, newSignInPage });
  const saveAuthorization = makeSaveAuthorization(deps);
  const insertConnection = makeInsertConnection(deps);
  const advance = makeAdvanceCustomAuth(deps, { publicUrl, insertConnection, newSignInPage });
  const changeInstallation = makeChangeInstallation(deps, { sampleReads });
  const removal = { removeConnection: makeRemoveConnection(deps), wakeRevoker };
  const removals = makeRemoveInstallations(deps, removal);
  const links = uploadLinks({ publicUrl, secret: internalToken });
  const checkUploads = makeCheckUploads(deps, settings.uploads ?? NO_UPLOAD_LIMITS);
  const deploying = deployments(deps);
  const getIntegration = makeGetIntegration(deps);
  const getProvider = makeGetProvider(deps);
  const listInstallations = makeListInstallations(deps);
  const describeInstallations = makeDescribeInstallations(deps, {
    findConfigFacts: makeFindConfigFacts(deps),
    findDestinationNames: makeFindDestinationNames(deps),
  });
  return {
    listProviders: connectors.catalogueJson,
    getProvider,
    previewProvider: makePreviewProvider(deps),
    listProviderApps: stores.providerApps.list,
    createProviderApp: makeCreateProviderApp(deps),
    deleteProviderApp: makeDeleteProviderApp(deps),
    updateProviderApp: makeUpdateProviderApp(deps),
    startOauth: makeStartOauth(deps, openSignIn),
    restartOauth: makeRestartOauth(deps, openSignIn),
    getSignIn: makeGetSignIn(deps),
    continueSignIn: makeContinueSignIn(deps),
    findOpener: makeFindOpener(deps),
    completeOauth: makeCompleteOauth(deps, { publicUrl, saveAuthorization }),
    startCustomAuth: makeStartCustomAuth(deps, advance),
    resumeCustomAuth: makeResumeCustomAuth(deps, advance),
    generateConnection: makeGenerateConnection(deps, insertConnection),
    listConnections: stores.connections.list,
    getConnection: makeGetConnection(deps, { refreshTokens }),
    updateConnection: makeUpdateConnection(deps),
    deleteConnection: makeDeleteConnection(deps, removal),
    listIntegrations: stores.integrations.list,
    listRevisions: stores.integrations.listOfIntegration,
    getRevision: makeGetRevision(deps, { getIntegration }),
    getIntegration,
    createConnectSession: makeCreateConnectSession(deps, { getIntegration, getProvider }),
    getConnectSession: makeGetConnectSession(deps),
    openConnectSession: makeOpenConnectSession(deps),
    finishConnectSession: makeFinishConnectSession(deps),
    upsertIntegrations: makeUpsertIntegrations(deps, deploying),
    createRevision: makeCreateRevision(deps, deploying),
    createIntegration: makeCreateIntegration(deps, deploying),
    deleteIntegration: makeDeleteIntegration(deps, removals),
    listManifestDestinations: makeListManifestDestinations(deploying),
    findDestinationUsers: makeFindDestinationUsers(deps),
    finishRemovals: makeFinishRemovals(deps, removals),
    generateUploadUrl: makeGenerateUploadUrl(deps, links, checkUploads),
    uploadSource: makeUploadSource(deps, links, checkUploads),
    batchGetInstallations: stores.installations.listByKeys,
    createInstallation: makeCreateInstallation(deps, { sampleReads }),
    listInstallations,
    describeInstallations,
    listByHealth: makeListByHealth({
      list: listInstallations,
      describe: describeInstallations,
      findSuspects: makeFindSuspects(deps),
    }),
    updateInstallation: makeUpdateInstallation({ changeInstallation }),
    patchObjectConfig: makePatchObjectConfig(deps, { changeInstallation }),
    deleteInstallation: makeDeleteInstallation(deps, removal),
    listReadPlans: makeListReadPlans(deps),
    findReadPlan: makeFindReadPlan(deps),
    getCallAuth,
    reportRejected,
    permits: makePermitSource(deps),
    adoptBudgets: makeAdoptBudgets(deps),
    /** Resolves when no token refresh is running. */
    refreshesSettled: underWay.settled,
    getObjectMetadata: makeGetObjectMetadata(deps, { askProvider }),
    upsertObjectMetadata: makeUpsertObjectMetadata(deps, { askProvider }),
    hydrateRevision: makeHydrateRevision(deps, { askProvider }),
    revokeTokens: makeRevokeTokens(deps, { retryMs: revocationRetry }),
    refreshDueTokens: makeRefreshDueTokens(deps, { refreshTokens }),
    noteOperation: makeNoteOperation(deps),
    propagateRevision: makePropagateRevision(deps),
    noteDestination: makeNoteDestination(deps),
    noteHealth: makeNoteHealth(deps),
  };
}

export type UseCases = ReturnType<typeof makeUseCases>;

type RefreshParts = { markBad: MarkBad; underWay: UnderWay };

function tokenRefreshes(
  deps: UseCaseDeps,
  { markBad, underWay }: RefreshParts,
  { tokenTimeout = 45_000, refreshTimes }: Settings,
): RefreshTokens {
  const usual = { retryMs: 2_000, timeoutMs: tokenTimeout, momentMs: 2_000, patienceMs: 10_000 };
  const times = { ...usual, ...refreshTimes };
  const parts = { markBad, noteLostAnswer: makeNoteLostAnswer(deps), saveTokens: makeSaveTokens(deps) };
  return makeRefreshTokens(deps, { refreshUnderLease: makeRefreshUnderLease(deps, parts, times), underWay }, times);
}

/** The parts that every deployment of a manifest uses. */
function deployments(deps: UseCaseDeps & Parameters<typeof makeDeployEntry>[0]) {
  const manifestEntries = makeManifestEntries(deps);
  const deployEntry = makeDeployEntry(deps);
  return {
    manifestEntries,
    yamlEntries: makeYamlEntries({ manifestEntries }),
    readSource: makeReadSource(deps),
    deployEntry,
    deployEntries: makeDeployEntries({ deployEntry }),
  };
}
