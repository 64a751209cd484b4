import type { IncomingHttpHeaders } from 'node:http';
import type { Express, Request, Response } from 'express';
import { Problem } from '../../lib/problem/problem.ts';
import type { Call } from '../../lib/rpc/call.ts';
import { readBody } from '../http/body.ts';
import { requestRecordOf } from '../http/request_record.ts';
import type { createBodyRoom } from '../limits/body_room.ts';
import { clientNetwork } from '../limits/client_network.ts';
import type { RateLimits } from '../limits/rate_limits.ts';
import { isSameOrigin } from './same_origin.ts';

/** The parts of a request that a session POST gets. `body` is a JSON object, `{}` when the request has none. */
export type SessionRequest = { call: Call; headers: IncomingHttpHeaders; body: Record<string, unknown> };
/** Without `json` the answer is a 204. */
type SessionAnswer = { json?: unknown; cookies?: string[] };
export type SessionPost = { path: string; answer(request: SessionRequest): Promise<SessionAnswer> };

type Deps = {
  publicUrl: () => string;
  callOf: (requestId: string) => Call;
  limits: Pick<RateLimits, 'admitUnknown' | 'countRefused'>;
  bodyRoom: ReturnType<typeof createBodyRoom>;
};

/** The share of the memory for bodies that one address may use. */
const PART_OF_PAGES = 1 / 8;
/** The max size of a session POST's body. */
const MAX_BODY_BYTES = 8_192;

/**
 * Mounts the POSTs with which the console and the connect page exchange a cookie for credentials, which the pages keep
 * in memory. Only pages of Causeway's own origin may send them: there is no CORS, and no other request reads the
 * cookie. Refused credentials count against the address, as they do for operations.
 */
export function mountSessionPosts(app: Express, posts: readonly SessionPost[], deps: Deps): void {
  for (const { path, answer } of posts)
    app.post(path, async (request: Request, response: Response) => {
      response.setHeader('cache-control', 'no-store');
      if (!isSameOrigin(request.headers, deps.publicUrl())) throw foreignOrigin();
      await deps.limits.admitUnknown(request);
      const owner = { name: clientNetwork(request.ip ?? ''), part: PART_OF_PAGES };
      const take = deps.bodyRoom(request, response, () => owner);
      const body = objectIn(await readBody(request, { limit: MAX_BODY_BYTES, take }));
      const call = deps.callOf(requestRecordOf(response).requestId);
      const { json, cookies = [] } = await answer({ call, headers: request.headers, body }).catch((error: unknown) => {
        if (error instanceof Problem && error.kind === 'unauthenticated') deps.limits.countRefused(request);
        throw error;
      });
      if (cookies.length > 0) response.setHeader('set-cookie', cookies);
      if (json === undefined) return void response.status(204).end();
      response.json(json);
    });
}

/** The text in the field `name` of the body; empty when there is none. */
export function textIn(body: Record<string, unknown>, name: string): string {
  const value = body[name];
  return typeof value === 'string' ? value : '';
}

function objectIn(body: unknown): Record<string, unknown> {
  if (body === undefined) return {};
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body as Record<string, unknown>;
  throw new Problem('invalidArgument', 'The body must be a JSON object.');
}

function foreignOrigin(): Problem {
  return new Problem('permissionDenied', 'This address answers only pages of this platform.', {
    remedy: 'Open the page at the public URL of the platform, and let the browser send its Origin and Sec-Fetch-Site.',
  });
}
