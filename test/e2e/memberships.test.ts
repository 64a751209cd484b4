import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { succeeded } from '../support/builder.ts';
import { aPerson, type Person, theOwner } from '../support/people.ts';
import { startTestPlatform, type TestPlatform } from '../support/platform.ts';

const ABSENT = '01900000-0000-7000-8000-000000000000';

describe('memberships', () => {
  let platform: TestPlatform;
  let owner: Pick<Person, 'send'>;
  let path: string;
  beforeAll(async () => {
    platform = await startTestPlatform();
    owner = theOwner(platform);
    const { orgId } = platform.ready;
    path = `/orgs/${orgId}/memberships`;
    const claim = { domain: 'claimed.example', parentId: orgId, parentType: 'org' };
    succeeded(await owner.send('POST', '/claimed-domains', claim));
  }, 60_000);
  afterAll(() => platform.stop());

  const roleOf = async (person: Person) =>
    ((await person.send('GET', '/my-info')).body['orgRole'] as { role?: string } | undefined)?.role;

  it('are given by an owner to anybody, with the role they say', async () => {
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

  it('are had once', async () => {
    const person = await aPerson(platform, 'once@elsewhere.example');
    const add = () => owner.send('POST', path, { builderId: person.builderId });
    const statuses = (await Promise.all(Array.from({ length: 20 }, add))).map(({ status }) => status).toSorted();
    expect(statuses).toEqual([201, ...Array.from({ length: 19 }, () => 400)]);
  });

  it('are taken by who has a verified address in a claimed domain, for themselves and as a member', async () => {
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

  it('do not exist for who is neither a member nor of the domain', async () => {
    const unproven = await aPerson(platform, 'unproven@claimed.example', { isEmailUnverified: true });
    const below = await aPerson(platform, 'x@sub.claimed.example');
    const stranger = await aPerson(platform, 'x@strange.example');
    for (const person of [unproven, below, stranger]) {
      const foreign = await person.send('POST', path, { builderId: person.builderId });
      const absent = await person.send('POST', `/orgs/${ABSENT}/memberships`, { builderId: person.builderId });
      expect([foreign.status, foreign.body['detail']]).toEqual([404, absent.body['detail']]);
      expect(await roleOf(person)).toBeUndefined();
    }
  });

  it('are not given by members and admins, nor to nobody', async () => {
    const admin = await aPerson(platform, 'admin@elsewhere.example');
    const person = await aPerson(platform, 'candidate@elsewhere.example');
    expect((await admin.send('POST', path, { builderId: person.builderId })).status).toBe(403);
    expect((await owner.send('POST', path, { builderId: ABSENT })).status).toBe(404);
    for (const body of [{}, { builderId: '' }, { builderId: person.builderId, role: 'king' }])
      expect((await owner.send('POST', path, body)).status).toBe(400);
  });

  it('count in the projects of the org at once', async () => {
    const person = await aPerson(platform, 'atonce@elsewhere.example');
    expect((await person.send('GET', '/projects/demo')).status).toBe(404);
    expect((await person.send('GET', '/projects')).body).toEqual([]);
    await owner.send('POST', path, { builderId: person.builderId });
    expect((await person.send('GET', '/projects/demo')).status).toBe(200);
    expect((await person.send('GET', '/projects')).body).toEqual([expect.objectContaining({ name: 'demo' })]);
  });
});
