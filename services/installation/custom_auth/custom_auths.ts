import { Buffer } from 'node:buffer';
import { timingSafeEqual } from 'node:crypto';
import { type Issue, notFound, Problem } from '../../../lib/problem/problem.ts';
import type { Call } from '../../../lib/rpc/call.ts';
import type { Clock } from '../../../lib/time/clock.ts';
import { checkConnectionQuotas, checkParties } from '../connections/new_connection.ts';
import { isPlainObject } from '../fault.ts';
import { notForProvider } from '../oauth/open_sign_in.ts';
import type { ProviderAppStore } from '../provider_apps/provider_app.ts';
import type { Connectors, ProviderFacts } from '../providers/provider.ts';
import { knownProvider } from '../providers/providers.ts';
import type { QuotaStore } from '../quota.ts';
import type { CredentialBox } from '../secrets/credential_box.ts';
import type { SignInPageStore } from '../sign_in_pages/sign_in_page.ts';
import { hashOfToken } from '../sign_in_pages/sign_in_pages.ts';
import type { AdvanceCustomAuth, CustomAuthResult } from './advance_custom_auth.ts';
import type { CustomAuthProgress, CustomAuthSessionStore, SessionOwner } from './custom_auth_session.ts';

type Deps = { stores: { providerApps: ProviderAppStore; quotas: QuotaStore }; connectors: Connectors };

type CustomAuthRequest = {
  projectId: string;
  provider: string;
  groupRef: string;
  groupName: string;
  consumerRef: string;
  consumerName: string;
  metadataJson: string;
  providerAppId: string;
  customAuthJson: string;
  /** Origin of the page that sent the request; empty for a server. */
  openerOrigin: string;
};

/**
 * Starts a multi-step authorization. Throws invalidArgument, notFound (the provider app), unprocessable and
 * providerFailed.
 */
export function makeStartCustomAuth({ stores, connectors }: Deps, advance: AdvanceCustomAuth) {
  return async function startCustomAuth(call: Call, request: CustomAuthRequest): Promise<CustomAuthResult> {
    if (!request.provider) throw missingValue('provider');
    checkParties({ ...request, workspaceRef: '' });
    const facts = knownProvider(connectors, request.provider);
    if (connectors.countSteps(facts.name) === 0) throw notMultiStep(facts);
    const inputs = inputsOf(facts, JSON.parse(request.customAuthJson || '{}'));
    await connectors.checkVariables(facts.name, connectors.variablesOf(facts.name, '', request.metadataJson));
    await checkConnectionQuotas(stores, request);
    const { customAuthJson: _inputs, openerOrigin, ...parties } = request;
    return advance(
      call,
      { ...parties, metadataJson: request.metadataJson || '{}', providerAppId: await appIdFor(request) },
      {
        step: 0,
        returned: false,
        progress: { state: '', inputs, params: {}, credentials: {}, learned: {} },
        openerOrigin,
      },
    );
  };

  /** Returns null when the project has no app. A step that needs a client id then fails. */
  async function appIdFor({ projectId, provider, providerAppId }: CustomAuthRequest): Promise<string | null> {
    if (!providerAppId) return (await stores.providerApps.findDefault(projectId, provider))?.id ?? null;
    const app = await stores.providerApps.find(projectId, providerAppId);
    if (!app) throw notFound('provider app');
    if (app.provider !== provider) throw notForProvider(`The provider app is for ${app.provider}.`);
    return app.id;
  }
}

function inputsOf({ customInputs, displayName }: ProviderFacts, given: unknown): Record<string, string> {
  const values = isPlainObject(given) ? given : {};
  const inputs = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, [value].flat().map(String).join(',')]),
  );
  const [absent] = customInputs.filter((name) => !inputs[name]);
  if (absent !== undefined) throw missingValue(`customAuth.${absent}`, `${displayName} needs it.`);
  return Object.fromEntries(customInputs.map((name) => [name, inputs[name] ?? '']));
}

function missingValue(name: string, detail = 'is required'): Problem {
  return new Problem('invalidArgument', `${name} in the body is required.`, { issues: [{ in: 'body', name, detail }] });
}

function notMultiStep({ displayName, isMultiStep }: ProviderFacts): Problem {
  if (isMultiStep) return notForProvider(`Causeway can't create connections to ${displayName} yet.`);
  return notForProvider(
    `${displayName} has no multi-step authorization.`,
    'Use oauth-connect or connections:generate.',
  );
}

type ResumeDeps = {
  stores: { customAuthSessions: CustomAuthSessionStore; signInPages: SignInPageStore };
  connectors: Connectors;
  box: CredentialBox;
  clock: Clock;
};

type ResumeRequest = SessionOwner & {
  projectId: string;
  sessionId: string;
  callbackParams: Record<string, string>;
};

/**
 * Handles the customer's return from a step. Consumes the session before anything else, so that a step runs once; the
 * next step has its own session. Throws notFound, invalidArgument (callback parameters), unprocessable and
 * providerFailed.
 */
export function makeResumeCustomAuth({ stores, connectors, box, clock }: ResumeDeps, advance: AdvanceCustomAuth) {
  return async function resumeCustomAuth(call: Call, request: ResumeRequest): Promise<CustomAuthResult> {
    const { projectId, sessionId, callbackParams, ...owner } = request;
    const from = { ...owner, now: clock.now() };
    const session = await stores.customAuthSessions.consume(projectId, hashOfToken(sessionId), from);
    if (!session) throw noSuchSession();
    const {
      id: _id,
      tokenHash: _hash,
      step,
      sealed: _sealed,
      createTime: _made,
      expireTime: _end,
      pageId,
      ...parties
    } = session;
    const progress = box.openProgress(session) as CustomAuthProgress;
    if (progress.state && !isSameText(progress.state, callbackParams['state'] ?? '')) throw otherState();
    const known = { ...progress.credentials, ...progress.claims };
    const contradicted = connectors.stepContradictions(session.provider, step, callbackParams, known);
    if (contradicted.length > 0) throw otherAccount(contradicted);
    const params = requiredParams(connectors.stepParams(session.provider, step), callbackParams);
    const page = pageId === null ? undefined : await stores.signInPages.find(projectId, pageId);
    return advance(call, parties, {
      step,
      returned: true,
      progress: { ...progress, params: { ...progress.params, ...params } },
      openerOrigin: page?.openerOrigin ?? '',
    });
  };
}

/** Keeps only the parameters that the step needs. Throws invalidArgument when one is missing. */
function requiredParams(names: string[], given: Record<string, string>): Record<string, string> {
  const issues = names.flatMap((name): Issue[] =>
    given[name] ? [] : [{ in: 'body', name: `callbackParams.${name}`, detail: 'is required' }],
  );
  if (issues.length > 0)
    throw new Problem('invalidArgument', 'The callback lacks a parameter that this step needs.', {
      issues,
      remedy: 'Start again; the customer may not have allowed it.',
    });
  return Object.fromEntries(names.map((name) => [name, given[name] ?? '']));
}

function isSameText(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}

/** The problem for a callback from another account than the account of an earlier step. */
function otherAccount(names: string[]): Problem {
  const issues = names.map(
    (name): Issue => ({
      in: 'body',
      name: `callbackParams.${name}`,
      detail: 'differs from the account of the sign-in',
    }),
  );
  return new Problem('invalidArgument', 'The callback does not confirm the account that the person signed in to.', {
    issues,
    remedy: 'Start again; allow the access on the page of the same account.',
  });
}

function noSuchSession(): Problem {
  return new Problem('notFound', 'There is no such session: it has expired, or this step is already complete.', {
    remedy: 'Start a new authorization.',
  });
}

function otherState(): Problem {
  return new Problem('invalidArgument', 'The callback does not belong to this session.', {
    issues: [{ in: 'body', name: 'callbackParams.state', detail: 'differs from the state of the step' }],
    remedy: 'Start a new authorization.',
  });
}
