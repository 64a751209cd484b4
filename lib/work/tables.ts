/**
 * The names of the tables in which a service stores its operations. The tables are in the service's own schema. A
 * service may have several kinds of operations, so it chooses the names.
 */
export type WorkTables = {
  /** One row for each operation. */
  operations: string;
  /** One row for each owner that has or had an operation; see fair_turns.ts. */
  turns: string;
  /** The lines of the operations' logs. */
  logs: string;
  /**
   * The column of `operations` and `turns` that identifies the owner. Owners, for example installations, share the
   * slots of the workers fairly.
   */
  ownerColumn: string;
  /**
   * A column of `operations` with a number that orders the operations of one owner: the lowest number runs first, and
   * among equal numbers the oldest. The number gives no owner a larger share of the slots. Without the column the
   * oldest operation runs first.
   */
  priorityColumn?: string;
};

/** The names of the indexes in whose order the stores read rows. On MySQL, queries force these indexes. */
export function indexNamesOf({ operations, turns, logs }: WorkTables) {
  return {
    active: `${operations}_active`,
    due: `${operations}_due`,
    lease: `${operations}_lease`,
    turn: `${operations}_turn`,
    newest: `${operations}_newest`,
    listed: `${operations}_listed`,
    next: `${turns}_next`,
    lines: `${logs}_lines`,
    byAge: `${logs}_by_age`,
  };
}

/** The columns in whose order the ready operations of one owner run. */
export function claimOrderColumns({ priorityColumn }: WorkTables): readonly string[] {
  return priorityColumn === undefined ? ['next_time'] : [priorityColumn, 'next_time'];
}
