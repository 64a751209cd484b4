import { randomUUID } from 'node:crypto';

/**
 * Marks a string as an exact number on its way through JSON.parse and JSON.stringify, which only support doubles. The
 * mark is random per process, so that a provider cannot forge a string that is read as a number.
 */
export const exactMark = `\u0001${randomUUID()}:`;

let isMarking = false;

/** A JSON number that a double cannot represent unchanged, held as its original text: 12345678901234567890, 1.0, -0. */
export class ExactNumber {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  toString(): string {
    return this.text;
  }

  /** The nearest double, for comparison and sorting only; never write it back. */
  valueOf(): number {
    return Number(this.text);
  }

  /** Plain JSON.stringify cannot write the exact number, so it writes the digits as a string. */
  toJSON(): string {
    return isMarking ? exactMark + this.text : this.text;
  }
}

/** Runs `write` (synchronous); meanwhile exact numbers are serialised as marked strings. */
export function withMarks<T>(write: () => T): T {
  isMarking = true;
  try {
    return write();
  } finally {
    isMarking = false;
  }
}
