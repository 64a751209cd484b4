import { child, error, type Fault, items, type Path, type PathNode, textOf } from '../fault.ts';

/**
 * A destination as its events describe it. `name`: empty before the first event. `formerNames`: previous names, which
 * still refer to the destination.
 */
export type KnownDestination = { id: string; name: string; formerNames: string[] };

/** The destination that a name referred to when the request arrived. The service `notifications` resolved the name. */
export type ResolvedDestination = {
  name: string;
  /** Empty when there is no such destination. */
  id: string;
  /** `deleting`: the destination exists and may not be used any more. */
  status: string;
  /** The generation of the last deletion that had begun when the name was resolved. */
  generation: number;
  /** A similar name; empty if there is none. */
  suggestion: string;
};
/**
 * The resolved destinations, by the names in the request. Null from a gateway of 0.1.0; then the table `destinations`
 * resolves the names.
 */
export type Resolution = ReadonlyMap<string, ResolvedDestination> | null;

/** A projection of the destinations in notifications, for revisions and configs that store only names. */
export type DestinationStore = {
  /** Ignores an event that is older than the stored one. A deleted destination stays deleted. */
  save(
    projectId: string,
    destination: { id: string; name: string; formerNames: string[]; deleted: boolean; time: number },
  ): Promise<void>;
  find(projectId: string, id: string): Promise<KnownDestination | undefined>;
  list(projectId: string): Promise<KnownDestination[]>;
  /**
   * Returns the names whose destination began to be deleted after the name was resolved. Locks all these destinations
   * until the transaction ends. So a deletion that begins later finds the rows that this transaction writes.
   */
  outdated(projectId: string, resolved: readonly ResolvedDestination[]): Promise<string[]>;
  /**
   * Marks a destination as being deleted. From now on, `outdated` returns every name of the destination that was
   * resolved before.
   */
  beginDeletion(projectId: string, deletion: { id: string; generation: number }): Promise<void>;
};

/** Name → id, as stored with a revision or a config. */
export type DestinationIds = Readonly<Record<string, string>>;

/** The id of a name; undefined when these ids do not have it. */
export function idIn(ids: DestinationIds | null | undefined, name: string): string | undefined {
  return ids && Object.hasOwn(ids, name) ? ids[name] : undefined;
}

/** The nodes in a manifest's integration that contain the name of a destination. */
export function manifestDestinations(integration: PathNode): PathNode[] {
  const objects = ['read', 'subscribe'].flatMap((action) => items(child(child(integration, action), 'objects')));
  return [...objects, child(integration, 'watchSchema')]
    .map((node) => child(node, 'destination'))
    .filter((node) => textOf(node) !== undefined);
}

export function manifestDestinationNames(integration: unknown): string[] {
  return [...new Set(manifestDestinations({ value: integration, path: [] }).map((node) => textOf(node) ?? ''))];
}

/** The current ids of these names; null without a resolution. */
export function currentIdsOf(names: readonly string[], resolution: Resolution): DestinationIds | null {
  if (!resolution) return null;
  return Object.fromEntries(existingDestinations(names, resolution).map(({ name, id }) => [name, id]));
}

/** Resolves these names. Leaves out destinations that do not exist. */
export function existingDestinations(names: readonly string[], resolution: Resolution): ResolvedDestination[] {
  return names.flatMap((name) => resolution?.get(name) ?? []).filter(({ id }) => id !== '');
}

/**
 * The destination ids of a config after a change. A name in the request gets its current id; any other name keeps its
 * id.
 */
export function idsAfterChange(
  names: readonly string[],
  before: DestinationIds | null,
  resolution: Resolution,
): DestinationIds | null {
  if (!before && !resolution) return null;
  const now = currentIdsOf(names, resolution);
  const entries = names.flatMap((name) => {
    const id = idIn(now, name) ?? idIn(before, name);
    return id === undefined ? [] : [[name, id] as const];
  });
  const ids = Object.fromEntries(entries);
  // The config is from 0.1.0 and has a name that is not in the request. So the config still stores no ids.
  return before === null && names.some((name) => idIn(ids, name) === undefined) ? null : ids;
}

/** Resolves names with the table `destinations`: ids and current names win over former names. */
export function projectedIds(known: readonly KnownDestination[]): (name: string) => string | undefined {
  const ids = new Map<string, string>();
  for (const { id, formerNames } of known) for (const name of formerNames) ids.set(name, id);
  for (const { id, name } of known) ids.set(name, id).set(id, id);
  ids.delete(''); // the name of a destination whose first event has not arrived
  return (name) => ids.get(name);
}

/** The fault of a name without a destination; empty if `resolution` is null. */
export function unknownDestination(path: Path, name: string, resolution: Resolution): Fault[] {
  const found = resolution?.get(name);
  if (!resolution || found?.id) return [];
  if (found?.status === 'deleting')
    return [error(path, 'destination-exists', `The destination ${name} is being deleted.`, 'Name another one.')];
  const suggestion = found?.suggestion ? `Did you mean ${found.suggestion}?` : 'Create it first.';
  return [error(path, 'destination-exists', `The project has no destination named ${name}.`, suggestion)];
}
