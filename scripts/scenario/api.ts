/**
 * A client of the public interface, like a builder's script. It sends and receives JSON, and throws ApiError for a
 * failure.
 */
export type Api = {
  get<T>(path: string): Promise<T>;
  post<T>(path: string, body?: unknown): Promise<T>;
  put<T>(path: string, body: unknown): Promise<T>;
  delete(path: string): Promise<void>;
};

/** The error answer of the server. */
export class ApiError extends Error {
  readonly status: number;
  readonly problem: { detail?: string; issues?: { name: string; detail: string }[] };

  constructor(method: string, url: string, status: number, problem: ApiError['problem']) {
    super(`${method} ${url} answered ${status}: ${JSON.stringify(problem)}`);
    this.status = status;
    this.problem = problem;
  }
}

/** @param base the base URL, for example http://localhost:8080/v1 */
export function createApi(base: string, apiKey: string): Api {
  async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
    const response = await fetch(base + path, {
      method,
      headers: { 'x-api-key': apiKey, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const isJson = (response.headers.get('content-type') ?? '').includes('json');
    const value = isJson && text ? (JSON.parse(text) as unknown) : text;
    if (!response.ok) throw new ApiError(method, base + path, response.status, value as ApiError['problem']);
    return value as T;
  }
  return {
    get: (path) => call('GET', path),
    post: (path, body) => call('POST', path, body),
    put: (path, body) => call('PUT', path, body),
    delete: (path) => call('DELETE', path),
  };
}
