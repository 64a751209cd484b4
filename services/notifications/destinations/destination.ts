import type { Keyset } from '../../../lib/db/keyset.ts';
import type { JsonObject } from '../../../lib/json/json.ts';

/** Types in the API contract that no driver supports yet. A type with a driver does not need an entry. */
export const unsupportedTypes: readonly string[] = [
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

/** A rotated key, which signs in addition to the current key until `expireTime` (Unix ms). */
export type RotatedKey = { sealedKey: string; expireTime: number };

/**
 * `failures`: the number of failures in a row. `failingSince`: the time of the first of these failures. `openUntil`:
 * the time until which the circuit breaker is open; null when it is closed. A success clears all three. Unix ms.
 */
export type FailureState = { failures: number; failingSince: number | null; openUntil: number | null };

/** The last failed attempt. `lastStatus`: 0 when there was no response. */
export type LastFailure = { lastStatus: number; lastError: string | null };

/**
 * `requested`: disabled by a caller; `gone`: the receiver answered 410; `failures`: every attempt failed for too long.
 */
export type DisabledReason = 'requested' | 'gone' | 'failures';

/** A destination for messages. Its signing key is sealed and bound to its row. */
export type Destination = FailureState &
  LastFailure & {
    id: string;
    projectId: string;
    name: string;
    /** The type of a driver (destination_driver.ts), which interprets the metadata. */
    type: string;
    /** The metadata without its secrets. Rows of 0.1.0 contain the secrets; seal_metadata.ts reads both forms. */
    metadata: JsonObject;
    sealedSecrets: string | null;
    sealedKey: string;
    oldKeys: RotatedKey[];
    status: DestinationStatus;
    /** Null while the destination is active, and in rows of 0.1.0. */
    disabledReason: DisabledReason | null;
    disabledTime: number | null;
    /** When the destination is probed next, by the clock of the database. Null unless failures disabled it. */
    nextProbeTime: number | null;
    /** Number of failed probes since the destination was disabled. */
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

/** A destination is failing after `failures` failures in a row, or `afterMs` after the first of them. */
export type FailingRule = { failures: number; afterMs: number };

export type DestinationStore = {
  /** Inserts a destination. Throws alreadyExists when the name is taken in the project. */
  insert(destination: Destination): Promise<void>;
  list(projectId: string, keyset: Keyset): Promise<Destination[]>;
  find(projectId: string, idOrName: string): Promise<Destination | undefined>;
  /** The newest destination of all projects. */
  findNewest(): Promise<Destination | undefined>;
  /** Finds a destination and locks its row until the transaction ends. */
  lock(projectId: string, idOrName: string): Promise<Destination | undefined>;
  /** Throws alreadyExists when the new name is taken. */
  update(projectId: string, id: string, change: DestinationChange): Promise<void>;
  /** Returns false when the destination does not exist. */
  delete(projectId: string, id: string): Promise<boolean>;
  /** Clears the failures. Writes nothing when there are none. */
  clearFailures(projectId: string, id: string): Promise<void>;
  saveHealth(projectId: string, id: string, health: FailureState & Partial<LastFailure>): Promise<void>;
  /**
   * Notes that a test begins. Returns false when the last test began less than `everyMs` ago by the clock of the
   * database, or the destination does not exist. Uses one statement, so that only one of several replicas gets true.
   */
  beginTest(projectId: string, id: string, everyMs: number): Promise<boolean>;
  /** Whether any destination began or stopped failing since the last report to other services. */
  hasFailingUnreported(rule: FailingRule): Promise<boolean>;
  /** Locks up to `limit` destinations of each kind, in all projects: those that began, and those that stopped failing. */
  lockFailingUnreported(
    options: FailingRule & { limit: number },
  ): Promise<{ destination: Destination; isFailing: boolean }[]>;
  setFailingReported(id: string, isFailing: boolean): Promise<void>;
  /** Locks up to `limit` destinations of all projects whose status was not sent to other services yet. */
  lockUnannounced(limit: number): Promise<Destination[]>;
  /**
   * Locks destinations of one type in all projects whose metadata contains `key`, or a URL with a query at `urlKey`, in
   * clear text. Ordered by id.
   */
  lockWithClearSecrets(
    where: { type: string; key: string; urlKey: string },
    keyset: { after: string; limit: number },
  ): Promise<Destination[]>;
  setAnnounced(ids: string[]): Promise<void>;
  /**
   * Disables an active destination. Returns true only for the call that disabled it. `probeAfterMs`: the wait before
   * the first probe, by the clock of the database; null when the destination is never probed.
   */
  disable(
    projectId: string,
    id: string,
    disabling: { reason: DisabledReason; updateTime: number; probeAfterMs: number | null },
  ): Promise<boolean>;
  /**
   * Notes that the receiver answered 410, so that a destination that failures disabled is not probed any more. Writes
   * nothing for other destinations.
   */
  noteGone(projectId: string, id: string): Promise<void>;
};

/** The associated data of a sealed key; it binds the ciphertext to its row. */
export function sealContext({ projectId, id }: { projectId: string; id: string }): string {
  return `destinations|${projectId}|${id}|signing_key`;
}

/** Deletes the routes of a deleted destination. The store of topic destination routes implements it. */
export type RoutesOfDestination = {
  deleteOfDestination(projectId: string, destinationId: string): Promise<void>;
};

/**
 * The destination that a name refers to. `status`: `deleting` while a deletion mark is valid; then the name must not be
 * used.
 */
export type ResolvedDestination = {
  /** The text in the request: an id, a name or a former name. */
  name: string;
  /** Empty when no destination has this name. */
  id: string;
  status: DestinationStatus | 'deleting' | '';
  /** The generation of the last deletion mark; 0 when there was none. */
  generation: number;
  /** A similar name; set when the name is unknown. */
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

/** `since`: when the mark was set, by the database's clock, Unix ms; null when there is no mark. */
type DeletionMark = { generation: number; since: number | null };

/**
 * How long a mark is valid. Between the mark and the deletion, the gateway asks the installation service who uses the
 * destination; this takes milliseconds.
 */
export const DELETION_MARK_MS = 60_000;

export function isMarkedForDeletion({ since }: DeletionMark, now: number): boolean {
  return since !== null && since > now - DELETION_MARK_MS;
}

/** A deleted destination. Its deliveries are still listed. */
export type DeletedDestination = { id: string; projectId: string; name: string };

export type DeletedDestinationStore = {
  /** Does nothing for a destination that is already stored. */
  add(deleted: DeletedDestination): Promise<void>;
  /** Lists the ids, newest deletion first. */
  list(projectId: string, limit: number): Promise<string[]>;
  find(projectId: string, id: string): Promise<DeletedDestination | undefined>;
  /** Deletes up to `limit` rows of destinations that were deleted before `before`. Returns how many. */
  purge(before: number, limit: number): Promise<number>;
};

export type DestinationNameStore = {
  /** Finds destinations in one statement, so that a concurrent rename is seen completely or not at all. */
  find(projectId: string, idsOrNames: string[]): Promise<NamedDestination[]>;
  /** Lists current names, from which a suggestion is chosen. */
  list(projectId: string, limit: number): Promise<string[]>;
  /** Former names of a destination, newest first. */
  formerNames(projectId: string, destinationId: string): Promise<string[]>;
  addFormer(projectId: string, former: { name: string; destinationId: string; createTime: number }): Promise<void>;
  /** Removes a former name that is now a current name. Returns the id of the destination that had it. */
  removeFormer(projectId: string, name: string): Promise<string | undefined>;
  removeFormerOf(
    projectId: string,
    destinationId: string,
  ): Promise<void> /** Returns the last deletion mark of a destination; its generation is 0 when there was none. */;
  mark(projectId: string, destinationId: string): Promise<DeletionMark>;
  setMark(projectId: string, destinationId: string, mark: DeletionMark): Promise<void>;
};

/** A destination whose pending deliveries must be held (it is disabled) or finished (it is deleted). */
export type DestinationClosing = { destinationId: string; projectId: string; finalState: 'held' | 'cancelled' };

export type ClosingStore = {
  /**
   * Stores a closing. Replaces an earlier closing of the destination, because a disabled destination may be deleted
   * before its closing is complete.
   */
  put(closing: DestinationClosing & { createTime: number }): Promise<void>;
  list(limit: number): Promise<DestinationClosing[]>;
  /** Locks the closing until the transaction ends; undefined when it does not exist. */
  lock(destinationId: string): Promise<DestinationClosing | undefined>;
  remove(destinationId: string): Promise<void>;
};

/**
 * The progress of a release. `dueTime`: the due time of the last released delivery; the next deliveries get later
 * times.
 */
export type ReleaseProgress = { destinationId: string; projectId: string; dueTime: number; createTime: number };

export type ReleaseStore = {
  /** Starts a release, or restarts it, so that it includes messages that were held in the meantime. */
  put(release: { destinationId: string; projectId: string }): Promise<void>;
  list(limit: number): Promise<ReleaseProgress[]>;
  /** Locks the release until the transaction ends; undefined when there is none. */
  lock(destinationId: string): Promise<ReleaseProgress | undefined>;
  /** Whether messages are held for this name, because the project had no destination with this name. */
  isAwaited(
    projectId: string,
    destinationName: string,
  ): Promise<boolean> /** Whether the destination still has held messages to release. */;
  isUnderWay(destinationId: string): Promise<boolean>;
  update(destinationId: string, dueTime: number): Promise<void>;
  remove(destinationId: string): Promise<void>;
};

/** The stores of destinations, by the names that use cases use. A use case picks the stores that it needs. */
export type DestinationStores = {
  destinations: DestinationStore;
  destinationNames: DestinationNameStore;
  deletedDestinations: DeletedDestinationStore;
  closings: ClosingStore;
  releases: ReleaseStore;
};
