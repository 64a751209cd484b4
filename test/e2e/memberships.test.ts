import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { succeeded } from '../support/builder.ts';
import { withIdentityStores } from '../support/credentials.ts';
import { aPerson, type Person, theOwner } from '../support/people.ts';
import { startOwnPlatform, type TestPlatform } from '../support/platform.ts';

describe('memberships', () => {
  let platform: TestPlatform;
  let owner: Pick<Person, 'send'>;
  let path: string;
  beforeAll(async () => {
    platform = await startOwnPlatform();
    owner = theOwner(platform);
    const { orgId } = platform.ready;
    path = `/orgs/${orgId}/memberships`;
    const claim = { domain: 'claimed.example', parentId: orgId, parentType: 'org' };
    const { id } = succeeded<{ id: string }>(await owner.send('POST', '/claimed-domains', claim));
    await withIdentityStores(platform, (stores) => stores.claimedDomains.prove(orgId, id, Date.now()));
  });
  afterAll(() => platform.stop());

  const roleOf = async (person: Person) =>
    ((await person.send('GET', '/my-info')).body['orgRole'] as { role?: string } | undefined)?.role;

  it('are given by an owner to any builder, with a role', async () => {
    for (const [role, body] of [
      ['member', {}],
      ['admin', { role: 'admin' }],
      ['owner', { role: 'owner' }],
    ] as const) {
      const person = await aPerson(platform, `${role}@elsewhere.example`);
      const answer = await owner.send('POST', path, { builderId: person.builderId, ...body });
      expect([answer.status, answer.text, await roleOf(person)]).toEqual([201, '', role]);
    }
  });

  it('are unique', async () => {
    const person = await aPerson(platform, 'once@elsewhere.example');
    const add = () => owner.send('POST', path, { builderId: person.builderId });
    const statuses = (await Promise.all(Array.from({ length: 20 }, add))).map(({ status }) => status).toSorted();
    expect(statuses).toEqual([201, ...Array.from({ length: 19 }, () => 400)]);
  });

  it('can be taken with a verified address in a proven domain, for oneself and as a member', async () => {
    const person = await aPerson(platform, 'self@CLAIMED.example');
    const other = await aPerson(platform, 'second@claimed.example');
    const join = (builderId: string, more = {}) => person.send('POST', path, { builderId, ...more });
    expect((await join(other.builderId)).status).toBe(403);
    expect((await join(person.builderId, { role: 'owner' })).status).toBe(403);
    expect((await join(person.builderId)).status).toBe(201);
    expect(await roleOf(person)).toBe('member');
    expect((await join(person.builderId)).status).toBe(400);
    expect((await join(other.builderId)).status).toBe(403);
  });

  it('apply in the projects of the org at once', async () => {
    const person = await aPerson(platform, 'atonce@elsewhere.example');
    expect((await person.send('GET', '/projects/demo')).status).toBe(404);
    expect((await person.send('GET', '/projects')).body).toEqual([]);
    await owner.send('POST', path, { builderId: person.builderId });
    expect((await person.send('GET', '/projects/demo')).status).toBe(200);
    expect((await person.send('GET', '/projects')).body).toEqual([expect.objectContaining({ name: 'demo' })]);
  });
});
