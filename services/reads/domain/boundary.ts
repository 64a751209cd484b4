/** The last version of a record that a read of the object delivered. */
export type Note = {
  /** Stands for the record's id. */
  key: string;
  /** Stands for its time and its whole text, as it was delivered. */
  fingerprint: string;
  /** The operation that delivered it. */
  originId: string;
  /** As the provider dates it, Unix ms; null when that cannot be read. */
  time: number | null;
};

/** A record that may come again; `time` as above. */
export type Candidate = Omit<Note, 'originId'>;

/**
 * Leaves out what an earlier operation delivered as it is, and takes down in `known` what is delivered now, so that it
 * always holds the last version that went out: a record that changed and changed back is delivered both times. What the
 * same operation delivered before comes again: the provider may mean it.
 */
export function sift<R>(
  records: readonly R[],
  {
    candidateOf,
    known,
    operationId,
  }: { candidateOf(record: R): Candidate | null; known: Map<string, Note>; operationId: string },
): R[] {
  return records.filter((record) => {
    const candidate = candidateOf(record);
    if (!candidate) return true;
    const before = known.get(candidate.key);
    const isOld = before?.fingerprint === candidate.fingerprint && before.originId !== operationId;
    if (!isOld) known.set(candidate.key, { ...candidate, originId: operationId });
    return !isOld;
  });
}
