import { randomUUID } from 'node:crypto';

/**
 * How an exact number passes through JSON.parse and JSON.stringify, which know doubles only: as a string that begins
 * with this mark. The mark is random for each process, so no provider can write a string that is taken for a number.
 */
export const exactMark = `\u0001${randomUUID()}:`;

let isMarking = false;

/** A JSON number that a double cannot carry unchanged, kept as the text that was sent: 12345678901234567890, 1.0, -0. */
export class ExactNumber {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  toString(): string {
    return this.text;
  }

  /** The nearest double, for comparing and sorting; never for writing back. */
  valueOf(): number {
    return Number(this.text);
  }

  /** Plain JSON.stringify cannot write the number exactly, so it gets the digits as a string. */
  toJSON(): string {
    return isMarking ? exactMark + this.text : this.text;
  }
}

/** Runs `write` (synchronous) with exact numbers written as marked strings. */
export function withMarks<T>(write: () => T): T {
  isMarking = true;
  try {
    return write();
  } finally {
    isMarking = false;
  }
}
