import { expect, it } from '@jest/globals';
import { destinationsIn, destinationsInChanges } from './resolve_destinations.ts';

it('finds the destinations that a config names, each once, and no empty one', () => {
  const objects = {
    a: { destination: 'hook' },
    b: { destination: 'hook' },
    c: { destination: '' },
    d: { destination: 1 },
  };
  expect(destinationsIn({ read: { objects }, list: [{ destination: 'other' }], destination: null })).toEqual([
    'other',
    'hook',
  ]);
  expect(destinationsIn(undefined)).toEqual([]);
});

it('finds the destinations that a patch names, by value and by path', () => {
  expect(
    destinationsInChanges([
      { path: '/destination', value: 'hook' },
      { path: '/selectedFields', value: { email: true } },
      { path: '/', value: { destination: 'other' } },
      { path: '/schedule', value: 'destination' },
      { path: '/destination' },
    ]),
  ).toEqual(['other', 'hook']);
});
