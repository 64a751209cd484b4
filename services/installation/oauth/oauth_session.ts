/** An OAuth authorization between its start and the provider's callback. Valid for ten minutes and one use. */
export type OauthSession = {
  id: string;
  projectId: string;
  /** The hash of the state, so that read access to the table is not enough to complete an authorization. */
  stateHash: string;
  provider: string;
  providerAppId: string;
  /** The connection that receives the new credentials; null when the sign-in creates a connection. */
  connectionId: string | null;
  /** The id of the sign-in page (SignInPage); null when a version without sign-in pages started the sign-in. */
  pageId: string | null;
  /** Whether an existing connection keeps its credentials, because the caller was a restricted frontend key. */
  createsOnly: boolean;
  /** The principal of the frontend key that started the sign-in; null when another caller started it. */
  frontendKey: string | null;
  groupRef: string;
  groupName: string;
  consumerRef: string;
  consumerName: string;
  workspaceRef: string;
  metadataJson: string;
  /**
   * The PKCE method of the challenge that was sent to the provider; null when no challenge was sent, or when version
   * 0.1.0 started the session.
   */
  codeChallengeMethod: 'S256' | null;
  sealedVerifier: string;
  createTime: number;
  expireTime: number;
};

export type OauthSessionStore = {
  insert(session: OauthSession): Promise<void>;
  /** Deletes and returns the session. Undefined when it is absent, expired or already consumed. */
  consume(stateHash: string, now: number): Promise<OauthSession | undefined>;
  removeExpired(now: number, limit: number): Promise<number>;
};
