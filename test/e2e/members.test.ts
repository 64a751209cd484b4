import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { aPerson, type Person, theOwner } from '../support/people.ts';
import { startOwnPlatform, type TestPlatform } from '../support/platform.ts';

describe('members of an org', () => {
  let platform: TestPlatform;
  let owner: Pick<Person, 'send'>;
  let path: string;
  beforeAll(async () => {
    platform = await startOwnPlatform();
    owner = theOwner(platform);
    path = `/orgs/${platform.ready.orgId}/builders`;
  });
  afterAll(() => platform.stop());

  let count = 0;
  async function aMember(role: string): Promise<Person> {
    const person = await aPerson(platform, `${role}${(count += 1)}@members.example`);
    const body = { builderId: person.builderId, role };
    const { status } = await owner.send('POST', `/orgs/${platform.ready.orgId}/memberships`, body);
    expect(status).toBe(201);
    return person;
  }
  const change = (by: Pick<Person, 'send'>, builderId: string, role: string) =>
    by.send('PATCH', `${path}/${builderId}`, { role });
  const remove = (by: Pick<Person, 'send'>, builderId: string) => by.send('DELETE', `${path}/${builderId}`);
  const roleOf = async (builderId: string) =>
    ((await owner.send('GET', path)).body as unknown as { id: string; role: string }[]).find(
      ({ id }) => id === builderId,
    )?.role;

  it('are listed with their roles, which an owner changes', async () => {
    const person = await aMember('member');
    expect(await roleOf(person.builderId)).toBe('member');
    const answer = await change(owner, person.builderId, 'admin');
    expect([answer.status, answer.body['role'], await roleOf(person.builderId)]).toEqual([200, 'admin', 'admin']);
  });

  it('do not change roles unless they are owners, nor remove who stands as high', async () => {
    const [admin, other, member] = [await aMember('admin'), await aMember('admin'), await aMember('member')];
    expect((await change(admin, member.builderId, 'admin')).status).toBe(403);
    expect((await remove(admin, other.builderId)).status).toBe(403);
    expect((await remove(member, admin.builderId)).status).toBe(403);
    expect((await remove(admin, member.builderId)).status).toBe(204);
    expect(await roleOf(member.builderId)).toBeUndefined();
  });

  it('may leave, and then see nothing of the org', async () => {
    const person = await aMember('member');
    expect((await remove(person, person.builderId)).status).toBe(204);
    expect((await person.send('GET', path)).status).toBe(404);
  });

  it('keep an owner, even when two owners remove each other at the same time', async () => {
    const first = ((await owner.send('GET', '/my-info')).body['builder'] as { id: string }).id;
    expect((await change(owner, first, 'member')).status).toBe(409);
    expect((await remove(owner, first)).status).toBe(409);
    const second = await aMember('owner');
    const statuses = (await Promise.all([remove(owner, second.builderId), remove(second, first)])).map(
      ({ status }) => status,
    );
    expect(statuses.filter((status) => status === 204)).toHaveLength(1);
    const left = statuses[0] === 204 ? owner : second;
    const listed = (await left.send('GET', path)).body as unknown as { role: string }[];
    expect(listed.filter(({ role }) => role === 'owner')).toHaveLength(1);
  });

  it('are unknown to strangers, and so is who is no member', async () => {
    const stranger = await aPerson(platform, 'stranger@members.example');
    expect((await change(stranger, stranger.builderId, 'owner')).status).toBe(404);
    expect((await remove(stranger, stranger.builderId)).status).toBe(404);
  });
});
