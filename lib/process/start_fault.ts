/**
 * A reason why a process cannot start that its operator can remove: the message is a sentence for a person, with what to
 * do. A process that meets one prints the message and exits with 1; any other error is a bug and prints its stack.
 */
export class StartFault extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StartFault';
  }
}
