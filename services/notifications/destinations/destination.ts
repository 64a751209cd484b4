import type { Keyset } from '../../../lib/db/keyset.ts';
import type { JsonObject } from '../../../lib/json/json.ts';

/** Types that the contract names for later. A type with a driver needs no row here. */
export const laterTypes: readonly string[] = [
  'kinesis',
  's3',
  'slack',
  'clickhouse',
  'snowflake',
  'bigquery',
  'redshift',
  'sqs',
  'pubsub',
  'rabbitmq',
  'azureservicebus',
];

export type DestinationStatus = 'active' | 'disabled';

/** A rotated key, which signs beside the current one until `expireTime`. */
export type OldKey = { sealedKey: string; expireTime: number };

/** Consecutive `failures`, when they began, and until when the breaker is open. A success clears all. */
export type Health = { failures: number; failingSince: number | null; openUntil: number | null };

/** The last failed attempt. `lastStatus`: 0 without an answer. */
export type LastFailure = { lastStatus: number; lastError: string | null };

/** `requested`: by a change; `gone`: a receiver answered 410; `failures`: nothing but failures for too long. */
export type DisabledReason = 'requested' | 'gone' | 'failures';

/** A target of messages. Its signing key is sealed and bound to its row. */
export type Destination = Health &
  LastFailure & {
    id: string;
    projectId: string;
    name: string;
    /** The type of a driver (destination_driver.ts), which knows what the metadata means. */
    type: string;
    /** Without its secrets, except in rows of 0.1.0; seal_metadata.ts reads both. */
    metadata: JsonObject;
    sealedSecrets: string | null;
    sealedKey: string;
    oldKeys: OldKey[];
    status: DestinationStatus;
    /** Null while it is active, and in rows of 0.1.0. */
    disabledReason: DisabledReason | null;
    disabledTime: number | null;
    /** When it is probed next, by the clock of the database. Null unless failures disabled it. */
    nextProbeTime: number | null;
    /** Number of failed probes since it was disabled. */
    probeStep: number;
    createTime: number;
    updateTime: number | null;
  };

export type DestinationChange = Partial<
  Pick<
    Destination,
    | 'name'
    | 'metadata'
    | 'sealedSecrets'
    | 'sealedKey'
    | 'oldKeys'
    | 'status'
    | 'disabledReason'
    | 'disabledTime'
    | 'nextProbeTime'
    | 'probeStep'
  >
> & {
  updateTime: number | null;
};

export type DestinationStore = {
  /** Throws alreadyExists when the name is taken in the project. */
  insert(destination: Destination): Promise<void>;
  list(projectId: string, keyset: Keyset): Promise<Destination[]>;
  find(projectId: string, idOrName: string): Promise<Destination | undefined>;
  /** Searches all projects. */
  findNewest(): Promise<Destination | undefined>;
  /** Finds a destination and locks its row until the transaction ends. */
  lock(projectId: string, idOrName: string): Promise<Destination | undefined>;
  /** Throws alreadyExists when the new name is taken. */
  update(projectId: string, id: string, change: DestinationChange): Promise<void>;
  /** False when absent. */
  delete(projectId: string, id: string): Promise<boolean>;
  /** Clears the failures. No write when there are none. */
  heal(projectId: string, id: string): Promise<void>;
  saveHealth(projectId: string, id: string, health: Health & Partial<LastFailure>): Promise<void>;
  /**
   * Notes that a test begins; false when the last one began less than `everyMs` ago by the clock of the database, or
   * the destination does not exist. One statement, so that of several replicas one gets true.
   */
  beginTest(projectId: string, id: string, everyMs: number): Promise<boolean>;
  /** Locks up to `limit` destinations of all projects of which other services do not know yet that they fail, or no longer. */
  lockFailingUnreported(options: {
    failures: number;
    afterMs: number;
    limit: number;
  }): Promise<{ destination: Destination; isFailing: boolean }[]>;
  setFailingReported(id: string, isTold: boolean): Promise<void>;
  /** Locks up to `limit` destinations of all projects that other services do not know with their status. */
  lockUnannounced(limit: number): Promise<Destination[]>;
  /** Locks destinations of all projects and one type with this key in their clear metadata, or with a query, by id. */
  lockWithClearSecrets(
    where: { type: string; key: string; urlKey: string },
    keyset: { after: string; limit: number },
  ): Promise<Destination[]>;
  setAnnounced(ids: string[]): Promise<void>;
  /**
   * True for the one caller that changed it from active to disabled. `probeAfterMs`: the wait before its first probe, by the
   * clock of the database; null: it is never probed.
   */
  disable(
    projectId: string,
    id: string,
    disabling: { reason: DisabledReason; updateTime: number; probeAfterMs: number | null },
  ): Promise<boolean>;
  /**
   * Notes that the receiver answered 410, so that a destination disabled by failures is not probed any more. Writes
   * nothing for other destinations.
   */
  noteGone(projectId: string, id: string): Promise<void>;
};

/** The associated data of a sealed key; it binds the ciphertext to its row. */
export function sealContext({ projectId, id }: { projectId: string; id: string }): string {
  return `destinations|${projectId}|${id}|signing_key`;
}

/** The routes that are deleted together with a destination. The store of topic destination routes implements it. */
export type RoutesOfDestination = {
  deleteOfDestination(projectId: string, destinationId: string): Promise<void>;
};

/** The destination that a name refers to. `status` is deleting while a mark lasts; then the name does not resolve. */
export type ResolvedDestination = {
  /** As in the request: an id, a name or a former name. */
  name: string;
  /** Empty when there is no such destination. */
  id: string;
  status: DestinationStatus | 'deleting' | '';
  /** The generation of the last deletion mark; 0 without one. */
  generation: number;
  /** A similar name, for a name that means nothing. */
  suggestion: string;
};

/** A destination found by one of the requested ids or names, with the mark of its deletion. */
export type NamedDestination = DeletionMark & {
  id: string;
  name: string;
  status: DestinationStatus;
  /** The former name by which the request named the destination; null when it used the id or the current name. */
  formerName: string | null;
};

/** `since` is null without a mark. Unix ms by the database's clock. */
type DeletionMark = { generation: number; since: number | null };

/** How long a mark lasts. A gateway asks who uses the destination in between, which takes milliseconds. */
export const MARK_MS = 60_000;

export function isMarked({ since }: DeletionMark, now: number): boolean {
  return since !== null && since > now - MARK_MS;
}

/** A destination that was deleted. Its deliveries are still listed. */
export type DeletedDestination = { id: string; projectId: string; name: string };

export type DeletedDestinationStore = {
  /** Does nothing for a known one. */
  add(deleted: DeletedDestination): Promise<void>;
  /** Newest first. */
  list(projectId: string, limit: number): Promise<string[]>;
  find(projectId: string, id: string): Promise<DeletedDestination | undefined>;
  /** Deletes up to `limit` that were deleted before `before`. Returns how many. */
  purge(before: number, limit: number): Promise<number>;
};

export type DestinationNameStore = {
  /** One statement, so that a concurrent rename is seen before or after, never in between. */
  find(projectId: string, idsOrNames: string[]): Promise<NamedDestination[]>;
  /** Current names, for suggestions. */
  list(projectId: string, limit: number): Promise<string[]>;
  /** Former names of a destination, newest first. */
  formerNames(projectId: string, destinationId: string): Promise<string[]>;
  addFormer(projectId: string, former: { name: string; destinationId: string; createTime: number }): Promise<void>;
  /** Removes a former name that is now a current name. Returns the id of the destination that had it. */
  removeFormer(projectId: string, name: string): Promise<string | undefined>;
  removeFormerOf(projectId: string, destinationId: string): Promise<void>;
  mark(projectId: string, destinationId: string): Promise<DeletionMark>;
  setMark(projectId: string, destinationId: string, mark: DeletionMark): Promise<void>;
};

/** A destination whose pending deliveries must be held (it is disabled) or finished (it is deleted). */
export type DestinationClosing = { destinationId: string; projectId: string; finalState: 'held' | 'cancelled' };

export type ClosingStore = {
  /** The latest reason wins: a disabled destination may be deleted before its closing is complete. */
  put(closing: DestinationClosing & { createTime: number }): Promise<void>;
  list(limit: number): Promise<DestinationClosing[]>;
  /** Locks the closing until the transaction ends; undefined when it does not exist. */
  lock(destinationId: string): Promise<DestinationClosing | undefined>;
  remove(destinationId: string): Promise<void>;
};

/** The position of a release. `dueTime`: when the deliveries released so far were due; the next ones are due later. */
export type Release = { destinationId: string; projectId: string; dueTime: number; createTime: number };

export type ReleaseStore = {
  /** Begins a release, or begins it again: it then includes what was refused since. */
  put(release: { destinationId: string; projectId: string }): Promise<void>;
  list(limit: number): Promise<Release[]>;
  /** Locks the release until the transaction ends; undefined when it is over. */
  lock(destinationId: string): Promise<Release | undefined>;
  /** Whether messages are held for a destination of this name, which did not exist. */
  isAwaited(projectId: string, destinationName: string): Promise<boolean>;
  isUnderWay(destinationId: string): Promise<boolean>;
  update(destinationId: string, dueTime: number): Promise<void>;
  remove(destinationId: string): Promise<void>;
};

/** The stores of destinations, by the names that a use case calls them by. A use case picks those that it needs. */
export type DestinationStores = {
  destinations: DestinationStore;
  destinationNames: DestinationNameStore;
  deletedDestinations: DeletedDestinationStore;
  closings: ClosingStore;
  releases: ReleaseStore;
};
