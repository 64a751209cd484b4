import type { ServiceHandlers } from '../../../lib/rpc/services.ts';
import type { UseCases } from '../use_cases.ts';
import { projectMessage } from './messages.ts';

type CallerRpcs = 'Authenticate' | 'EnsureBootstrap' | 'IssueBuilderToken';

/** RPCs that authenticate callers, and create the first org and its credentials. */
export function callerHandlers(useCases: UseCases): Pick<ServiceHandlers<'identity'>, CallerRpcs> {
  return {
    async Authenticate(_call, { apiKey, bearerToken, projectIdOrName }) {
      const { project, ...caller } = await useCases.authenticate({ apiKey, bearerToken, projectIdOrName });
      return { ...caller, projectId: project?.id ?? '', projectName: project?.name ?? '' };
    },
    async EnsureBootstrap(_call, names) {
      const { project, ...bootstrap } = await useCases.ensureBootstrap(names);
      const { token } = await useCases.issueBuilderToken({ builderId: bootstrap.builderId });
      return { ...bootstrap, orgId: project.orgId, project: projectMessage(project), bearerToken: token };
    },
    IssueBuilderToken: (_call, request) => useCases.issueBuilderToken(request),
  };
}

type SessionsRpcs =
  | 'CreateSignInLink'
  | 'SpendSignInLink'
  | 'GetSignInOptions'
  | 'StartSignIn'
  | 'FinishSignIn'
  | 'RefreshConsoleSession'
  | 'EndConsoleSession'
  | 'IssueConnectKey';

/** RPCs for sessions of the console and of the connect page. */
export function sessionHandlers(useCases: UseCases): Pick<ServiceHandlers<'identity'>, SessionsRpcs> {
  return {
    CreateSignInLink: (_call, request) => useCases.createSignInLink(request),
    SpendSignInLink: (_call, { token }) => useCases.spendSignInLink(token),
    GetSignInOptions: async () => ({ issuer: useCases.signInIssuer }),
    StartSignIn: (_call, { redirectUri }) => useCases.startSignIn(redirectUri),
    FinishSignIn: (_call, request) => useCases.finishSignIn(request),
    RefreshConsoleSession: (_call, request) => useCases.refreshConsoleSession(request),
    async EndConsoleSession(_call, { secret }) {
      await useCases.endConsoleSession(secret);
      return {};
    },
    IssueConnectKey(_call, { projectId, sessionId, sessionExpireTime, ...limits }) {
      return useCases.issueConnectKey({ projectId, sessionId, sessionExpireTime, limits });
    },
  };
}
