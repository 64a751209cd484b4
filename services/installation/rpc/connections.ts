import type { Handlers } from '../../../lib/rpc/services.ts';
import type { ConnectionStore } from '../connections/domain/connection.ts';
import type { CompleteOauth } from '../oauth/usecases/complete_oauth.ts';
import type { DeleteConnection } from '../connections/usecases/delete_connection.ts';
import type { GenerateConnection } from '../connections/usecases/generate_connection.ts';
import type { GetConnection } from '../connections/usecases/get_connection.ts';
import type { ContinueSignIn } from '../sign_in_pages/usecases/continue_sign_in.ts';
import type { FindOpener } from '../sign_in_pages/usecases/find_opener.ts';
import type { GetSignIn } from '../sign_in_pages/usecases/get_sign_in.ts';
import type { RestartOauth } from '../oauth/usecases/restart_oauth.ts';
import type { ResumeCustomAuth } from '../custom_auth/usecases/resume_custom_auth.ts';
import type { StartCustomAuth } from '../custom_auth/usecases/start_custom_auth.ts';
import type { StartOauth } from '../oauth/usecases/start_oauth.ts';
import type { UpdateConnection } from '../connections/usecases/update_connection.ts';
import type { CustomAuthResult } from '../custom_auth/usecases/advance_custom_auth.ts';
import { connectionMessage } from './messages.ts';
import { paged } from '../../../lib/rpc/paged.ts';

type UseCases = {
  connections: ConnectionStore;
  generateConnection: GenerateConnection;
  getConnection: GetConnection;
  deleteConnection: DeleteConnection;
  updateConnection: UpdateConnection;
  startCustomAuth: StartCustomAuth;
  resumeCustomAuth: ResumeCustomAuth;
  startOauth: StartOauth;
  restartOauth: RestartOauth;
  getSignIn: GetSignIn;
  continueSignIn: ContinueSignIn;
  findOpener: FindOpener;
  completeOauth: CompleteOauth;
};
type Rpcs =
  | 'StartCustomAuth'
  | 'ResumeCustomAuth'
  | 'StartOauth'
  | 'RestartOauth'
  | 'GetSignIn'
  | 'ContinueSignIn'
  | 'FindOpener'
  | 'CompleteOauth'
  | 'GenerateConnection'
  | 'ListConnections'
  | 'GetConnection'
  | 'UpdateConnection'
  | 'DeleteConnection';

/** RPCs that create, show, change and delete connections. */
export function connectionHandlers(useCases: UseCases): Pick<Handlers<'installation'>, Rpcs> {
  const { connections, generateConnection, getConnection, updateConnection, deleteConnection } = useCases;
  const { startOauth, restartOauth, completeOauth, startCustomAuth, resumeCustomAuth } = useCases;
  const { getSignIn, continueSignIn, findOpener } = useCases;
  return {
    StartOauth: (call, { providerWorkspaceRef: workspaceRef, providerMetadataJson: metadataJson, ...request }) =>
      startOauth(call, { ...request, workspaceRef, metadataJson }),
    RestartOauth: (call, request) => restartOauth(call, request),
    GetSignIn: (call, request) => getSignIn(call, request),
    ContinueSignIn: (call, request) => continueSignIn(call, request),
    FindOpener: (call, request) => findOpener(call, request),
    CompleteOauth: (call, request) => completeOauth(call, request),
    StartCustomAuth: async (call, { providerMetadataJson: metadataJson, ...request }) =>
      customAuthMessage(await startCustomAuth(call, { ...request, metadataJson })),
    ResumeCustomAuth: async (call, request) => customAuthMessage(await resumeCustomAuth(call, request)),
    GenerateConnection: async (
      call,
      { providerWorkspaceRef: workspaceRef, providerMetadataJson: metadataJson, ...request },
    ) => connectionMessage(await generateConnection(call, { ...request, workspaceRef, metadataJson })),
    async ListConnections(_call, { projectId, pageToken, ...filter }) {
      const { messages, nextPageToken } = await paged(pageToken, async (keyset) =>
        (await connections.list(projectId, filter, keyset)).map((full) => connectionMessage(full)),
      );
      return { connections: messages, nextPageToken };
    },
    async GetConnection(call, request) {
      const { shown, ...full } = await getConnection(call, request);
      return connectionMessage(full, shown);
    },
    UpdateConnection: async (call, request) => connectionMessage(await updateConnection(call, request)),
    async DeleteConnection(call, request) {
      await deleteConnection(call, request);
      return {};
    },
  };
}

function customAuthMessage(result: CustomAuthResult) {
  if ('connection' in result) return { connection: connectionMessage(result.connection) };
  return { redirectUrl: result.redirect.url, sessionId: result.redirect.sessionId };
}
