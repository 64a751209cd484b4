import { makeChangeInstallation } from './usecases/change_installation.ts';
import { makeCompleteOauth } from './usecases/complete_oauth.ts';
import { makeCreateInstallation } from './usecases/create_installation.ts';
import { makeCreateProviderApp } from './usecases/create_provider_app.ts';
import { makeDeleteConnection } from './usecases/delete_connection.ts';
import { makeDeleteInstallation } from './usecases/delete_installation.ts';
import { makeDeleteProviderApp } from './usecases/delete_provider_app.ts';
import type { Deps } from './usecases/deps.ts';
import { makeFindReadPlan } from './usecases/find_read_plan.ts';
import { makeGenerateConnection } from './usecases/generate_connection.ts';
import { makeGetCallAuth } from './usecases/get_call_auth.ts';
import { makeGetConnection } from './usecases/get_connection.ts';
import { makeListInstallations } from './usecases/list_installations.ts';
import { makeListReadPlans } from './usecases/list_read_plans.ts';
import { makeKeepSignIn } from './usecases/keep_sign_in.ts';
import { makeMarkBad } from './usecases/mark_bad.ts';
import { makeNoteDestination } from './usecases/note_destination.ts';
import { makeNoteOperation } from './usecases/note_operation.ts';
import { makeOpenSignIn } from './usecases/open_sign_in.ts';
import { makePatchObjectConfig } from './usecases/patch_object_config.ts';
import { makeRemoveConnection } from './usecases/remove_connection.ts';
import { makeRenewDueTokens } from './usecases/renew_due_tokens.ts';
import { makeRenewTokens } from './usecases/renew_tokens.ts';
import { makeReportRejected } from './usecases/report_rejected.ts';
import { makeRestartOauth } from './usecases/restart_oauth.ts';
import { makeRevokeTokens } from './usecases/revoke_tokens.ts';
import { makeSampleReads } from './usecases/sample_reads.ts';
import { makeStartOauth } from './usecases/start_oauth.ts';
import { makeUpdateConnection } from './usecases/update_connection.ts';
import { makeUpdateProviderApp } from './usecases/update_provider_app.ts';
import { makeUpdateInstallation } from './usecases/update_installation.ts';
import { makeUpsertIntegrations } from './usecases/upsert_integrations.ts';

/** Everything this service does, wired. */
export function useCases(
  deps: Deps,
  {
    publicUrl,
    refreshRetry = 2_000,
    revocationRetry = 10_000,
    wakeRevoker = () => {},
  }: { publicUrl: string; refreshRetry?: number; revocationRetry?: number; wakeRevoker?: () => void },
) {
  const markBad = makeMarkBad(deps);
  const renewTokens = makeRenewTokens(deps, markBad, { retryMillis: refreshRetry });
  const getCallAuth = makeGetCallAuth(deps, { renewTokens, markBad });
  const sampleReads = makeSampleReads(deps, { getCallAuth });
  const openSignIn = makeOpenSignIn(deps, publicUrl);
  const keepSignIn = makeKeepSignIn(deps);
  const changeInstallation = makeChangeInstallation(deps, { sampleReads });
  const removal = { removeConnection: makeRemoveConnection(deps), wakeRevoker };
  return {
    createProviderApp: makeCreateProviderApp(deps),
    deleteProviderApp: makeDeleteProviderApp(deps),
    updateProviderApp: makeUpdateProviderApp(deps),
    startOauth: makeStartOauth(deps, openSignIn),
    restartOauth: makeRestartOauth(deps, openSignIn),
    completeOauth: makeCompleteOauth(deps, { publicUrl, keepSignIn }),
    generateConnection: makeGenerateConnection(deps),
    getConnection: makeGetConnection(deps, { renewTokens }),
    updateConnection: makeUpdateConnection(deps),
    deleteConnection: makeDeleteConnection(deps, removal),
    upsertIntegrations: makeUpsertIntegrations(deps),
    createInstallation: makeCreateInstallation(deps, { sampleReads }),
    listInstallations: makeListInstallations(deps),
    updateInstallation: makeUpdateInstallation({ changeInstallation }),
    patchObjectConfig: makePatchObjectConfig(deps, { changeInstallation }),
    deleteInstallation: makeDeleteInstallation(deps, removal),
    listReadPlans: makeListReadPlans(deps),
    findReadPlan: makeFindReadPlan(deps),
    getCallAuth,
    reportRejected: makeReportRejected(deps, { renewTokens, markBad }),
    revokeTokens: makeRevokeTokens(deps, { retryMillis: revocationRetry }),
    renewDueTokens: makeRenewDueTokens(deps, { renewTokens }),
    noteOperation: makeNoteOperation(deps),
    noteDestination: makeNoteDestination(deps),
  };
}
