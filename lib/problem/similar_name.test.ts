import { expect, it } from '@jest/globals';
import { similarName } from './similar_name.ts';

it.each([
  ['crm-webhok', ['billing', 'crm-webhook'], 'crm-webhook'],
  ['CRM-Webhook', ['crm-webhook'], 'crm-webhook'],
  ['hook2', ['hook1', 'hook'], 'hook1'],
  ['mian', ['hook', 'main'], 'main'],
  ['main', ['hook', 'billing'], undefined],
  ['ab', ['cd'], undefined],
  ['anything', [], undefined],
])('finds the name that %s was meant to be', (text, known, meant) => {
  expect(similarName(text, known)).toBe(meant);
});
