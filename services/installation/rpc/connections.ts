import { pageOfMessages } from '../../../lib/rpc/paged.ts';
import type { ServiceHandlers } from '../../../lib/rpc/services.ts';
import type { ConnectSession as ConnectSessionMessage } from '../../../protos/gen/causeway/installation/v1/ConnectSession.ts';
import type { ConnectSessionView } from '../connect_sessions/connect_session.ts';
import type { CustomAuthResult } from '../custom_auth/advance_custom_auth.ts';
import type { UseCases } from '../use_cases.ts';
import { connectionMessage } from './messages.ts';

/** RPCs that create, show, change and delete connections. */
export function connectionHandlers(useCases: UseCases) {
  return {
    StartOauth: (call, { providerWorkspaceRef: workspaceRef, providerMetadataJson: metadataJson, ...request }) =>
      useCases.startOauth(call, { ...request, workspaceRef, metadataJson }),
    RestartOauth: (call, request) => useCases.restartOauth(call, request),
    GetSignIn: (call, request) => useCases.getSignIn(call, request),
    ContinueSignIn: (call, request) => useCases.continueSignIn(call, request),
    FindOpener: (call, request) => useCases.findOpener(call, request),
    CompleteOauth: (call, request) => useCases.completeOauth(call, request),
    StartCustomAuth: async (call, { providerMetadataJson: metadataJson, ...request }) =>
      customAuthMessage(await useCases.startCustomAuth(call, { ...request, metadataJson })),
    ResumeCustomAuth: async (call, request) => customAuthMessage(await useCases.resumeCustomAuth(call, request)),
    GenerateConnection: async (
      call,
      { providerWorkspaceRef: workspaceRef, providerMetadataJson: metadataJson, ...request },
    ) => connectionMessage(await useCases.generateConnection(call, { ...request, workspaceRef, metadataJson })),
    async ListConnections(_call, { projectId, pageToken, ...filter }) {
      const { messages, nextPageToken } = await pageOfMessages(pageToken, async (keyset) =>
        (await useCases.listConnections(projectId, filter, keyset)).map((full) => connectionMessage(full)),
      );
      return { connections: messages, nextPageToken };
    },
    async GetConnection(call, request) {
      const { shown, ...full } = await useCases.getConnection(call, request);
      return connectionMessage(full, shown);
    },
    UpdateConnection: async (call, request) => connectionMessage(await useCases.updateConnection(call, request)),
    async DeleteConnection(call, request) {
      await useCases.deleteConnection(call, request);
      return {};
    },
  } satisfies Partial<ServiceHandlers<'installation'>>;
}

function customAuthMessage(result: CustomAuthResult) {
  if ('connection' in result) return { connection: connectionMessage(result.connection) };
  return { redirectUrl: result.redirect.url, sessionId: result.redirect.sessionId };
}

/** RPCs for sessions of the connect page. */
export function connectSessionHandlers(useCases: UseCases) {
  return {
    async CreateConnectSession(call, request) {
      const { session, token } = await useCases.createConnectSession(call, request);
      return { session: connectSessionMessage(session), token };
    },
    GetConnectSession: async (_call, { projectId, id }) =>
      connectSessionMessage(await useCases.getConnectSession(projectId, id)),
    OpenConnectSession: async (_call, visit) => connectSessionMessage(await useCases.openConnectSession(visit)),
    async FinishConnectSession(_call, { connectionId, installationId, status, ...visit }) {
      const session = await useCases.openConnectSession({ ...visit, token: '' });
      return connectSessionMessage(
        await useCases.finishConnectSession(session, { connectionId, installationId, status }),
      );
    },
  } satisfies Partial<ServiceHandlers<'installation'>>;
}

/** A session without its hashes. */
function connectSessionMessage({
  tokenHash: _token,
  browserHash: _browser,
  ...session
}: ConnectSessionView): ConnectSessionMessage {
  return session;
}
