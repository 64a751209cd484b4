import type { AuthScheme } from './credentials.ts';
import type { Page } from './page.ts';
import type { RefreshLease, RefreshSpend } from './refresh_spend.ts';

export type ConnectionStatus = 'created' | 'working' | 'bad_credentials';

/** A customer of the builder, or a person there; both come to be when first named. Times are Unix milliseconds. */
export type Party = { projectId: string; ref: string; name: string; createTime: number; updateTime: number | null };

/** The part of a provider app that may be shown: its secret never is. */
export type ShownProviderApp = {
  id: string;
  projectId: string;
  provider: string;
  clientId: string;
  externalRef: string;
  scopes: string[];
  metadataJson: string;
  createTime: number;
  updateTime: number | null;
};

/** One group's authorised account at a provider, without its credentials. */
export type Connection = {
  id: string;
  projectId: string;
  provider: string;
  groupRef: string;
  consumerRef: string;
  workspaceRef: string;
  providerConsumerRef: string;
  providerAppId: string | null;
  authScheme: AuthScheme;
  status: ConnectionStatus;
  /** When the status last changed, or when bad credentials were last tried all the same. */
  statusTime: number;
  /** The builder's providerMetadata as it came and what the provider added, as JSON: the hot read only passes it on. */
  metadataJson: string;
  /** Counts the credentials this connection has had, so that a complaint about older ones is told apart. */
  generation: number;
  expireTime: number | null;
  refreshTime: number | null;
  refreshFailures: number;
  /** How often in a row the provider rejected credentials that had just been renewed; 1 for others, until they work. */
  rejections: number;
  /** Of a key: when it was rejected first. Null when it never was. */
  rejectionTime: number | null;
  createTime: number;
  updateTime: number | null;
};

/** The same with what only this service may hold: the sealed text and the lease of who renews it. */
export type SecretConnection = Connection & { credentials: string; fence: number };

/** The same with the people around it, as listings show it. */
export type FullConnection = {
  connection: Connection;
  group: Party;
  consumer: Party;
  providerApp: ShownProviderApp | null;
};

export type ConnectionFilter = { provider: string; groupRef: string; consumerRef: string };

export type NewCredentials = Pick<Connection, 'expireTime' | 'refreshTime' | 'status' | 'statusTime'> & {
  credentials: string;
};

export type ConnectionStore = {
  insert(connection: SecretConnection): Promise<void>;
  find(projectId: string, id: string): Promise<FullConnection | undefined>;
  findSecret(projectId: string, id: string): Promise<SecretConnection | undefined>;
  /** Empty filters match all; newest first. */
  list(projectId: string, filter: ConnectionFilter, page?: Page): Promise<FullConnection[]>;
  /** The newest connection of a group at a provider; one with bad credentials only when there is no other. */
  findDefault(
    projectId: string,
    filter: { groupRef: string; provider: string; consumerRef?: string },
  ): Promise<FullConnection | undefined>;
  /** The newest connection to the same account by the same people. */
  findSame(
    projectId: string,
    same: Pick<Connection, 'provider' | 'groupRef' | 'consumerRef' | 'workspaceRef'>,
  ): Promise<SecretConnection | undefined>;
  /** Whether a connection was made with this provider app. */
  usesProviderApp(projectId: string, providerAppId: string): Promise<boolean>;
  /**
   * Exchanges the credentials if they are still those of `generation`, and raises it; false when they are not. The
   * comparison is with the token that was spent, not with the lease: an owner that was paused and comes back with the
   * only valid rotated token must still be able to save it.
   */
  replaceCredentials(
    projectId: string,
    id: string,
    generation: number,
    change: NewCredentials & Partial<Connection>,
  ): Promise<boolean>;
  /** Changes what is known of the account and leaves its credentials, and whoever is renewing them, alone. */
  updateAccount(
    projectId: string,
    id: string,
    change: Partial<Pick<Connection, 'workspaceRef' | 'metadataJson' | 'status' | 'statusTime' | 'updateTime'>>,
  ): Promise<boolean>;
  /** Takes the lease to renew these credentials, unless another has it. */
  leaseRefresh(projectId: string, id: string, generation: number, leaseMillis: number): Promise<RefreshLease | null>;
  /** Says, before it is done, what happens to the refresh token; false when the lease is another's by now. */
  noteSpend(
    projectId: string,
    id: string,
    holder: { fence: number; generation: number },
    spend: RefreshSpend,
    leaseMillis: number,
  ): Promise<boolean>;
  releaseRefresh(
    projectId: string,
    id: string,
    fence: number,
    change: Partial<Pick<Connection, 'refreshTime' | 'refreshFailures'>> & { spend?: RefreshSpend | null },
  ): Promise<void>;
  /** Marks it bad_credentials if it is not so yet and nothing newer came; true for the one who did. */
  markBad(projectId: string, id: string, generation: number, statusTime: number): Promise<boolean>;
  /** One caller at a time may try bad credentials again; true for the one who may. */
  claimProbe(projectId: string, id: string, times: { before: number; now: number }): Promise<boolean>;
  noteRejections(
    projectId: string,
    id: string,
    generation: number,
    noted: Pick<Connection, 'rejections' | 'rejectionTime'>,
  ): Promise<void>;
  /** Holds the row until the transaction ends, so that nothing is hung onto a connection that is being deleted. */
  lock(projectId: string, id: string): Promise<boolean>;
  /** A success from before the last change of status says nothing about what came since. */
  markWorking(projectId: string, id: string, statusTime: number): Promise<void>;
  /** Ids of those whose tokens are to be renewed now, earliest first. */
  listDueRefresh(now: number, limit: number): Promise<{ projectId: string; id: string; generation: number }[]>;
  remove(projectId: string, id: string): Promise<boolean>;
};

export type PartyStore = {
  /** Makes it, or updates its name when one is given; the name falls back to the ref. */
  upsert(projectId: string, party: { ref: string; name: string; time: number }): Promise<void>;
};
