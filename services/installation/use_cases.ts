import { makeNewSignInPage } from './usecases/new_sign_in_page.ts';
import { makeAdvanceCustomAuth } from './usecases/advance_custom_auth.ts';
import { makeAskProvider } from './usecases/ask_provider.ts';
import { makeChangeInstallation } from './usecases/change_installation.ts';
import { makeContinueSignIn } from './usecases/continue_sign_in.ts';
import { makeFindOpener } from './usecases/find_opener.ts';
import { makeGetSignIn } from './usecases/get_sign_in.ts';
import { makeCompleteOauth } from './usecases/complete_oauth.ts';
import { makeCreateInstallation } from './usecases/create_installation.ts';
import { makeCreateIntegration } from './usecases/create_integration.ts';
import { makeCreateProviderApp } from './usecases/create_provider_app.ts';
import { makeCreateRevision } from './usecases/create_revision.ts';
import { makeDeleteConnection } from './usecases/delete_connection.ts';
import { makeDeleteInstallation } from './usecases/delete_installation.ts';
import { makeDeleteIntegration } from './usecases/delete_integration.ts';
import { makeDeleteProviderApp } from './usecases/delete_provider_app.ts';
import { makeFindConfigFacts } from './usecases/config_facts.ts';
import { makeDescribeInstallations } from './usecases/describe_installations.ts';
import { makeDeployEntry } from './usecases/deploy_entry.ts';
import type { Deps } from './usecases/deps.ts';
import { makeFindDestinationUsers } from './usecases/find_destination_users.ts';
import { makeFindReadPlan } from './usecases/find_read_plan.ts';
import { makeFinishRemovals } from './usecases/finish_removals.ts';
import { makeGenerateConnection } from './usecases/generate_connection.ts';
import { makeGenerateUploadUrl } from './usecases/generate_upload_url.ts';
import { makeGetCallAuth } from './usecases/get_call_auth.ts';
import { makeGetConnection } from './usecases/get_connection.ts';
import { makeInsertConnection } from './usecases/insert_connection.ts';
import { makeSaveAuthorization } from './usecases/save_authorization.ts';
import { makeGetObjectMetadata } from './usecases/get_object_metadata.ts';
import { makeHydrateRevision } from './usecases/hydrate_revision.ts';
import { makeListInstallations } from './usecases/list_installations.ts';
import { makeListManifestDestinations } from './usecases/list_manifest_destinations.ts';
import { makeListReadPlans } from './usecases/list_read_plans.ts';
import { makeManifestEntries } from './usecases/manifest_entries.ts';
import { makeMarkBad, type MarkBad } from './usecases/mark_bad.ts';
import { makeNoteDestination } from './usecases/note_destination.ts';
import { makePropagateRevision } from './usecases/propagate_revision.ts';
import { makeNoteHealth } from './usecases/note_health.ts';
import { makeNoteOperation } from './usecases/note_operation.ts';
import { makeOpenSignIn } from './usecases/open_sign_in.ts';
import { makePatchObjectConfig } from './usecases/patch_object_config.ts';
import { makeRemoveConnection } from './usecases/remove_connection.ts';
import { makePurgeUploads } from './usecases/purge_uploads.ts';
import { makeReadSource } from './usecases/read_source.ts';
import { makeRemoveInstallations } from './usecases/remove_installations.ts';
import { makeRefreshDueTokens } from './usecases/refresh_due_tokens.ts';
import { makeNoteLostAnswer } from './usecases/note_lost_answer.ts';
import { makeRefreshTokens, type RefreshTokens } from './usecases/refresh_tokens.ts';
import { makeRefreshUnderLease, type RefreshTimes } from './usecases/refresh_under_lease.ts';
import { makeReportRejected } from './usecases/report_rejected.ts';
import { makeRestartOauth } from './usecases/restart_oauth.ts';
import { makeResumeCustomAuth } from './usecases/resume_custom_auth.ts';
import { makeRevokeTokens } from './usecases/revoke_tokens.ts';
import { makeSaveTokens } from './usecases/save_tokens.ts';
import { makeSampleReads } from './usecases/sample_reads.ts';
import { createUnderWay, type UnderWay } from './usecases/under_way.ts';
import { makeStartCustomAuth } from './usecases/start_custom_auth.ts';
import { makeStartOauth } from './usecases/start_oauth.ts';
import { makeUpdateConnection } from './usecases/update_connection.ts';
import { makeUpdateInstallation } from './usecases/update_installation.ts';
import { makeUpdateProviderApp } from './usecases/update_provider_app.ts';
import { makeCheckUploads, NO_UPLOAD_LIMITS, type UploadLimits } from './usecases/upload_quota.ts';
import { uploadLinks } from './usecases/upload_links.ts';
import { makeUploadSource } from './usecases/upload_source.ts';
import { makeUpsertIntegrations } from './usecases/upsert_integrations.ts';
import { makeUpsertObjectMetadata } from './usecases/upsert_object_metadata.ts';
import { makeYamlEntries } from './usecases/yaml_entries.ts';

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
export function makeUseCases(deps: Deps, settings: Settings) {
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
  return {
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
    getConnection: makeGetConnection(deps, { refreshTokens }),
    updateConnection: makeUpdateConnection(deps),
    deleteConnection: makeDeleteConnection(deps, removal),
    upsertIntegrations: makeUpsertIntegrations(deps, deploying),
    createRevision: makeCreateRevision(deps, deploying),
    createIntegration: makeCreateIntegration(deps, deploying),
    deleteIntegration: makeDeleteIntegration(deps, removals),
    listManifestDestinations: makeListManifestDestinations(deploying),
    findDestinationUsers: makeFindDestinationUsers(deps),
    finishRemovals: makeFinishRemovals(deps, removals),
    generateUploadUrl: makeGenerateUploadUrl(deps, links, checkUploads),
    uploadSource: makeUploadSource(deps, links, checkUploads),
    purgeUploads: makePurgeUploads(deps),
    createInstallation: makeCreateInstallation(deps, { sampleReads }),
    listInstallations: makeListInstallations(deps),
    describeInstallations: makeDescribeInstallations(deps, { findConfigFacts: makeFindConfigFacts(deps) }),
    updateInstallation: makeUpdateInstallation({ changeInstallation }),
    patchObjectConfig: makePatchObjectConfig(deps, { changeInstallation }),
    deleteInstallation: makeDeleteInstallation(deps, removal),
    listReadPlans: makeListReadPlans(deps),
    findReadPlan: makeFindReadPlan(deps),
    getCallAuth,
    reportRejected,
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

type RefreshParts = { markBad: MarkBad; underWay: UnderWay };

function tokenRefreshes(
  deps: Deps,
  { markBad, underWay }: RefreshParts,
  { tokenTimeout = 45_000, refreshTimes }: Settings,
): RefreshTokens {
  const usual = { retryMs: 2_000, timeoutMs: tokenTimeout, momentMs: 2_000, patienceMs: 10_000 };
  const times = { ...usual, ...refreshTimes };
  const parts = { markBad, noteLostAnswer: makeNoteLostAnswer(deps), saveTokens: makeSaveTokens(deps) };
  return makeRefreshTokens(deps, { refreshUnderLease: makeRefreshUnderLease(deps, parts, times), underWay }, times);
}

/** The parts that every deployment of a manifest uses. */
function deployments(deps: Deps) {
  const manifestEntries = makeManifestEntries(deps);
  return {
    manifestEntries,
    yamlEntries: makeYamlEntries({ manifestEntries }),
    readSource: makeReadSource(deps),
    deployEntry: makeDeployEntry(deps),
  };
}
