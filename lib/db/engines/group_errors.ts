/** A copy for each transaction, because knex writes the statement into the message of an error. */
export function copyOf(err: Error): Error {
  return Object.assign(new Error(err.message, { cause: err }), { code: (err as { code?: string }).code });
}

/** The error of each transaction of a group that was rolled back; see `workOrRollback` in transaction.ts. */
export function groupLostError(err: Error): Error {
  return Object.assign(copyOf(err), { isGroupLost: true });
}
