/** An authorization flow between its start and the provider's answer. Ten minutes, once. */
export type OauthSession = {
  id: string;
  projectId: string;
  /** Only the hash of the state is kept: who reads the table can't finish anybody's flow. */
  stateHash: string;
  provider: string;
  providerAppId: string;
  /** The connection that gets the new credentials; null when the sign-in makes one. */
  connectionId: string | null;
  groupRef: string;
  groupName: string;
  consumerRef: string;
  consumerName: string;
  workspaceRef: string;
  metadataJson: string;
  sealedVerifier: string;
  createTime: number;
  expireTime: number;
};

export type OauthSessionStore = {
  insert(session: OauthSession): Promise<void>;
  /** Takes the session out; undefined when there is none, it has expired or another took it first. */
  consume(stateHash: string, now: number): Promise<OauthSession | undefined>;
  removeExpired(now: number): Promise<number>;
};
