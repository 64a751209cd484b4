import { Buffer } from 'node:buffer';
import type { ServerResponse } from 'node:http';

/**
 * An answer with a status and body that a service chose: another success status, or a failure that is no problem
 * document.
 */
export class StatusAnswer {
  readonly #status: number;
  readonly #json: string;
  readonly #headers: Readonly<Record<string, string>>;

  constructor(status: number, json: string, headers: Readonly<Record<string, string>> = {}) {
    this.#status = status;
    this.#json = json;
    this.#headers = headers;
  }

  /** Sends the answer and returns the number of bytes. */
  write(response: ServerResponse): number {
    response.writeHead(this.#status, { ...this.#headers, 'content-type': 'application/json' }).end(this.#json);
    return Buffer.byteLength(this.#json);
  }
}
