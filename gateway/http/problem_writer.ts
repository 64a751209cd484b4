import { Buffer } from 'node:buffer';
import type { ServerResponse } from 'node:http';
import { kindOf } from '../../lib/problem/kinds.ts';
import type { Problem } from '../../lib/problem/problem.ts';
import { toIso } from '../../lib/time/iso.ts';
import { type SupportContact, supportMembers } from './support_contact.ts';

type ProblemContext = { requestId: string; publicUrl: string; support: SupportContact; now: number };

/** Writes a Problem as an RFC 9457 document. Its `type` URL is a page of this server. */
export function problemDocument(
  problem: Problem,
  { requestId, publicUrl, support, now }: ProblemContext,
): Record<string, unknown> {
  const { extras } = problem;
  const { title } = kindOf(problem.kind);
  const retryAfter = retryAfterOf(problem, now);
  const type = `${publicUrl}/problems/${problem.kind}`;
  return {
    type,
    href: type,
    title,
    status: problem.status,
    detail: problem.detail,
    instance: `urn:uuid:${requestId}`,
    subsystem: extras.subsystem ?? 'api',
    time: toIso(now),
    requestId,
    ...(problem.retryable && { retryable: true }),
    ...(retryAfter && { retryAfter: toIso(retryAfter) }),
    remedy: extras.remedy ?? remedyOf(problem),
    ...supportMembers(support),
    ...(extras.causes && { causes: extras.causes }),
    ...(extras.context && { context: extras.context }),
    ...(extras.issues && {
      issues: extras.issues.map((issue) => ({ ...issue, title, type })),
    }),
  };
}

/**
 * Sends a problem and returns the bytes of the document. If an answer has begun, it aborts the connection and returns
 * 0.
 */
export function writeProblem(response: ServerResponse, problem: Problem, context: ProblemContext): number {
  if (response.headersSent) {
    response.destroy();
    return 0;
  }
  const retryAfter = retryAfterOf(problem, context.now);
  response.statusCode = problem.status;
  response.setHeader('content-type', 'application/problem+json');
  response.setHeader('x-request-id', context.requestId);
  // The handler may have set headers for a cacheable answer; a problem must not be cached.
  response.setHeader('cache-control', 'no-store');
  if (problem.status === 401) response.setHeader('www-authenticate', 'Bearer');
  if (retryAfter) response.setHeader('retry-after', String(Math.max(1, Math.ceil((retryAfter - context.now) / 1_000))));
  const text = JSON.stringify(problemDocument(problem, context));
  response.end(text);
  return Buffer.byteLength(text);
}

/** The time at which a retry can succeed, in Unix milliseconds; undefined when unknown or never. */
function retryAfterOf({ kind, retryable, extras }: Problem, now: number): number | undefined {
  const { retryMs } = kindOf(kind);
  return extras.retryAfter ?? (retryable && retryMs ? now + retryMs : undefined);
}

/** The remedy of a problem. For a retryable conflict it is a retry, without any decision by the caller. */
function remedyOf({ kind, retryable }: Problem): string {
  const row = kindOf(kind);
  return retryable && !row.retryable ? 'Send the same request again after a moment.' : row.remedy;
}
