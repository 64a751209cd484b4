/**
 * The tables in which a service keeps its operations. The service names them, because it may have more than one kind of
 * work, and because the tables lie in its own schema.
 */
export type WorkTables = {
  /** One row for each operation. */
  operations: string;
  /** One row for each owner that ever had an operation; see fair_turns.ts. */
  turns: string;
  /** The lines of the operations' logs. */
  logs: string;
  /**
   * The column, of `operations` and `turns`, that says whose work it is. The slots of the workers are shared fairly
   * between owners, for example between installations.
   */
  ownerColumn: string;
  /**
   * A column of `operations` that orders the operations of one owner: lower numbers first, then the oldest. It gives no
   * owner a larger share. Without it the oldest runs first.
   */
  priorityColumn?: string;
};

/** The names of the indexes that the stores read in order. On MySQL they force them. */
export function indexesOf({ operations, turns, logs }: WorkTables) {
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
export function orderOf({ priorityColumn }: WorkTables): readonly string[] {
  return priorityColumn === undefined ? ['next_time'] : [priorityColumn, 'next_time'];
}
