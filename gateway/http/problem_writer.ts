import type { ServerResponse } from 'node:http';
import { kinds } from '../../lib/problem/kinds.ts';
import type { Problem } from '../../lib/problem/problem.ts';
import { toIso } from '../../lib/time/iso.ts';

type Context = { requestId: string; publicUrl: string; now: number };

/** A Problem as RFC 9457. The `type` address resolves to a page of this server. */
export function problemDocument(problem: Problem, { requestId, publicUrl, now }: Context): Record<string, unknown> {
  const { extras } = problem;
  const type = `${publicUrl}/problems/${problem.kind}`;
  return {
    type,
    href: type,
    title: kinds[problem.kind].title,
    status: problem.status,
    detail: problem.detail,
    instance: `urn:uuid:${requestId}`,
    subsystem: extras.subsystem ?? 'api',
    time: toIso(now),
    requestId,
    ...(problem.retryable && { retryable: true }),
    ...(extras.retryAfter && { retryAfter: toIso(extras.retryAfter) }),
    remedy: extras.remedy ?? kinds[problem.kind].remedy,
    ...(extras.causes && { causes: extras.causes }),
    ...(extras.context && { context: extras.context }),
    ...(extras.issues && {
      issues: extras.issues.map((issue) => ({ ...issue, title: kinds[problem.kind].title, type })),
    }),
  };
}

export function writeProblem(response: ServerResponse, problem: Problem, context: Context): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const { retryAfter } = problem.extras;
  response.statusCode = problem.status;
  response.setHeader('content-type', 'application/problem+json');
  response.setHeader('x-request-id', context.requestId);
  response.setHeader('cache-control', 'no-store');
  if (problem.status === 401) response.setHeader('www-authenticate', 'Bearer');
  if (retryAfter) response.setHeader('retry-after', String(Math.max(1, Math.ceil((retryAfter - context.now) / 1_000))));
  response.end(JSON.stringify(problemDocument(problem, context)));
}
