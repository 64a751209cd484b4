import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { areInConflict } from './field_path.ts';
import { pathConflicts } from './path_conflicts.ts';

const aKey = fc.constantFrom("['a']", '["a"]', "['b']", '[0]', '[1]');
const aName = fc.oneof(
  fc.constantFrom('a', 'b', '$', '$[', ''),
  fc.array(aKey, { minLength: 1, maxLength: 4 }).map((keys) => `$${keys.join('')}`),
);

describe('the conflicts of paths', () => {
  it('S11: are those that a comparison of each pair finds, the earliest first', () => {
    fc.assert(
      fc.property(fc.array(aName, { maxLength: 12 }), aName, (names, name) => {
        const conflicts = pathConflicts();
        for (const one of names) conflicts.add(one);
        const wanted = names.find((one) => one !== name && areInConflict(one, name));
        expect(conflicts.conflictOf(name)).toBe(wanted);
      }),
      { numRuns: 2_000 },
    );
  });
});
