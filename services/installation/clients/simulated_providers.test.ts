import { expect, it } from '@jest/globals';
import { loadProviders } from '../../../connectors/engine/catalogue/providers.ts';
import { longestHold } from '../../../testbed/held_loop.ts';
import { simulatedProviders } from './simulated_providers.ts';

const NAMES = [
  'hubspot',
  'stripe',
  'zendesk',
  'intercom',
  'pipedrive',
  'attio',
  'freshdesk',
  'asana',
  'jira',
  'shopify',
];

it('S17: many previews at once are made one after the other, with turns in between, and each once', async () => {
  const preview = simulatedProviders(loadProviders());
  await preview('salesforce', '');
  const ask = () => Promise.all([...NAMES, ...NAMES].map((name) => preview(name, '')));
  const { part, result } = await longestHold(ask);
  expect(part).toBeLessThan(0.5);
  expect(result.map((one) => one?.objectName)).not.toContain('');
  expect(await ask()).toEqual(result);
  for (const [i, one] of (await ask()).entries()) expect(one).toBe(result[i]);
});

it('S17: an object that is not there is told of each time', async () => {
  const preview = simulatedProviders(loadProviders());
  for (let i = 0; i < 2; i += 1) expect(await preview('hubspot', 'contatcs')).toBeUndefined();
});
