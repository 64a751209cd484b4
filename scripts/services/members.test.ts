import { describe, expect, it } from '@jest/globals';
import { addressIn, planMembers } from './members.ts';

describe('the plan of a group of processes', () => {
  it('F11: has an address of identity with two replicas of it', async () => {
    const plan = { port: 0, databaseUrls: new Map<string, string>(), environment: {}, environmentOf: () => ({}) };
    const members = await planMembers({ ...plan, replicas: { identity: 2 } });
    const ports = members.filter(({ name }) => name.startsWith('identity')).map(({ port }) => port);
    expect(ports).toHaveLength(2);
    expect(addressIn(members, 'identity')).toBe(`ipv4:${ports.map((port) => `127.0.0.1:${port}`).join()}`);
  });
});
