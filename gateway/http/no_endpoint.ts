import { Problem } from '../../lib/problem/problem.ts';

/** Bases of the specification that have no endpoint yet: first segment of the path → what happens there. */
const LATER: Readonly<Record<string, string>> = { write: 'Writing', search: 'Searching', proxy: 'The proxy' };

/** The problem of an address without an endpoint. On these bases neither the address nor an id is wrong. */
export function noEndpoint(url: string): Problem {
  const [, base = ''] = /^\/(\w+)(?=[/?]|$)/.exec(url) ?? [];
  const what = Object.hasOwn(LATER, base) ? LATER[base] : undefined;
  return what === undefined
    ? new Problem('notFound', 'No such endpoint.')
    : new Problem('notFound', `${what} is not available yet in this version of Causeway.`, {
        remedy: 'Wait for a version that has it. GET /v1/providers says under support what this version can do.',
        context: { base },
      });
}
