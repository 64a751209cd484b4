/**
 * A customer's session on the connect page. The builder creates it for one consumer of one group, and for one
 * integration or one provider. Only one browser can open the session's link; that browser may open it again until
 * `expireTime`.
 */
export type ConnectSession = {
  id: string;
  projectId: string;
  /** Hash of the token in the link. */
  tokenHash: string;
  /** Hash of the secret in the cookie of the browser that opened the link; null while the link was not opened. */
  browserHash: string | null;
  groupRef: string;
  groupName: string;
  consumerRef: string;
  consumerName: string;
  /** Empty when the session is only for a provider. */
  integrationId: string;
  /** The provider. If there is an integration, it is the integration's provider. */
  provider: string;
  /** The URL that the customer returns to afterwards; may be empty. */
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

/** `created`: the link was not opened yet. `cancelled`: the customer went back, and may return. */
export type ConnectStatus = 'created' | 'opened' | ConnectOutcome['status'];
/** `expired`: the session expired before the customer did anything. This status is derived, not stored. */
export type ConnectSessionView = Omit<ConnectSession, 'status'> & { status: ConnectStatus | 'expired' };

export type ConnectSessionStore = {
  insert(session: ConnectSession): Promise<void>;
  find(projectId: string, id: string): Promise<ConnectSession | undefined>;
  /** Searches all projects, because only the holder of the link knows the token. Undefined when absent or expired. */
  findByToken(tokenHash: string, now: number): Promise<ConnectSession | undefined>;
  /**
   * Searches all projects, because the cookie names no project. Only the browser that opened the link knows the secret.
   */
  findByBrowser(id: string, browserHash: string, now: number): Promise<ConnectSession | undefined>;
  /** Binds the session to a browser. Returns false when the session is already bound to another browser. */
  open(projectId: string, id: string, browserHash: string): Promise<boolean>;
  finish(projectId: string, id: string, outcome: ConnectOutcome): Promise<void>;
  removeExpired(before: number, limit: number): Promise<number>;
};

export type ConnectOutcome = Pick<ConnectSession, 'connectionId' | 'installationId'> & {
  status: 'connected' | 'disconnected' | 'cancelled';
};

/** How long the customer can use the session. */
export const CONNECT_LIFETIME_MS = 30 * 60_000;
