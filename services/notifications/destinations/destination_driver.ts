import type { CausewayEvent } from '../../../lib/events/event.ts';
import type { Json, JsonObject } from '../../../lib/json/json.ts';
import { Problem } from '../../../lib/problem/problem.ts';
import type { Destination } from './destination.ts';

/**
 * A driver defines a type of destination: its metadata, which of the metadata is secret, and how a message is sent. The
 * common parts of all types (rows, sealing, masking, retries, health, holds) are outside of the drivers, and no code
 * outside of a driver depends on its type. Every driver must pass test/contract/destination_drivers.test.ts.
 */
export type DestinationDriver<Metadata extends JsonObject = JsonObject> = {
  /** The type, as the enum of destination types in gateway/openapi.yaml spells it. */
  type: string;
  /** The keys of the metadata. An update mask refers to a key as `metadata.<key>`. */
  keys: readonly string[];
  secrets: DestinationSecrets<Metadata>;
  /** Checks and normalises metadata, without I/O. Masks that a caller sent back are already replaced by the secrets. */
  check(metadata: Json): MetadataCheck<Metadata>;
  /** Checks the target with network calls, which may take seconds. Never called in a transaction. */
  checkTarget(metadata: Metadata): Promise<MetadataFault[]>;
  /**
   * Sends one message and ends within the driver's deadline. A message may be sent again, also by another process; the
   * receiver gets the same id and bytes each time. An exception is a bug, and counts as a failed attempt.
   */
  deliver(target: DeliveryTarget<Metadata>, message: DestinationMessage): Promise<DeliveryResult>;
  /** The builder event about a disabled destination, if the catalogue has such an event for this type. */
  disabledEvent?(destination: Destination, event: { id: string; time: number }): CausewayEvent;
  /** The builder event about a destination that a probe made active again, if the catalogue has one for this type. */
  enabledEvent?(destination: Destination, event: { id: string; time: number }): CausewayEvent;
};

export type DestinationSecrets<Metadata extends JsonObject = JsonObject> = {
  /** The only key of the metadata that holds secrets: an object of texts. It is stored sealed and shown masked. */
  key: string;
  /** The key of a URL. The query of this URL is stored sealed and shown masked too. */
  urlKey?: string;
  /**
   * Identifies the receiver of the secrets. Only a caller who may see the stored secrets can change the receiver of
   * stored secrets.
   */
  receiver(metadata: Metadata): string;
};

/**
 * `path`: relative to the metadata, such as `headers.x-own`; empty for the metadata itself. `value` is never a secret.
 */
export type MetadataFault = { path: string; detail: string; value?: string };

export type MetadataCheck<Metadata extends JsonObject = JsonObject> =
  | { metadata: Metadata; faults?: undefined }
  | { faults: [MetadataFault, ...MetadataFault[]] };

/** `signingSecrets`: the active signing keys, newest first. */
export type DeliveryTarget<Metadata extends JsonObject = JsonObject> = {
  metadata: Metadata;
  signingSecrets: readonly string[];
};

export type DestinationMessage = { id: string; body: Uint8Array };

export type DeliveryResult = {
  /** `final`: the receiver wants no messages any more. Its destination is disabled, and the message is held. */
  result: 'delivered' | 'retryable' | 'final';
  /** The status code of the receiver's response; 0 when there was none. */
  status: number;
  /** Why there was no response: one word. */
  error: string | null;
  /** The beginning of the response body, at most some kilobytes and without secrets. */
  answer?: string;
  /** Whether the receiver is overloaded, so that the next attempt waits longer. */
  isOverloaded?: boolean;
  /** How long the receiver asks to wait, ms. */
  retryAfterMs?: number;
};

/** The drivers of all destination types. */
export type DestinationDrivers = {
  types: readonly string[];
  /** The keys of the metadata of all types. */
  keys: readonly string[];
  all: readonly DestinationDriver[];
  /** Returns undefined for a type that this version does not know. */
  find(type: string): DestinationDriver | undefined;
  /** Returns the driver of a row's type. Throws unprocessable when only a later version knows the type. */
  of(type: string): DestinationDriver;
};

/** Throws when two drivers have the same type. */
export function driversByType(drivers: readonly DestinationDriver[]): DestinationDrivers {
  const byType = new Map(drivers.map((driver) => [driver.type, driver]));
  if (byType.size < drivers.length) throw new Error('Two drivers have the same type.');
  return {
    types: [...byType.keys()],
    keys: [...new Set(drivers.flatMap(({ keys }) => keys))],
    all: drivers,
    find: (type) => byType.get(type),
    of(type) {
      const driver = byType.get(type);
      if (!driver) throw new Problem('unprocessable', `This version has no driver for destinations of type ${type}.`);
      return driver;
    },
  };
}
