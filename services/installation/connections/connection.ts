import type { Keyset } from '../../../lib/db/keyset.ts';
import type { AuthScheme } from '../credentials.ts';
import type { ConnectionsOfApp, ProviderAppWithoutSecret } from '../provider_apps/provider_app.ts';

type ConnectionStatus = 'created' | 'working' | 'bad_credentials';

/**
 * A customer of the builder (group), or a person there (consumer). Created by the first request that names it. Times
 * are Unix milliseconds.
 */
export type Party = { projectId: string; ref: string; name: string; createTime: number; updateTime: number | null };

/**
 * `id` is null if a process of version 0.1.0 stored the consumer during an upgrade, until an installation needs the id.
 */
export type Consumer = Party & { id: string | null };

/** A group's authorized account at a provider, without its credentials. Times are Unix milliseconds. */
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
  /** When the status last changed, or when bad credentials were last tried again. */
  statusTime: number;
  /**
   * Whether the provider has accepted these credentials since they were entered: at sign-in, in a check or in a call. A
   * token refresh does not change it. It can be false with status `working` if an older version set the status.
   */
  isVerified: boolean;
  /**
   * The builder's providerMetadata and the provider's additions, as JSON text. BatchGetInstallations returns it
   * unparsed.
   */
  metadataJson: string;
  /** Counts the credentials of this connection. Reports about an older generation are ignored. */
  generation: number;
  expireTime: number | null;
  refreshTime: number | null;
  refreshFailures: number;
  /**
   * The number of consecutive rejections of tokens that had just been refreshed; for other credentials 1 after a
   * rejection. A success sets it to 0.
   */
  rejections: number;
  /** For credentials that cannot be refreshed: time of the first rejection. Null when there was none. */
  rejectionTime: number | null;
  createTime: number;
  updateTime: number | null;
};

/** A connection with its encrypted credentials and the fence of its refresh lease. It never leaves this service. */
export type SecretConnection = Connection & { credentials: string; fence: number };

/** A connection with its group, consumer and provider app, as listings show it. */
export type FullConnection = {
  connection: Connection;
  group: Party;
  consumer: Consumer;
  providerApp: ProviderAppWithoutSecret | null;
};

/** `search`: a part of the name or ref of the group; case is ignored. */
export type ConnectionFilter = { provider: string; groupRef: string; consumerRef: string; search?: string };

type NewCredentials = Pick<Connection, 'expireTime' | 'refreshTime' | 'status' | 'statusTime'> & {
  credentials: string;
};

export type ConnectionStore = ConnectionsOfApp & {
  insert(connection: SecretConnection): Promise<void>;
  find(projectId: string, id: string): Promise<FullConnection | undefined>;
  findSecret(projectId: string, id: string): Promise<SecretConnection | undefined>;
  /** Finds the newest connection of all projects. */
  findNewest(): Promise<SecretConnection | undefined>;
  /** Lists connections, newest first; empty filters match all. */
  list(projectId: string, filter: ConnectionFilter, keyset?: Keyset): Promise<FullConnection[]>;
  /**
   * The newest connection of a group at a provider. A connection with bad credentials is returned only if no other
   * exists.
   */
  findDefault(
    projectId: string,
    filter: { groupRef: string; provider: string; consumerRef?: string },
  ): Promise<FullConnection | undefined>;
  /** The newest connection of the same group and consumer to the same workspace of the provider. */
  findSame(
    projectId: string,
    same: Pick<Connection, 'provider' | 'groupRef' | 'consumerRef' | 'workspaceRef'>,
  ): Promise<SecretConnection | undefined>;
  /**
   * Replaces the credentials and raises the generation if the row still has `generation`; otherwise returns false. The
   * refresh lease is not checked: a process that was paused and lost its lease may have the only valid rotated token,
   * and must still be able to save it.
   */
  replaceCredentials(
    projectId: string,
    id: string,
    generation: number,
    change: NewCredentials & Partial<Connection>,
  ): Promise<boolean>;
  /** Changes only data of the account, not credentials or refresh lease. Returns false when there is no connection. */
  updateAccount(
    projectId: string,
    id: string,
    change: Partial<
      Pick<Connection, 'workspaceRef' | 'metadataJson' | 'status' | 'statusTime' | 'isVerified' | 'updateTime'>
    >,
  ): Promise<boolean>;
  /**
   * Sets bad_credentials unless it is set already or the generation has changed. Returns true only for the caller that
   * set it.
   */
  markBad(projectId: string, id: string, generation: number, statusTime: number): Promise<boolean>;
  /**
   * Claims one more try of bad credentials. Returns true for only one caller, and only if the last try was at or before
   * `before`.
   */
  claimProbe(projectId: string, id: string, times: { before: number; now: number }): Promise<boolean>;
  noteRejections(
    projectId: string,
    id: string,
    generation: number,
    noted: Pick<Connection, 'rejections' | 'rejectionTime'>,
  ): Promise<void>;
  /**
   * Locks the row until the transaction ends, so that nothing is attached to a connection that is being deleted.
   * Returns false when there is no connection.
   */
  lock(projectId: string, id: string): Promise<boolean>;
  /** Sets `working` and verified and resets the rejections, unless the status changed after `statusTime`. */
  markWorking(projectId: string, id: string, statusTime: number): Promise<void>;
  remove(projectId: string, id: string): Promise<boolean>;
};

export type PartyStore = {
  /**
   * Creates the party (a consumer with an id), or updates its name if a name is given. The name defaults to the ref.
   */
  upsert(projectId: string, party: { ref: string; name: string; time: number }): Promise<void>;
};

export type ConsumerStore = PartyStore & {
  /** Returns the id of a stored consumer. Creates the id if it is missing. */
  ensureId(projectId: string, ref: string): Promise<string>;
};

/** The queries about installations that connections/ needs. */
export type InstallationsOfConnection = {
  /** Returns the id of any installation that uses the connection; undefined when there is none. */
  findByConnection(projectId: string, connectionId: string): Promise<string | undefined>;
};

/**
 * True when the credentials may be used now. Credentials without an expiry are usable until the provider rejects them.
 */
export function isUsable({ expireTime, status }: Pick<Connection, 'expireTime' | 'status'>, now: number): boolean {
  return status !== 'bad_credentials' && (expireTime === null || expireTime > now);
}

/** Whether the provider has accepted the credentials, and has not refused them since. */
export function isVerified({ status, isVerified }: Pick<Connection, 'status' | 'isVerified'>): boolean {
  return status === 'working' || (status === 'created' && isVerified);
}

export type ConnectionRefresh = {
  /** Refresh even if the access token is still valid. A failure is then an error. */
  force: boolean;
  /** When the caller stops waiting (Unix milliseconds). */
  deadline: number;
};

/**
 * Returns the connection with valid credentials, refreshed if necessary. Throws notFound, unprocessable (refused),
 * providerFailed, unavailable.
 */
export type RefreshTokens = (before: SecretConnection, refresh: ConnectionRefresh) => Promise<SecretConnection>;
