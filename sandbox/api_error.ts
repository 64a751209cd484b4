/** An error response of the CRM's API: {"error":{"code","message"}} with a status and headers. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly headers: Record<string, string>;

  constructor(status: number, code: string, message: string, headers: Record<string, string> = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.headers = headers;
  }
}

export function notFound(): ApiError {
  return new ApiError(404, 'not_found', 'No such endpoint or record.');
}
