/** Far more operations than one process has between two of their pages. */
const MAX_OPERATIONS = 1_000;

/**
 * The engine's notes that the logs of recently run operations have. An operation that yields its slot often goes on in
 * the same process; then its next slot does not log them again.
 */
export function recentlyLoggedNotes() {
  const byOperation = new Map<string, Set<string>>();
  return {
    of(operationId: string): Set<string> {
      const notes = byOperation.get(operationId) ?? new Set<string>();
      byOperation.delete(operationId);
      byOperation.set(operationId, notes);
      if (byOperation.size > MAX_OPERATIONS)
        for (const oldest of [...byOperation.keys()].slice(0, 1)) byOperation.delete(oldest);
      return notes;
    },
  };
}
