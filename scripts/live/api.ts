/** Calls a running platform through its public bases as one project. */
export type Api = {
  /** `path` lies below `/projects/{project}`. Resolves with the parsed answer; throws with the problem otherwise. */
  call<T>(method: string, path: string, body?: unknown): Promise<T>;
};

export type ReadyPlatform = { baseUrl: string; readUrl: string; project: { id: string; name: string }; apiKey: string };

/** `base` is `main` for `{origin}/v1` and `read` for `{origin}/read/v1`. */
export function apiOf(platform: ReadyPlatform, base: 'main' | 'read'): Api {
  const origin = base === 'main' ? platform.baseUrl : platform.readUrl;
  const headers = { 'x-api-key': platform.apiKey, 'content-type': 'application/json' };
  return {
    async call(method, path, body) {
      const request = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
      const response = await fetch(`${origin}/projects/${platform.project.name}${path}`, request);
      const text = await response.text();
      if (!response.ok) throw new Error(`${method} ${path} was answered ${response.status}: ${text}`);
      return text === '' ? undefined : JSON.parse(text);
    },
  };
}
