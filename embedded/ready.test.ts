import { expect, it } from '@jest/globals';
import { readyOf, readyText } from './ready.ts';

const identity = {
  orgId: 'o1',
  project: { id: 'p1', name: 'demo' },
  apiKey: 'the-api-key',
  bearerToken: 'the-builder-token',
  billingAccountId: 'b1',
};
const textAt = (origin: string, isTerminal: boolean) => readyText(readyOf(origin, identity), [], { isTerminal });

it('S10: shows no credentials where a journal may keep them and others reach the platform', () => {
  const text = textAt('https://causeway.example.com', false);
  expect(text).not.toMatch(/the-api-key|the-builder-token/);
  expect(text).toMatch(/CAUSEWAY_READY_JSON[\s\S]*npm run token/);
});

it.each([
  ['https://causeway.example.com', true],
  ['http://localhost:8080', false],
  ['http://[::1]:8080', true],
])('shows them at %s (on a terminal: %s)', (origin, isTerminal) => {
  expect(textAt(origin, isTerminal)).toMatch(/API key +the-api-key\n +Builder token the-builder-token/);
});
