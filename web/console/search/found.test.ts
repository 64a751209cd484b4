import { describe, expect, it } from '@jest/globals';
import { findByName, idIn } from './found.ts';

const ID = '0190a2b4-77aa-7c31-8f00-1234567890ab';

describe('a search', () => {
  it.each([
    [ID, ID],
    [ID.toUpperCase(), ID],
    [`https://causeway.example/console/demo/operations/${ID}?state=failed`, ID],
    ['acme', ''],
    [ID.slice(1), ''],
  ])('sees the id in what is pasted: %s', (text, id) => expect(idIn(text)).toBe(id));

  it('finds names by a part of them, those that begin with it first', () => {
    const names = ['our-crm', 'CRM', 'billing', 'crm-2'];
    expect(findByName(names, 'crm', (name) => [name])).toEqual(['CRM', 'crm-2', 'our-crm']);
    expect(findByName(names, 'nothing', (name) => [name])).toEqual([]);
  });

  it('looks at each name of a thing, and lists no more than eight of a kind', () => {
    const many = Array.from({ length: 20 }, (_, i) => ({ name: `p${i}`, displayName: `Provider ${i}` }));
    const namesOf = ({ name, displayName }: (typeof many)[number]) => [name, displayName];
    expect(findByName(many, 'provider 19', namesOf)).toEqual([many[19]]);
    expect(findByName(many, 'p', namesOf)).toHaveLength(8);
  });
});
