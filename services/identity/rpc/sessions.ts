import type { Handlers } from '../../../lib/rpc/services.ts';
import type { UseCases } from '../use_cases.ts';

type Rpcs =
  | 'CreateSignInLink'
  | 'SpendSignInLink'
  | 'GetSignInOptions'
  | 'StartSignIn'
  | 'FinishSignIn'
  | 'RefreshConsoleSession'
  | 'EndConsoleSession'
  | 'IssueConnectKey';

/** RPCs for sessions of the console and of the connect page. Translates; decides nothing. */
export function sessionHandlers(useCases: UseCases): Pick<Handlers<'identity'>, Rpcs> {
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
