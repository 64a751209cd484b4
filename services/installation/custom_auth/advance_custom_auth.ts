import { createHash, randomBytes } from 'node:crypto';
import type { Call } from '../../../lib/rpc/call.ts';
import type { UseCaseContext } from '../../../lib/use_case/use_case_context.ts';
import type { FullConnection } from '../connections/connection.ts';
import { type InsertConnection, newConnection } from '../connections/new_connection.ts';
import { askOrThrowProblem, tryCredentials, verdictOf } from '../connections/obtain_credentials.ts';
import type { ProviderAppStore } from '../provider_apps/provider_app.ts';
import type { CallOwner, Connectors } from '../providers/provider.ts';
import type { QuotaStore } from '../quota.ts';
import type { CredentialBox } from '../secrets/credential_box.ts';
import type { SignInPageStore } from '../sign_in_pages/sign_in_page.ts';
import { hashOfToken, type NewSignInPage } from '../sign_in_pages/sign_in_pages.ts';
import type { CustomAuthProgress, CustomAuthSession, CustomAuthSessionStore } from './custom_auth_session.ts';

type Deps = UseCaseContext<{
  quotas: QuotaStore;
  signInPages: SignInPageStore;
  customAuthSessions: CustomAuthSessionStore;
  providerApps: ProviderAppStore;
}> & { connectors: Connectors; box: CredentialBox };

/** The data of an authorization that is the same in all of its steps. */
type CustomAuthParties = Pick<
  CustomAuthSession,
  | 'projectId'
  | 'provider'
  | 'providerAppId'
  | 'groupRef'
  | 'groupName'
  | 'consumerRef'
  | 'consumerName'
  | 'metadataJson'
>;
export type CustomAuthResult = { redirect: { url: string; sessionId: string } } | { connection: FullConnection };
export type AdvanceCustomAuth = ReturnType<typeof makeAdvanceCustomAuth>;

type AdvanceParts = { publicUrl: string; insertConnection: InsertConnection; newSignInPage: NewSignInPage };

const SESSION_MS = 10 * 60_000;
const CUSTOM_CALLBACK_PATH = '/callbacks/v1/custom-auth';

/**
 * Continues a multi-step authorization at the beginning of a step. Returns the next page of the provider, or the new
 * connection. If `returned` is true, the customer has returned from the page of `step`, so only the calls of this step
 * remain. Throws unprocessable when the provider refuses, providerFailed when it gives no usable answer.
 */
export function makeAdvanceCustomAuth(deps: Deps, { publicUrl, insertConnection, newSignInPage }: AdvanceParts) {
  const { stores, connectors, box, clock, newId } = deps;

  return async function advance(
    by: Call,
    parties: CustomAuthParties,
    from: { step: number; returned: boolean; progress: CustomAuthProgress; openerOrigin: string },
  ): Promise<CustomAuthResult> {
    let { progress, returned } = from;
    const { openerOrigin } = from;
    const isNew = from.step === 0 && !from.returned;
    for (let step = from.step; step < connectors.countSteps(parties.provider); step += 1) {
      const redirect = returned ? null : await redirectToProvider(parties, { step, progress, openerOrigin, isNew });
      if (redirect) return { redirect };
      progress = await exchanged(parties, step, progress);
      returned = false;
    }
    return { connection: await connect(by, parties, progress) };
  };

  /** `isNew`: true for the first redirect. A later redirect replaces an existing session, so it needs no quota. */
  type Redirect = { step: number; progress: CustomAuthProgress; openerOrigin: string; isNew: boolean };

  async function redirectToProvider(parties: CustomAuthParties, { step, progress, openerOrigin, isNew }: Redirect) {
    const [token, state, verifier, id, now] = [randomToken(), randomToken(), randomToken(), newId(), clock.now()];
    const values = { ...(await valuesOf(parties, progress)), state, codeChallenge: challengeOf(verifier) };
    const page = await askOrThrowProblem(async () => connectors.stepPage(parties.provider, step, values));
    if (!page) return null;
    const kept: CustomAuthProgress = { ...progress, verifier, state: page.bindsState ? state : '' };
    const expireTime = now + SESSION_MS;
    const shown = { ...parties, openerOrigin, isReconnect: false, returnUrl: '', expireTime };
    const own = newSignInPage({ ...shown, url: page.url });
    const session = {
      ...parties,
      id,
      pageId: own.page.id,
      tokenHash: hashOfToken(token),
      step,
      sealed: box.sealProgress({ projectId: parties.projectId, id }, kept),
      createTime: now,
      expireTime,
    };
    await stores.transaction(async (s) => {
      if (isNew) await s.quotas.reserve('signInSteps', { ...parties, now });
      await s.signInPages.insert(own.page);
      await s.customAuthSessions.insert(session);
    });
    return { url: own.url, sessionId: token };
  }

  async function exchanged(
    parties: CustomAuthParties,
    step: number,
    progress: CustomAuthProgress,
  ): Promise<CustomAuthProgress> {
    const values = { ...(await valuesOf(parties, progress)), codeVerifier: progress.verifier ?? '' };
    const { credentials, metadata, claims } = await askOrThrowProblem(() =>
      connectors.takeStep(ownerOf(parties), parties.provider, step, values),
    );
    return {
      ...progress,
      credentials: { ...progress.credentials, ...credentials },
      claims: { ...progress.claims, ...claims },
      learned: { ...progress.learned, ...metadata, ...claims },
    };
  }

  /**
   * The values that a step may use. Fetched values and Causeway's own values come last, so that a caller cannot replace
   * them. From the caller's metadata, only the variables that the provider file declares are used.
   */
  async function valuesOf(
    { projectId, provider, providerAppId, metadataJson }: CustomAuthParties,
    { inputs, params, credentials, claims }: CustomAuthProgress,
  ): Promise<Record<string, string>> {
    const app = providerAppId ? await stores.providerApps.find(projectId, providerAppId) : undefined;
    const client = app && box.openClient(app);
    return {
      ...inputs,
      ...params,
      ...connectors.stepVariables(provider, metadataJson),
      ...credentials,
      ...claims,
      callbackUrl: publicUrl + CUSTOM_CALLBACK_PATH,
      ...(client && { clientId: client.clientId, clientSecret: client.clientSecret }),
    };
  }

  async function connect(by: Call, parties: CustomAuthParties, progress: CustomAuthProgress): Promise<FullConnection> {
    const { provider, metadataJson } = parties;
    const owner = ownerOf(parties);
    const credentials = { kind: 'custom' as const, values: { ...progress.inputs, ...progress.credentials } };
    const variables = connectors.variablesOf(provider, '', metadataJson);
    const account = { owner, provider, credentials };
    const told = await askOrThrowProblem(() =>
      connectors.learn({ ...account, variables: { ...progress.learned, ...variables } }),
    );
    const learned = { ...told, ...progress.learned };
    const trial = { ...account, variables: { ...learned, ...variables }, objects: [], deadline: by.deadline };
    const isAccepted = await tryCredentials(connectors, trial);
    const connection = newConnection(
      deps,
      // The metadata cannot replace a verified workspace.
      { ...parties, workspaceRef: progress.claims?.['workspaceRef'] ?? '' },
      // The public API has no custom scheme; a custom credential counts as an API key.
      {
        authScheme: 'apiKey',
        credentials,
        learned,
        providerAppId: parties.providerAppId,
        ...verdictOf(isAccepted),
      },
    );
    return insertConnection(by, parties, connection);
  }
}

function ownerOf({ projectId, providerAppId, groupRef }: CustomAuthParties): CallOwner {
  return { projectId, providerAppId, account: groupRef };
}

/** The S256 challenge of a PKCE verifier (RFC 7636 4.2). */
function challengeOf(verifier: string): string {
  return createHash('sha256').update(verifier).digest('base64url');
}

function randomToken(): string {
  return randomBytes(32).toString('base64url');
}
