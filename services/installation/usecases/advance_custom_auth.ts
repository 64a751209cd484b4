import { randomBytes } from 'node:crypto';
import type { FullConnection } from '../domain/connection.ts';
import type { CustomAuthProgress, CustomAuthSession } from '../domain/custom_auth_session.ts';
import type { Deps } from './deps.ts';
import type { InsertConnection } from './insert_connection.ts';
import { newConnection } from './new_connection.ts';
import { asking, tryCredentials } from './obtain_credentials.ts';
import { stateHash } from './open_sign_in.ts';

/** The parties of an authorization; the same for all of its steps. */
export type CustomAuthParties = Pick<
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

const SESSION_MS = 10 * 60_000;
export const CUSTOM_CALLBACK_PATH = '/callbacks/v1/custom-auth';

/**
 * Continues a multi-step authorization at the beginning of a step. Returns the next page of the provider, or the new
 * connection. `returned` is true when the customer is back from the page of `step`, so that only its calls remain.
 * Throws unprocessable when the provider refuses, providerFailed when it gives no usable answer.
 */
export function makeAdvanceCustomAuth(
  deps: Deps,
  { publicUrl, insertConnection }: { publicUrl: string; insertConnection: InsertConnection },
) {
  const { stores, connectors, box, clock, newId } = deps;

  return async function advance(
    parties: CustomAuthParties,
    from: { step: number; returned: boolean; progress: CustomAuthProgress },
  ): Promise<CustomAuthResult> {
    let { progress, returned } = from;
    for (let step = from.step; step < connectors.countSteps(parties.provider); step += 1) {
      const redirect = returned ? null : await redirectToProvider(parties, step, progress);
      if (redirect) return { redirect };
      progress = await exchanged(parties, step, progress);
      returned = false;
    }
    return { connection: await connect(parties, progress) };
  };

  async function redirectToProvider(parties: CustomAuthParties, step: number, progress: CustomAuthProgress) {
    const [token, state, id, now] = [random(), random(), newId(), clock.now()];
    const values = { ...(await valuesOf(parties, progress)), callbackUrl: publicUrl + CUSTOM_CALLBACK_PATH, state };
    const page = await asking(async () => connectors.stepPage(parties.provider, step, values));
    if (!page) return null;
    const kept: CustomAuthProgress = { ...progress, state: page.bindsState ? state : '' };
    const session = {
      ...parties,
      id,
      tokenHash: stateHash(token),
      step,
      sealed: box.sealProgress({ projectId: parties.projectId, id }, kept),
      createTime: now,
      expireTime: now + SESSION_MS,
    };
    await stores.transaction(async (s) => {
      await s.quotas.reserve('signInSteps', { ...parties, now });
      await s.customAuthSessions.insert(session);
    });
    return { url: page.url, sessionId: token };
  }

  async function exchanged(
    parties: CustomAuthParties,
    step: number,
    progress: CustomAuthProgress,
  ): Promise<CustomAuthProgress> {
    const values = await valuesOf(parties, progress);
    const { credentials, metadata } = await asking(() => connectors.takeStep(parties.provider, step, values));
    return {
      ...progress,
      credentials: { ...progress.credentials, ...credentials },
      learned: { ...progress.learned, ...metadata },
    };
  }

  /** Values of the account and the app come last, so that customer input cannot override them. */
  async function valuesOf(
    { projectId, provider, providerAppId, metadataJson }: CustomAuthParties,
    { inputs, params, credentials }: CustomAuthProgress,
  ): Promise<Record<string, string>> {
    const app = providerAppId ? await stores.providerApps.find(projectId, providerAppId) : undefined;
    const client = app && box.openClient(app);
    return {
      ...inputs,
      ...params,
      ...credentials,
      ...connectors.variablesOf(provider, '', metadataJson),
      ...(client && { clientId: client.clientId, clientSecret: client.clientSecret }),
    };
  }

  async function connect(parties: CustomAuthParties, progress: CustomAuthProgress): Promise<FullConnection> {
    const { provider, metadataJson } = parties;
    const credentials = { kind: 'custom' as const, values: { ...progress.inputs, ...progress.credentials } };
    const variables = connectors.variablesOf(provider, '', metadataJson);
    await tryCredentials(connectors, { provider, credentials, variables });
    const told = await asking(() =>
      connectors.learn({ provider, credentials, variables: { ...progress.learned, ...variables } }),
    );
    const connection = newConnection(
      deps,
      { ...parties, workspaceRef: '' },
      // The public API has no custom scheme; a custom credential counts as an API key.
      {
        authScheme: 'apiKey',
        credentials,
        learned: { ...told, ...progress.learned },
        providerAppId: parties.providerAppId,
      },
    );
    return insertConnection(parties, connection);
  }
}

function random(): string {
  return randomBytes(32).toString('base64url');
}
