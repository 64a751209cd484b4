import { Buffer } from 'node:buffer';
import { isId } from '../../../../lib/ids/ids.ts';
import { Problem } from '../../../../lib/problem/problem.ts';

/**
 * Page tokens of one list: an id, and numbers after it. The prefix distinguishes them from the tokens of other lists.
 */
export function pageTokens(prefix: string) {
  return {
    write: (id: string, ...numbers: number[]): string =>
      Buffer.from([prefix, id, ...numbers].join(':')).toString('base64url'),
    /** Throws invalidArgument. */
    read(token: string): [string, ...number[]] {
      const [before, id = '', ...numbers] = Buffer.from(token, 'base64url').toString('latin1').split(':');
      if (before === prefix && isId(id) && numbers.every((text) => /^\d{1,15}$/.test(text)))
        return [id, ...numbers.map(Number)];
      throw new Problem('invalidArgument', 'The page token is invalid.', {
        issues: [{ in: 'query', name: 'pageToken', detail: 'Must be the nextPageToken of an earlier response.' }],
      });
    },
  };
}
