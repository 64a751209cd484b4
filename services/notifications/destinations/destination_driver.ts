import type { CausewayEvent } from '../../../lib/events/event.ts';
import type { Json, JsonObject } from '../../../lib/json/json.ts';
import { Problem } from '../../../lib/problem/problem.ts';
import type { Destination } from './destination.ts';

/**
 * A driver defines a type of destination: which metadata it has, which of it is secret, and how one message gets there.
 * All that destinations of any type have in common (rows, sealing, masking, retries, health, holds) is outside of the
 * drivers, and nothing outside of a driver knows its type. test/contract/destination_drivers.test.ts is the suite that
 * each passes.
 */
export type DestinationDriver<Metadata extends JsonObject = JsonObject> = {
  /** The type, as the enum of destination types in gateway/openapi.yaml spells it. */
  type: string;
  /** The keys of the metadata. An update mask names one as `metadata.<key>`. */
  keys: readonly string[];
  secrets: DestinationSecrets<Metadata>;
  /** Checks and normalises metadata, without I/O. Secrets that were sent back masked are already replaced. */
  check(metadata: Json): MetadataCheck<Metadata>;
  /** Checks of the target that need the network. They may take seconds, and never run in a transaction. */
  checkTarget(metadata: Metadata): Promise<MetadataFault[]>;
  /**
   * Sends one message and ends within the driver's deadline. A message may be sent again, by another process too: each
   * time the receiver gets the same id and the same bytes. What it throws is a bug, and counts as a failed attempt.
   */
  deliver(target: DeliveryTarget<Metadata>, message: DestinationMessage): Promise<DeliveryResult>;
  /** The builder event about a disabled destination, if the catalogue has one of this type. */
  disabledEvent?(destination: Destination, event: { id: string; time: number }): CausewayEvent;
  /** The same, about a destination that a probe made active again. */
  enabledEvent?(destination: Destination, event: { id: string; time: number }): CausewayEvent;
};

export type DestinationSecrets<Metadata extends JsonObject = JsonObject> = {
  /** The one key of the metadata that holds secrets: an object of texts. It is stored sealed and shown masked. */
  key: string;
  /** The key of a URL. Its query is stored sealed and shown masked too. */
  urlKey?: string;
  /** The receiver of the secrets. Only a caller who may see stored secrets can send them to another receiver. */
  receiver(metadata: Metadata): string;
};

/** `path`: below the metadata, as `headers.x-own`; empty for the whole. `value` is never a secret. */
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
  /** The status code of the receiver's answer; 0 without one. */
  status: number;
  /** Why there is no answer: one word. */
  error: string | null;
  /** The beginning of the answer, at most some kilobytes and without secrets. */
  answer?: string;
  /** The next attempt waits longer. */
  isOverloaded?: boolean;
  /** How long the receiver asks to wait, ms. */
  retryAfterMs?: number;
};

/** The drivers by type. */
export type DestinationDrivers = {
  types: readonly string[];
  /** The keys of the metadata of all types. */
  keys: readonly string[];
  all: readonly DestinationDriver[];
  /** Undefined for a type that this version does not know. */
  find(type: string): DestinationDriver | undefined;
  /** For a row's type. Throws unprocessable when only a later version knows it. */
  of(type: string): DestinationDriver;
};

/** Throws for two drivers of one type. */
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
