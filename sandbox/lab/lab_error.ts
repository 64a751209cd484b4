import type { JsonObject } from '../../lib/json/json.ts';

/** An error response, sent in the provider's own shape. */
export class LabError extends Error {
  readonly status: number;
  readonly headers: Record<string, string>;
  /** Merged into the body. */
  readonly body: JsonObject;

  constructor(status: number, message: string, headers: Record<string, string> = {}, body: JsonObject = {}) {
    super(message);
    this.status = status;
    this.headers = headers;
    this.body = body;
  }
}
