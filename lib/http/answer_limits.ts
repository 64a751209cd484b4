/** The max size of an answer from an external server. */
export type AnswerLimits = {
  /** Max bytes, both before and after decompression. */
  bytes: number;
  /** Max number of values of JSON and NDJSON (keys and commas count too), elements of XML or cells of CSV. */
  values: number;
  /** Max nesting of lists, objects and elements. */
  depth: number;
  /**
   * Max number of values of one record, at any depth. It also limits the members of each list and object of an
   * answer, but never to fewer than the max number of records of an answer (connectors/engine/answer/classify.ts).
   */
  recordValues: number;
  /**
   * Max bytes of the keys and values of one record, as UTF-8 JSON; numbers that a double represents exactly count 0.
   */
  recordBytes: number;
};

export const ANSWER_LIMITS: AnswerLimits = {
  bytes: 16 * 1024 * 1024,
  values: 3_000_000,
  depth: 200,
  recordValues: 100_000,
  recordBytes: 4 * 1024 * 1024,
};

/** The setting that raises each limit. */
export const LIMIT_SETTINGS: Readonly<Record<keyof AnswerLimits, string>> = {
  bytes: 'CAUSEWAY_ANSWER_MAX_BYTES',
  values: 'CAUSEWAY_ANSWER_MAX_VALUES',
  depth: 'CAUSEWAY_ANSWER_MAX_DEPTH',
  recordValues: 'CAUSEWAY_RECORD_MAX_VALUES',
  recordBytes: 'CAUSEWAY_RECORD_MAX_BYTES',
};

/** An answer exceeds a limit. Callers do not retry the request, because it would get the same answer. */
export class AnswerLimitExceeded extends Error {
  readonly limit: 'bytes' | 'values' | 'depth' | 'members' | 'columns';
  readonly max: number;

  /**
   * `columns`: the columns of a CSV answer; no setting raises this limit. `members`: the members of one list or object.
   */
  constructor(limit: AnswerLimitExceeded['limit'], max: number) {
    super(`The answer exceeds the limit of ${max} ${limit}.`);
    this.name = 'AnswerLimitExceeded';
    this.limit = limit;
    this.max = max;
  }
}
