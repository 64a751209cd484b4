/** The proxy refuses a caller's request. The message says what is wrong and may be shown to the caller. */
export class ProxyRefusal extends Error {
  /** The part of the request that is wrong: the target (path and query) or the headers. */
  readonly part: 'path' | 'headers';

  constructor(part: ProxyRefusal['part'], message: string) {
    super(message);
    this.name = 'ProxyRefusal';
    this.part = part;
  }
}
