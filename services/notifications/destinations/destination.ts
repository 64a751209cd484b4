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

/** A target of messages. Its signing key is sealed and bound to its row. */
export type Destination = Health & {
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
  createTime: number;
  updateTime: number | null;
};

export type DestinationChange = Partial<
  Pick<Destination, 'name' | 'metadata' | 'sealedSecrets' | 'sealedKey' | 'oldKeys' | 'status'>
> & {
  updateTime: number | null;
};

export type DestinationStore = {
  /** Throws alreadyExists when the name is taken in the project. */
  insert(destination: Destination): Promise<void>;
  list(projectId: string, keyset: Keyset): Promise<Destination[]>;
  find(projectId: string, idOrName: string): Promise<Destination | undefined>;
  /** The same, and locks the row until the transaction ends. */
  lock(projectId: string, idOrName: string): Promise<Destination | undefined>;
  /** Throws alreadyExists when the new name is taken. */
  update(projectId: string, id: string, change: DestinationChange): Promise<void>;
  /** False when absent. */
  delete(projectId: string, id: string): Promise<boolean>;
  /** Clears the failures. No write when there are none. */
  heal(projectId: string, id: string): Promise<void>;
  saveHealth(projectId: string, id: string, health: Health): Promise<void>;
  /** Locks up to `limit` destinations of all projects that other services do not know with their status. */
  lockUnannounced(limit: number): Promise<Destination[]>;
  /** Locks destinations of all projects and one type with this key in their clear metadata, by id. */
  lockWithClearSecrets(
    where: { type: string; key: string },
    keyset: { after: string; limit: number },
  ): Promise<Destination[]>;
  setAnnounced(ids: string[]): Promise<void>;
  /** True for the one caller that changed it from active to disabled. */
  disable(projectId: string, id: string, updateTime: number): Promise<boolean>;
};

/** The associated data of a sealed key; it binds the ciphertext to its row. */
export function sealContext({ projectId, id }: { projectId: string; id: string }): string {
  return `destinations|${projectId}|${id}|signing_key`;
}

/** What is deleted together with a destination. The store of topic destination routes has it. */
export type RoutesOfDestination = {
  deleteOfDestination(projectId: string, destinationId: string): Promise<void>;
};
