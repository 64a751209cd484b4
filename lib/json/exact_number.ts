import { randomBytes } from 'node:crypto';

/**
 * Marks a string as an exact number on its way through JSON.stringify, which only supports doubles. The mark is random
 * per process, so that a provider cannot forge a string that is written as a number. Short, because a page may hold
 * millions of such numbers.
 */
export const exactMark = `#${randomBytes(9).toString('base64url')}:`;

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
