/** The max size of an answer from an external server. It is checked before any of the answer is parsed. */
export type AnswerLimits = {
  /** Max bytes, both before and after decompression. */
  bytes: number;
  /** Values of JSON and NDJSON (keys and commas count too), elements of XML, cells of CSV. */
  values: number;
  /** Levels of lists, objects and elements. */
  depth: number;
  /** Values of one record, at any depth; one list or object of an answer has no more members, or no more than an answer has records. */
  recordValues: number;
  /** Max bytes of the keys and values of one record, as UTF-8 JSON; numbers that a double holds are not counted. */
  recordBytes: number;
};

export const ANSWER_LIMITS: AnswerLimits = {
  bytes: 16 * 1024 * 1024,
  values: 3_000_000,
  depth: 200,
  recordValues: 100_000,
  recordBytes: 4 * 1024 * 1024,
};

/** The settings that raise the limits. */
export const LIMIT_SETTINGS: Readonly<Record<keyof AnswerLimits, string>> = {
  bytes: 'CAUSEWAY_ANSWER_MAX_BYTES',
  values: 'CAUSEWAY_ANSWER_MAX_VALUES',
  depth: 'CAUSEWAY_ANSWER_MAX_DEPTH',
  recordValues: 'CAUSEWAY_RECORD_MAX_VALUES',
  recordBytes: 'CAUSEWAY_RECORD_MAX_BYTES',
};

/** An answer beyond a limit. The same request gets the same answer, so it is not repeated. */
export class AnswerLimitExceeded extends Error {
  readonly limit: 'bytes' | 'values' | 'depth' | 'members' | 'columns';
  readonly max: number;

  /** `columns`: of CSV; no setting raises it. `members`: of one list or object. */
  constructor(limit: AnswerLimitExceeded['limit'], max: number) {
    super(`The answer exceeds the limit of ${max} ${limit}.`);
    this.name = 'AnswerLimitExceeded';
    this.limit = limit;
    this.max = max;
  }
}
