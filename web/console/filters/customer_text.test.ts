import { describe, expect, it } from '@jest/globals';
import { customersOf, customerText, searchOf } from './customer_text.ts';

describe('the customers of a filter', () => {
  it('are each there once, in their order', () => {
    const groups = ['b', 'a', 'b'].map((groupRef) => ({ groupRef, groupName: groupRef.toUpperCase() }));
    expect(customersOf(groups)).toEqual([
      { ref: 'b', name: 'B' },
      { ref: 'a', name: 'A' },
    ]);
  });

  it('have their ref beside a name that is another', () => {
    expect(customerText({ name: 'Acme Inc.', ref: 'acme' })).toBe('Acme Inc. (acme)');
    expect(customerText({ name: 'acme', ref: 'acme' })).toBe('acme');
  });

  it.each([
    ['acm', 'acm'],
    [' Acme Inc. ', 'Acme Inc.'],
    ['Acme Inc. (ac', 'Acme Inc.'],
    ['Acme (UK)', 'Acme (UK)'],
  ])('are looked for by what is typed: %s', (text, search) => expect(searchOf(text)).toBe(search));
});
