/** An authorization in steps, waiting for the customer to come back from one of them. Ten minutes, once a step. */
export type CustomAuthSession = {
  id: string;
  projectId: string;
  /** Only the hash of the session's token is kept: who reads the table can go on with nobody's. */
  tokenHash: string;
  provider: string;
  providerAppId: string | null;
  groupRef: string;
  groupName: string;
  consumerRef: string;
  consumerName: string;
  metadataJson: string;
  /** The step the customer was sent away for, from 0. */
  step: number;
  /** CustomAuthProgress as JSON. */
  sealed: string;
  createTime: number;
  expireTime: number;
};

/** What is known between two steps; it may hold secrets. */
export type CustomAuthProgress = {
  /** What the address of the step carried, if its answer must bring it back; else empty. */
  state: string;
  inputs: Record<string, string>;
  /** What the customer came back with. */
  params: Record<string, string>;
  credentials: Record<string, string>;
  learned: Record<string, string>;
};

/** Whose session it must be; empty texts for anybody's. */
export type SessionOwner = { groupRef: string; consumerRef: string };

export type CustomAuthSessionStore = {
  insert(session: CustomAuthSession): Promise<void>;
  /** Takes the session out; undefined when there is none, it is another's or has expired, or somebody took it first. */
  consume(
    projectId: string,
    tokenHash: string,
    from: SessionOwner & { now: number },
  ): Promise<CustomAuthSession | undefined>;
  removeExpired(now: number): Promise<number>;
};
