/**
 * A start-up fault that an operator can correct. Its message is a sentence that says what to do. The process prints the
 * message and exits with 1. Any other error is a bug, and its stack is printed.
 */
export class StartFault extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StartFault';
  }
}
