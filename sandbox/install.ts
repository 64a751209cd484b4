/**
 * A two-step authorization, like those of providers without OAuth. /install/choose selects a workspace and
 * /install/authorize asks for consent (both redirect at once). /install/token exchanges the code for a key.
 */
import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { ApiError } from './api_error.ts';
import { readJson, sendJson } from './http.ts';

export type Installs = {
  /** Handles a request under /install/. Throws ApiError. */
  handle(request: IncomingMessage, response: ServerResponse, address: URL): Promise<void>;
  isKey(key: string): boolean;
};

export function createInstalls(client: { clientId: string; clientSecret: string }): Installs {
  /** The workspace of each unused code. */
  const codes = new Map<string, string>();
  /** The workspace of each key. */
  const keys = new Map<string, string>();

  function authorize({ searchParams }: URL, response: ServerResponse): void {
    if (searchParams.get('client_id') !== client.clientId)
      throw new ApiError(400, 'unknown_client', 'Unknown client_id.');
    const code = randomBytes(12).toString('hex');
    codes.set(code, searchParams.get('workspace') ?? '');
    sendBack(response, searchParams, { code });
  }

  async function token(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readJson(request);
    if (body['client_id'] !== client.clientId || body['client_secret'] !== client.clientSecret)
      throw new ApiError(401, 'invalid_client', 'The client_id or the client_secret is wrong.');
    const code = String(body['code']);
    const workspace = codes.get(code);
    codes.delete(code);
    if (workspace === undefined) throw new ApiError(400, 'invalid_code', 'The code is unknown or was already used.');
    const key = randomBytes(16).toString('hex');
    keys.set(key, workspace);
    sendJson(response, 200, { install_key: key, workspace: { id: workspace, name: `Workspace ${workspace}` } });
  }

  return {
    async handle(request, response, address) {
      switch (`${request.method} ${address.pathname}`) {
        case 'GET /install/choose':
          return sendBack(response, address.searchParams, { workspace_id: `${address.searchParams.get('region')}-1` });
        case 'GET /install/authorize':
          return authorize(address, response);
        case 'POST /install/token':
          return token(request, response);
        default:
          throw new ApiError(404, 'not_found', 'No such endpoint.');
      }
    },
    isKey: (key) => keys.has(key),
  };
}

function sendBack(response: ServerResponse, query: URLSearchParams, params: Record<string, string>): void {
  const to = new URL(query.get('return_to') ?? '');
  for (const [name, value] of Object.entries({ ...params, state: query.get('state') ?? '' }))
    to.searchParams.set(name, value);
  response.writeHead(302, { location: to.href }).end();
}
