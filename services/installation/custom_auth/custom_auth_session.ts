/** A multi-step authorization that waits for the customer to return from a step. Valid for ten minutes and one use. */
export type CustomAuthSession = {
  id: string;
  projectId: string;
  /** The hash of the session token, so that read access to the table is not enough to resume a session. */
  tokenHash: string;
  provider: string;
  providerAppId: string | null;
  groupRef: string;
  groupName: string;
  consumerRef: string;
  consumerName: string;
  metadataJson: string;
  /** The id of the sign-in page (SignInPage); null when a version without sign-in pages started the session. */
  pageId: string | null;
  /** The step whose page the customer visits, counted from 0. */
  step: number;
  /** CustomAuthProgress as encrypted JSON. */
  sealed: string;
  createTime: number;
  expireTime: number;
};

/** The data that is stored between two steps; may contain secrets. */
export type CustomAuthProgress = {
  /** The `state` in the URL of the step's page if the callback must return it; else empty. */
  state: string;
  inputs: Record<string, string>;
  /** The callback parameters of the completed steps. */
  params: Record<string, string>;
  credentials: Record<string, string>;
  /** Verified claims of earlier steps; absent in sessions that an older version started. */
  claims?: Record<string, string>;
  /** The PKCE verifier of the step's page. */
  verifier?: string;
  learned: Record<string, string>;
};

/** The group, consumer and provider that a session must have. An empty text matches any. */
export type SessionOwner = { groupRef: string; consumerRef: string; provider: string };

export type CustomAuthSessionStore = {
  insert(session: CustomAuthSession): Promise<void>;
  /** Deletes and returns the session. Undefined when it is absent, expired, of another owner, or already consumed. */
  consume(
    projectId: string,
    tokenHash: string,
    from: SessionOwner & { now: number },
  ): Promise<CustomAuthSession | undefined>;
  removeExpired(now: number, limit: number): Promise<number>;
};
