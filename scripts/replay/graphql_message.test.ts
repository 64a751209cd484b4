import { describe, expect, it } from '@jest/globals';
import { matchExchange } from './match.ts';
import { graphqlMessage, graphqlRoots } from './messages/graphql_message.ts';
import type { Exchange } from './replay_case.ts';

const asking = (query: string, response: string): Exchange => ({
  request: { method: 'POST', path: '/graphql', body: { query } },
  response: { status: 200, body: response },
});
const asked = (query: string) => ({ method: 'POST', path: '/graphql', query: new URLSearchParams(), body: { query } });

describe('GraphQL bodies', () => {
  it('are reduced to their root fields, without the selections', () => {
    expect(graphqlRoots({ query: 'query Read($a: Int) {\n issues(first: $a) { nodes { id } } me { id } }' })).toBe(
      'issues me',
    );
    expect(graphqlRoots({ query: '{ users { id } }' })).toBe('users');
    expect(graphqlMessage({ query: '{ users { id name } }', variables: { a: 1 } })).toEqual({
      query: 'users',
      variables: { a: 1 },
    });
  });

  it('are not recognized if the query is something else', () => {
    expect(graphqlRoots({ query: 'SELECT a FROM b' })).toBeNull();
    expect(graphqlRoots(undefined)).toBeNull();
  });

  it('match by their root fields, and by their order if the recording has no bodies', () => {
    const left: Exchange = {
      request: { method: 'POST', path: '/graphql' },
      response: { status: 200, body: 'left out' },
    };
    const both = [asking('{ users { id } }', 'users'), asking('{ teams { id } }', 'teams')];
    const answer = (exchanges: Exchange[], query: string, taken: Exchange[] = []) => {
      const found = matchExchange(exchanges, asked(query), (one) => taken.includes(one));
      return typeof found === 'string' ? found : found.response.body;
    };
    expect(answer(both, 'query ($n: Int) { teams(first: $n) { id name } }')).toBe('teams');
    expect(answer(both, '{ others { id } }')).toContain('not recorded');
    expect(answer([asking('{ users { id } }', 'users'), left], '{ others { id } }')).toBe('left out');
    expect(answer([left, { ...left, response: { status: 200, body: 'second' } }], '{ others { id } }', [left])).toBe(
      'second',
    );
  });
});
