import { Problem } from '../../../../lib/problem/problem.ts';
import type { DestinationDriver } from './destination_driver.ts';

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
