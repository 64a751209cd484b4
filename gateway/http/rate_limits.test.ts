import { describe, expect, it } from '@jest/globals';
import { systemClock } from '../../lib/time/clock.ts';
import { NOBODY } from './authentication.ts';
import { createRateLimits } from './rate_limits.ts';

const OFF = { perCaller: 0, perAddress: 0, refusedPerAddress: 0, perGroup: 0, providerPerGroup: 0, window: 3_600 };
const customer = (groupRef: string) => ({ ...NOBODY, scheme: 'customer', groupRef, projectIds: ['p'] });
const key = (...scopes: string[]) => ({ ...NOBODY, scheme: 'apiKey', scopes, projectId: 'p', projectIds: ['p'] });
const operation = (callsProvider = false) =>
  ({ access: { callsProvider } }) as Parameters<ReturnType<typeof createRateLimits>['admitGroup']>[1];
const input = (groupRef?: string) => ({ path: {}, query: {}, body: groupRef === undefined ? undefined : { groupRef } });

describe('S11: the rate limits of a group', () => {
  it('count what its pages send, with customers’ tokens and frontend keys together, and leave other groups alone', async () => {
    const { admitGroup } = createRateLimits({ ...OFF, perGroup: 3 }, systemClock);
    await admitGroup(customer('greedy'), operation(), input());
    await admitGroup(key('frontend'), operation(), input('greedy'));
    await admitGroup(key('frontend'), operation(), { path: { groupRef: 'greedy' }, query: {}, body: null });
    for (const caller of [customer('greedy'), key('frontend')])
      await expect(admitGroup(caller, operation(), input('greedy'))).rejects.toMatchObject({
        kind: 'rateLimited',
        extras: { context: { limit: 3 }, retryAfter: expect.any(Number) },
      });
    await admitGroup(customer('other'), operation(), input());
    await admitGroup(key('frontend'), operation(), input());
  });

  it('do not count the requests of a server', async () => {
    const { admitGroup } = createRateLimits({ ...OFF, perGroup: 1, providerPerGroup: 1 }, systemClock);
    for (let i = 0; i < 5; i += 1) {
      await admitGroup(key('full'), operation(true), input('g'));
      await admitGroup({ ...NOBODY, scheme: 'builder' }, operation(true), input('g'));
    }
  });

  it('are lower for what calls a provider', async () => {
    const { admitGroup } = createRateLimits({ ...OFF, perGroup: 10, providerPerGroup: 1 }, systemClock);
    await admitGroup(customer('g'), operation(true), input());
    await expect(admitGroup(customer('g'), operation(true), input())).rejects.toMatchObject({ kind: 'rateLimited' });
    await admitGroup(customer('g'), operation(), input());
  });

  it('can be turned off', async () => {
    const { admitGroup } = createRateLimits(OFF, systemClock);
    for (let i = 0; i < 5; i += 1) await admitGroup(customer('g'), operation(true), input());
  });
});
