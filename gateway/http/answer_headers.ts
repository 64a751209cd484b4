import type { ServerResponse } from 'node:http';

/**
 * The headers of every answer, also of problems, health checks, pages, lists and answers on a bare socket. `nosniff`: a
 * browser that guesses a content type could run an answer as a page or a script. An answer that a cache may store
 * replaces `cache-control`.
 */
const ANSWER_HEADERS: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
};

const HEADER_ENTRIES = Object.entries(ANSWER_HEADERS);

export function setAnswerHeaders(response: ServerResponse): void {
  for (const [name, value] of HEADER_ENTRIES) response.setHeader(name, value);
}

/** The headers as lines, for an answer that is written directly to a socket. */
export const ANSWER_HEADER_LINES = HEADER_ENTRIES.map(([name, value]) => `${name}: ${value}\r\n`).join('');
