import { makeWriteAuditEntry } from '../../lib/audit/audit.ts';
import type { NewId } from '../../lib/ids/ids.ts';
import type { Log } from '../../lib/log/log.ts';
import type { Clock } from '../../lib/time/clock.ts';
import { makeAdoptBudgets, makePermitSource } from './budgets/rate_budgets.ts';
import { makeAskProvider } from './call_auth/ask_provider.ts';
import { makeGetCallAuth, makeReportRejected } from './call_auth/call_auths.ts';
import { makeSampleReads } from './configs/plans_for.ts';
import {
  makeFinishConnectSession,
  makeGetConnectSession,
  makeOpenConnectSession,
} from './connect_sessions/connect_sessions.ts';
import { makeCreateConnectSession } from './connect_sessions/create_connect_session.ts';
import type { RefreshTokens } from './connections/connection.ts';
import {
  type MarkBad,
  makeDeleteConnection,
  makeGetConnection,
  makeMarkBad,
  makeRemoveConnection,
} from './connections/connections.ts';
import { makeGenerateConnection, makeInsertConnection } from './connections/new_connection.ts';
import { makeUpdateConnection } from './connections/update_connection.ts';
import { makeAdvanceCustomAuth } from './custom_auth/advance_custom_auth.ts';
import { makeResumeCustomAuth, makeStartCustomAuth } from './custom_auth/custom_auths.ts';
import { makeFindDestinationUsers, makeNoteDestination } from './destination_uses/destination_uses.ts';
import { makeFindDestinationNames } from './destinations/destination_names.ts';
import { makeHydrateRevision } from './fields/hydrate_revision.ts';
import { makeGetObjectMetadata, makeUpsertObjectMetadata } from './fields/object_metadata.ts';
import { makeDescribeInstallations, makeFindConfigFacts } from './health/describe_installations.ts';
import { makeFindSuspects, makeListByHealth, makeNoteHealth } from './health/list_by_health.ts';
import { makeChangeInstallation } from './installations/change_installation.ts';
import { makeCreateInstallation } from './installations/create_installation.ts';
import {
  makeDeleteInstallation,
  makeListInstallations,
  makeNoteOperation,
  makePropagateRevision,
} from './installations/installations.ts';
import { makePatchObjectConfig, makeUpdateInstallation } from './installations/update_installation.ts';
import {
  makeDeleteIntegration,
  makeFinishRemovals,
  makeRemoveInstallations,
} from './integration_removals/remove_installations.ts';
import { makeCreateRevision, makeDeployEntries, makeUpsertIntegrations } from './integrations/deploy_entries.ts';
import { makeDeployEntry } from './integrations/deploy_entry.ts';
import {
  makeCreateIntegration,
  makeGetIntegration,
  makeGetRevision,
  makeListManifestDestinations,
} from './integrations/integrations.ts';
import { makeManifestEntries } from './manifests/manifest_entries.ts';
import { makeYamlEntries } from './manifests/yaml_entries.ts';
import { makeCompleteOauth } from './oauth/complete_oauth.ts';
import { makeOpenSignIn } from './oauth/open_sign_in.ts';
import { makeSaveAuthorization } from './oauth/save_authorization.ts';
import { makeRestartOauth, makeStartOauth } from './oauth/start_oauth.ts';
import { makeFindProxyPlan, makeFindReadPlan, makeFindWritePlan, makeListReadPlans } from './plans/plans.ts';
import { makeCreateProviderApp, makeDeleteProviderApp, makeUpdateProviderApp } from './provider_apps/provider_apps.ts';
import type { Connectors } from './providers/provider.ts';
import { makeGetProvider, makePreviewProvider, type PreviewProvider } from './providers/providers.ts';
import { makeRevokeTokens } from './revocations/revoke_tokens.ts';
import type { CredentialBox } from './secrets/credential_box.ts';
import { makeContinueSignIn, makeFindOpener, makeGetSignIn, makeNewSignInPage } from './sign_in_pages/sign_in_pages.ts';
import type { Stores } from './stores.ts';
import {
  createPendingWork,
  makeRefreshDueTokens,
  makeRefreshTokens,
  type PendingWork,
} from './tokens/refresh_tokens.ts';
import { makeRefreshUnderLease, type RefreshTimes } from './tokens/refresh_under_lease.ts';
import { makeNoteLostAnswer, makeSaveTokens } from './tokens/save_tokens.ts';
import { makeReadSource } from './uploads/read_source.ts';
import {
  makeCheckUploads,
  makeGenerateUploadUrl,
  makeUploadSource,
  NO_UPLOAD_LIMITS,
  type UploadLimits,
  uploadLinks,
} from './uploads/uploads.ts';

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
  /** The key that signs upload URLs is derived from this token. */
  internalToken: string;
  /** Timeout of a request to a token endpoint. Ms. */
  tokenTimeout?: number;
  refreshTimes?: Partial<RefreshTimes>;
  /** `confirmMs` of makeReportRejected (call_auth/call_auths.ts). */
  confirmRefusal?: number;
  revocationRetry?: number;
  wakeRevoker?: () => void;
  uploads?: UploadLimits;
};

/** Wires the use cases of this service. */
export function makeUseCases(given: UseCaseDeps, settings: Settings) {
  const deps = { ...given, audit: makeWriteAuditEntry('installation', given) };
  const { stores, connectors } = deps;
  const { publicUrl, internalToken, confirmRefusal = 3_000 } = settings;
  const { revocationRetry = 10_000, wakeRevoker = () => {} } = settings;
  const markBad = makeMarkBad(deps);
  const pending = createPendingWork(deps.log);
  const refreshTokens = makeTokenRefresher(deps, { markBad, pending }, settings);
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
  const deploying = makeDeployUseCases(deps);
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
    generateConnection: makeGenerateConnection(deps, { insertConnection, getIntegration }),
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
    listInstallationKeys: stores.installations.listKeys,
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
    findWritePlan: makeFindWritePlan(deps),
    findProxyPlan: makeFindProxyPlan(deps),
    getCallAuth,
    reportRejected,
    permits: makePermitSource(deps),
    adoptBudgets: makeAdoptBudgets(deps),
    /** Resolves when no token refresh is running. */
    refreshesSettled: pending.settled,
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

type RefreshParts = { markBad: MarkBad; pending: PendingWork };

function makeTokenRefresher(
  deps: UseCaseDeps,
  { markBad, pending }: RefreshParts,
  { tokenTimeout = 45_000, refreshTimes }: Settings,
): RefreshTokens {
  const usual = { retryMs: 2_000, timeoutMs: tokenTimeout, momentMs: 2_000, maxWaitMs: 10_000 };
  const times = { ...usual, ...refreshTimes };
  const parts = { markBad, noteLostAnswer: makeNoteLostAnswer(deps), saveTokens: makeSaveTokens(deps) };
  return makeRefreshTokens(deps, { refreshUnderLease: makeRefreshUnderLease(deps, parts, times), pending }, times);
}

/** Makes the use cases that every deployment of a manifest needs. */
function makeDeployUseCases(deps: UseCaseDeps & Parameters<typeof makeDeployEntry>[0]) {
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
