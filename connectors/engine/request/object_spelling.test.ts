import { describe, expect, it } from '@jest/globals';
import { objectType, respelled, singular } from './object_spelling.ts';

describe('the spelling of objects', () => {
  it.each([
    [{ case: 'camel' }, 'creditNotes'],
    [{ case: 'pascal' }, 'CreditNotes'],
    [{ case: 'pascal', number: 'singular' }, 'CreditNote'],
    [{ case: 'snake' }, 'credit_notes'],
    [{ case: 'kebab' }, 'credit-notes'],
    [{}, 'credit-notes'],
  ] as const)('%j is %s', (naming, written) => {
    expect(respelled('credit-notes', naming)).toBe(written);
  });

  it('is unchanged for names with other signs', () => {
    expect(respelled('crm.lead', { case: 'pascal' })).toBe('crm.lead');
  });

  it.each([
    ['companies', 'company'],
    ['addresses', 'address'],
    ['boxes', 'box'],
    ['purchases', 'purchase'],
    ['statuses', 'status'],
    ['status', 'status'],
    ['analysis', 'analysis'],
    ['days', 'day'],
  ])('the singular of %s is %s', (plural, one) => {
    expect(singular(plural)).toBe(one);
  });

  it('gives the GraphQL type of a list', () => {
    expect(objectType('issueLabels')).toBe('IssueLabel');
  });
});
