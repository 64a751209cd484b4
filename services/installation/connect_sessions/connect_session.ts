/**
 * A customer's way through the connect page. The builder makes it for one consumer of one group, and for one integration
 * or one provider. Its link is opened by one browser; that browser may come back until `expireTime`.
 */
export type ConnectSession = {
  id: string;
  projectId: string;
  /** Hash of the token in the link. */
  tokenHash: string;
  /** Hash of the secret in the cookie of the browser that opened the link; null until then. */
  browserHash: string | null;
  groupRef: string;
  groupName: string;
  consumerRef: string;
  consumerName: string;
  /** Empty when the session is for a provider alone. */
  integrationId: string;
  /** The provider; of the integration, if there is one. */
  provider: string;
  /** Where the customer goes afterwards; may be empty. */
  returnUrl: string;
  /** Fields that the builder offers to map, by object, as JSON; empty when there are none. */
  fieldMappingJson: string;
  status: ConnectStatus;
  /** The connection that the customer made; empty until the session has succeeded. */
  connectionId: string;
  installationId: string;
  createTime: number;
  expireTime: number;
};

/** `created`: the link was not opened yet. `cancelled`: the customer went back, and may come again. */
export type ConnectStatus = 'created' | 'opened' | ConnectOutcome['status'];
/** `expired`: its time ended before anything happened; that is not stored. */
export type ShownConnectSession = Omit<ConnectSession, 'status'> & { status: ConnectStatus | 'expired' };

export type ConnectSessionStore = {
  insert(session: ConnectSession): Promise<void>;
  find(projectId: string, id: string): Promise<ConnectSession | undefined>;
  /** The token is the authority, so it names the project too. Undefined when it is absent or expired. */
  findByToken(tokenHash: string, now: number): Promise<ConnectSession | undefined>;
  /**
   * Finds a session by id without a project, because the cookie names none. The secret of the browser is the authority.
   */
  findByBrowser(id: string, browserHash: string, now: number): Promise<ConnectSession | undefined>;
  /** Binds the session to a browser unless another one was faster. Says whether it was. */
  open(projectId: string, id: string, browserHash: string): Promise<boolean>;
  finish(projectId: string, id: string, outcome: ConnectOutcome): Promise<void>;
  removeExpired(before: number, limit: number): Promise<number>;
};

export type ConnectOutcome = Pick<ConnectSession, 'connectionId' | 'installationId'> & {
  status: 'connected' | 'disconnected' | 'cancelled';
};

/** How long the customer has. Ms. */
export const CONNECT_LIFETIME_MS = 30 * 60_000;
