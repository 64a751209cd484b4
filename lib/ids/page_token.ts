/** Page tokens of lists. They are opaque to callers, and hold the position after which the next page begins. */
import { Buffer } from 'node:buffer';
import { Problem } from '../problem/problem.ts';
import { isId } from './ids.ts';

const TOKEN_IN_BODY = 'Must be the nextPageToken of an earlier response.';

/** The problem of an invalid page token. `detail`: where a caller finds a valid token. */
export function invalidPageToken(detail = TOKEN_IN_BODY): Problem {
  return new Problem('invalidArgument', 'The page token is invalid.', {
    issues: [{ in: 'query', name: 'pageToken', detail }],
  });
}

/** Checks a token that is an id, and returns it; '' for the first page. Throws invalidArgument. */
export function idOfPageToken(token: string): string {
  if (token !== '' && !isId(token)) throw invalidPageToken();
  return token;
}

/** Page tokens that hold an id and numbers. The prefix prevents the use of a token of one list in another list. */
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
