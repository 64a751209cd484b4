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
    return this.text;
  }
}
