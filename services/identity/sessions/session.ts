/** The session of a builder in the console. It ends when the builder signs out, or at `expireTime`. */
export type ConsoleSession = {
  id: string;
  builderId: string;
  /** The hash of the secret in the browser's cookie. */
  secretHash: string;
  /** The email address of the sign-in, which may be newer than the builder's stored address. */
  email: string;
  emailVerified: boolean;
  expireTime: number;
  createTime: number;
};

/** A link that signs a builder in once. Deleted when it is used. */
export type SignInLink = { tokenHash: string; builderId: string; emailVerified: boolean; expireTime: number };

/**
 * A credential of a session. It is valid until `expireTime`, and only while its session exists. The page requests a new
 * credential before `expireTime`.
 */
export type SessionKey = {
  keyHash: string;
  id: string;
  kind: SessionKeyKind;
  /**
   * The id of the console session. For a connect key: the id of the connect session, which the installation service
   * stores.
   */
  sessionId: string;
  /** Null for a builder's token. */
  projectId: string | null;
  /** Null for a connect key. */
  builderId: string | null;
  /** The limits of a connect key. Null for other keys. */
  limits: ConnectLimits | null;
  expireTime: number;
};

/**
 * `token`: a builder's token of a console session. `console`: a key of that session for one project. `connect`: a
 * customer's key.
 */
export type SessionKeyKind = 'token' | 'console' | 'connect';

/**
 * A connect key acts for this consumer of this group, at this provider. `integrationId` is empty when the session is
 * only for a provider. `provider` is never empty.
 */
export type ConnectLimits = { groupRef: string; consumerRef: string; integrationId: string; provider: string };

export type SessionStore = {
  insertSession(session: ConsoleSession): Promise<void>;
  /** Undefined for an unknown or expired session. */
  findBySecret(secretHash: string, now: number): Promise<ConsoleSession | undefined>;
  findSession(id: string, now: number): Promise<ConsoleSession | undefined>;
  /** Deletes a session and its keys. */
  removeSession(id: string): Promise<void>;
  insertLink(link: SignInLink): Promise<void>;
  /**
   * Deletes the link and returns it. Of several concurrent callers, only one gets the link. Undefined for an unknown or
   * expired link.
   */
  takeLink(tokenHash: string, now: number): Promise<SignInLink | undefined>;
  insertKey(key: SessionKey): Promise<void>;
  findKey(keyHash: string, now: number): Promise<SessionKey | undefined>;
  /** Deletes up to `limit` expired rows of each table. Returns whether there may be more. */
  purge(now: number, limit: number): Promise<boolean>;
};

/** How long a key or token of a session is valid. Ms. */
export const KEY_LIFETIME_MS = 10 * 60_000;
/** How long a link is valid. Ms. */
export const LINK_LIFETIME_MS = 10 * 60_000;
