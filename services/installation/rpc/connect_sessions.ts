import type { Handlers } from '../../../lib/rpc/services.ts';
import type { ConnectSession as ConnectSessionMessage } from '../../../protos/gen/causeway/installation/v1/ConnectSession.ts';
import type { ShownConnectSession } from '../connect_sessions/domain/connect_session.ts';
import type { UseCases } from '../use_cases.ts';

/** RPCs for sessions of the connect page. */
export function connectSessionHandlers(useCases: UseCases) {
  return {
    async CreateConnectSession(call, request) {
      const { session, token } = await useCases.createConnectSession(call, request);
      return { session: message(session), token };
    },
    GetConnectSession: async (_call, { projectId, id }) => message(await useCases.getConnectSession(projectId, id)),
    OpenConnectSession: async (_call, visit) => message(await useCases.openConnectSession(visit)),
    async FinishConnectSession(_call, { connectionId, installationId, status, ...visit }) {
      const session = await useCases.openConnectSession({ ...visit, token: '' });
      return message(await useCases.finishConnectSession(session, { connectionId, installationId, status }));
    },
  } satisfies Partial<Handlers<'installation'>>;
}

/** Without the hashes. */
function message({ tokenHash: _token, browserHash: _browser, ...session }: ShownConnectSession): ConnectSessionMessage {
  return session;
}
