import type { Page } from './page.ts';
import type { WebhookMetadata } from './webhook_metadata.ts';

/** Every kind of destination the contract names. Deliveries go to webhooks; the others come with later versions. */
export const destinationTypes = [
  'webhook',
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
] as const;

export type DestinationStatus = 'active' | 'disabled';

/** A key that signs beside the current one until `expireTime`. */
export type OldKey = { sealedKey: string; expireTime: number };

/** How a destination has been doing. `failures` in a row, since when, and until when it is spared; all empty after a success. */
export type Health = { failures: number; failingSince: number | null; openUntil: number | null };

/** A place where messages go. Its signing key is sealed, and opens only for its own row. */
export type Destination = Health & {
  id: string;
  projectId: string;
  name: string;
  type: 'webhook';
  metadata: WebhookMetadata;
  sealedKey: string;
  oldKeys: OldKey[];
  status: DestinationStatus;
  createTime: number;
  updateTime: number | null;
};

export type DestinationChange = Partial<Pick<Destination, 'name' | 'metadata' | 'sealedKey' | 'oldKeys' | 'status'>> & {
  updateTime: number;
};

export type DestinationStore = {
  /** Throws alreadyExists when the project has one of that name. */
  insert(destination: Destination): Promise<void>;
  list(projectId: string, page: Page): Promise<Destination[]>;
  find(projectId: string, idOrName: string): Promise<Destination | undefined>;
  /** The same, and nobody else changes the row until this transaction ends. */
  lock(projectId: string, idOrName: string): Promise<Destination | undefined>;
  /** Throws alreadyExists when the new name is taken. */
  update(projectId: string, id: string, change: DestinationChange): Promise<void>;
  /** False when there was none. */
  delete(projectId: string, id: string): Promise<boolean>;
  /** Forgets all failures; writes nothing when there are none. */
  heal(projectId: string, id: string): Promise<void>;
  saveHealth(projectId: string, id: string, health: Health): Promise<void>;
  /** True for the one caller that took it from active to disabled. */
  disable(projectId: string, id: string, updateTime: number): Promise<boolean>;
};

/** What a sealed key is bound to, so that it does not open in another row. */
export function sealContext({ projectId, id }: { projectId: string; id: string }): string {
  return `destinations|${projectId}|${id}|signing_key`;
}
