/** Page tokens of lists: opaque to callers, with the position after which the next page begins. */
import { Buffer } from 'node:buffer';
import { Problem } from '../problem/problem.ts';
import { isId } from './ids.ts';

const OF_THE_BODY = 'Must be the nextPageToken of an earlier response.';

/** The problem of a token that no answer of this list had; `detail` says where such an answer has it. */
export function invalidPageToken(detail = OF_THE_BODY): Problem {
  return new Problem('invalidArgument', 'The page token is invalid.', {
    issues: [{ in: 'query', name: 'pageToken', detail }],
  });
}

/** Returns a token that is an id; empty for the first page. Throws invalidArgument. */
export function idOfPageToken(token: string): string {
  if (token !== '' && !isId(token)) throw invalidPageToken();
  return token;
}

/** Tokens of an id, and numbers after it. The prefix distinguishes those of one list from those of others. */
export function pageTokens(prefix: string) {
  return {
    write: (id: string, ...numbers: number[]): string =>
      Buffer.from([prefix, id, ...numbers].join(':')).toString('base64url'),
    /** Throws invalidArgument. */
    read(token: string): [string, ...number[]] {
      const [before, id = '', ...numbers] = Buffer.from(token, 'base64url').toString('latin1').split(':');
      if (before === prefix && isId(id) && numbers.every((text) => /^\d{1,15}$/.test(text)))
        return [id, ...numbers.map(Number)];
      throw invalidPageToken();
    },
  };
}
