import { describe, expect, it } from '@jest/globals';
import { graphqlCall } from './graphql_call.ts';

const call = (query: string, variables: Record<string, string> = {}) => graphqlCall({ query, variables });

describe('graphqlCall', () => {
  it('is the same for values in variables and in the text', () => {
    const wanted = { name: 'shoeDelete', given: { input: { id: 's1' }, force: true } };
    expect(call('mutation D($id: ID!) { shoeDelete(input: {id: $id}, force: true) { gone } }', { id: 's1' })).toEqual(
      wanted,
    );
    expect(call('mutation {\n shoeDelete(input: {id: "s1"}\n force: true) { gone } }')).toEqual(wanted);
  });

  it('reads lists, texts with brackets and names of enumerations', () => {
    expect(call('mutation { a(list: [1, "x) {", RED], none: null, n: $n) }')).toEqual({
      name: 'a',
      given: { list: [1, 'x) {', 'RED'], none: null },
    });
    expect(call('mutation { a { b } }')).toEqual({ name: 'a', given: {} });
  });

  it('knows neither queries nor broken texts', () => {
    for (const query of ['query { shoes { id } }', 'mutation { a(b', 'mutation { a(b: [1', 'mutation { a(b 1) }', 'x'])
      expect(call(query)).toBeNull();
    expect(graphqlCall('mutation { a }')).toBeNull();
    expect(graphqlCall(undefined)).toBeNull();
  });
});
