import { describe, expect, it } from '@jest/globals';
import { projectNameFault, projectNameOf } from './project.ts';

describe('the name of a project', () => {
  it.each(['ab', 'My-App', '42', 'a'.repeat(128), 'a--b'])('may be %s', (name) =>
    expect(projectNameFault(projectNameOf(name))).toBeNull(),
  );
  it.each(['', 'a', '-a', 'a-', 'a_b', 'a b', 'ä1', 'a'.repeat(129), '01900000-0000-7000-8000-00000000000A'])(
    'may not be %j',
    (name) => expect(projectNameFault(projectNameOf(name))).toEqual(expect.any(String)),
  );
});
