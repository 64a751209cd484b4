import { describe, expect, it } from '@jest/globals';
import { changeText, manifestChanges } from './manifest_changes.ts';

const texts = (before: unknown, after: unknown) => manifestChanges(before, after).map(changeText);

describe('manifestChanges', () => {
  it('names what was added, removed and changed by its path', () => {
    const contacts = { objectName: 'contacts', schedule: '0 * * * *' };
    const deals = { objectName: 'deals', schedule: '' };
    expect(
      texts(
        { name: 'crm', read: { objects: [contacts, deals] } },
        { name: 'crm', displayName: 'CRM', read: { objects: [{ ...contacts, schedule: '30 * * * *' }] } },
      ),
    ).toEqual([
      '~ read.objects[contacts].schedule: "0 * * * *" → "30 * * * *"',
      '- read.objects[deals]: {"objectName":"deals","schedule":""}',
      '+ displayName: "CRM"',
    ]);
  });

  it('finds nothing in equal contents, nor in entries that moved', () => {
    const [a, b] = [{ objectName: 'a' }, { objectName: 'b' }];
    expect(texts({ read: [a, b] }, { read: [b, a] })).toEqual([]);
  });

  it('compares a value that became another kind', () => {
    expect(texts({ a: [1] }, { a: { b: 1 } })).toEqual(['~ a: [1] → {"b":1}']);
  });
});
