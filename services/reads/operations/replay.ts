/** `same`: the plan of the original read. `current`: the installation's current plan. */
export type ReplayConfig = 'same' | 'current';

/**
 * Marks an operation as a replay of the operation `of`. `delivers`: whether its records are delivered or only compared.
 */
export type ReplayMark = { of: string; delivers: boolean };

/**
 * How the records of a replay differ from the delivered records. Records are matched by id, and records without an id
 * by their position among the records without an id. Contains all counts, and details of the first hundred changes: the
 * record's id and the names of its changed fields, never a value.
 */
export type ReplayDifference = {
  added: number;
  removed: number;
  changed: number;
  same: number;
  /** Records that cannot be compared, because their delivered text has been deleted. */
  unknown: number;
  /**
   * `exact`: the calls that were answered by the archived response to the identical request. `byOrder`: the calls that
   * were answered by the response to another request with the same method and path.
   */
  exact: number;
  byOrder: number;
  changes: RecordDifference[];
};

export type RecordDifference = { id: string | null; change: 'added' | 'removed' | 'changed'; fields?: string[] };

/** The result of a replay. */
export type ReplayResult = { config: ReplayConfig; difference: ReplayDifference };

export function replayText({ added, removed, changed, same, unknown }: ReplayDifference): string {
  const counts = { added, removed, changed, same, 'not comparable': unknown };
  const occurring = Object.entries(counts).filter(([, count]) => count > 0);
  return occurring.length === 0
    ? 'Replayed: no records'
    : `Replayed: ${occurring.map(([word, n]) => `${n} ${word}`).join(', ')}`;
}
