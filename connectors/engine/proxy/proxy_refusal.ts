/** A request of a caller that is not passed on. The message says what is wrong and may be shown to the caller. */
export class ProxyRefusal extends Error {
  /** Where the fault is: in the target (path and query) or in the headers. */
  readonly part: 'path' | 'headers';

  constructor(part: ProxyRefusal['part'], message: string) {
    super(message);
    this.name = 'ProxyRefusal';
    this.part = part;
  }
}
