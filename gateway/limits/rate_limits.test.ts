import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from '@jest/globals';
import { systemClock } from '../../lib/time/clock.ts';
import { NOBODY } from '../rest/authentication.ts';
import { createRateLimits } from './rate_limits.ts';

const OFF = { perCaller: 0, perAddress: 0, refusedPerAddress: 0, perGroup: 0, providerPerGroup: 0, window: 3_600 };
const customer = (groupRef: string) => ({ ...NOBODY, scheme: 'customer', groupRef, projectIds: ['p'] });
const key = (...scopes: string[]) => ({ ...NOBODY, scheme: 'apiKey', scopes, projectId: 'p', projectIds: ['p'] });
const from = (caller: typeof NOBODY, ip = '192.0.2.1') => ({ caller, request: { ip } as unknown as IncomingMessage });
const REFUSED = { kind: 'rateLimited', extras: { context: { limit: 2 }, retryAfter: expect.any(Number) } };
const operation = (callsProvider = false) =>
  ({ access: { callsProvider } }) as Parameters<ReturnType<typeof createRateLimits>['admitGroup']>[1];
const input = (groupRef?: string) => ({ path: {}, query: {}, body: groupRef === undefined ? undefined : { groupRef } });

describe('S11: the rate limits of a group', () => {
  it('count what its pages send with customers’ tokens, and leave other groups alone', async () => {
    const { admitGroup } = createRateLimits({ ...OFF, perGroup: 2 }, systemClock);
    for (const ip of ['192.0.2.1', '192.0.2.2']) await admitGroup(from(customer('greedy'), ip), operation(), input());
    await expect(admitGroup(from(customer('greedy'), '192.0.2.3'), operation(), input())).rejects.toMatchObject(
      REFUSED,
    );
    await admitGroup(from(customer('other')), operation(), input());
  });

  it('count frontend keys that name a group, in the path or the body, and leave requests without a group alone', async () => {
    const { admitGroup } = createRateLimits({ ...OFF, perGroup: 2 }, systemClock);
    await admitGroup(from(key('frontend')), operation(), input('named'));
    await admitGroup(from(key('frontend')), operation(), { path: { groupRef: 'named' }, query: {}, body: null });
    await expect(admitGroup(from(key('frontend')), operation(), input('named'))).rejects.toMatchObject(REFUSED);
    await admitGroup(from(key('frontend')), operation(), input('other'));
    await admitGroup(from(key('frontend')), operation(), input());
  });

  it('S11: let nobody lock out a group that they only name', async () => {
    const { admitGroup } = createRateLimits({ ...OFF, perGroup: 2, providerPerGroup: 2 }, systemClock);
    const attack = () => admitGroup(from(key('frontend'), '192.0.2.66'), operation(true), input('victim'));
    for (let i = 0; i < 2; i += 1) await attack();
    await expect(attack()).rejects.toMatchObject(REFUSED);
    await admitGroup(from(customer('victim'), '192.0.2.66'), operation(true), input());
    await admitGroup(from(key('frontend'), '192.0.2.1'), operation(true), input('victim'));
  });

  it('do not count the requests of a server', async () => {
    const { admitGroup } = createRateLimits({ ...OFF, perGroup: 1, providerPerGroup: 1 }, systemClock);
    for (let i = 0; i < 5; i += 1) {
      await admitGroup(from(key('full')), operation(true), input('g'));
      await admitGroup(from({ ...NOBODY, scheme: 'builder' }), operation(true), input('g'));
    }
  });

  it('are lower for what calls a provider', async () => {
    const { admitGroup } = createRateLimits({ ...OFF, perGroup: 10, providerPerGroup: 1 }, systemClock);
    await admitGroup(from(customer('g')), operation(true), input());
    await expect(admitGroup(from(customer('g')), operation(true), input())).rejects.toMatchObject({
      kind: 'rateLimited',
    });
    await admitGroup(from(customer('g')), operation(), input());
  });

  it('can be turned off', async () => {
    const { admitGroup } = createRateLimits(OFF, systemClock);
    for (let i = 0; i < 5; i += 1) await admitGroup(from(customer('g')), operation(true), input());
  });
});
