import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { succeeded } from '../support/builder.ts';
import { addApiKey } from '../support/credentials.ts';
import { aPerson, type Person, theKey, theOwner } from '../support/people.ts';
import { request, startTestPlatform, type TestPlatform } from '../support/platform.ts';

const ABSENT = '01900000-0000-7000-8000-000000000000';

type Invite = { id: string; invitedEmail: string; parentType: string; parentId: string; status: string };

describe('invites', () => {
  let platform: TestPlatform;
  let owner: Pick<Person, 'send'>;
  let orgId: string;
  beforeAll(async () => {
    platform = await startTestPlatform();
    owner = theOwner(platform);
    orgId = platform.ready.orgId;
  });
  afterAll(() => platform.stop());

  const invite = async (email: string, more = {}) =>
    succeeded<Invite>(await owner.send('POST', `/orgs/${orgId}/invites`, { email, ...more }));
  const statusOf = async ({ id }: Invite) => (await owner.send('GET', `/orgs/${orgId}/invites/${id}`)).body['status'];
  const accept = (person: Pick<Person, 'send'>, invitedEmail: string) =>
    person.send('POST', '/invites:accept', { invitedEmail });

  it('are accepted once, by the person whose verified address was invited', async () => {
    const made = await invite('Ada@Example.COM');
    expect(made).toEqual({
      id: expect.any(String),
      invitedEmail: 'Ada@Example.COM',
      parentType: 'org',
      parentId: orgId,
      status: 'pending',
      createTime: expect.any(String),
    });
    const ada = await aPerson(platform, 'ada@example.com');
    const { status, body } = await accept(ada, 'ADA@example.com');
    expect([status, body]).toEqual([
      200,
      {
        builder: expect.objectContaining({
          id: ada.builderId,
          primaryEmail: 'ada@example.com',
          fullName: 'Ada Example',
        }),
        projectRoles: { [platform.ready.project.id]: expect.objectContaining({ role: 'member' }) },
        orgRole: expect.objectContaining({
          role: 'member',
          principalId: ada.builderId,
          org: expect.objectContaining({ id: orgId }),
        }),
      },
    ]);
    expect(await owner.send('GET', `/orgs/${orgId}/invites/${made.id}`)).toMatchObject({
      body: { status: 'accepted', updateTime: expect.any(String) },
    });
    expect((await ada.send('GET', `/orgs/${orgId}`)).status).toBe(200);
    expect((await accept(ada, 'ada@example.com')).status).toBe(404);
  });

  it('S9: of several orgs are named, and accepted by their id', async () => {
    const person = await aPerson(platform, 'several@example.com');
    const attacker = await aPerson(platform, 'attacker@other.example');
    const theirs = succeeded<{ id: string }>(await attacker.send('POST', '/orgs', { label: 'Attacker' }));
    const ours = await invite(person.email, { role: 'admin' });
    const { id } = succeeded<Invite>(
      await attacker.send('POST', `/orgs/${theirs.id}/invites`, { email: person.email }),
    );
    expect(await accept(person, person.email)).toMatchObject({
      status: 409,
      body: {
        context: {
          invites: [
            { inviteId: ours.id, orgId, orgLabel: expect.any(String), role: 'admin' },
            { inviteId: id, orgId: theirs.id, orgLabel: 'Attacker', role: 'member' },
          ],
        },
      },
    });
    const body = { invitedEmail: person.email, inviteId: ours.id };
    expect(await person.send('POST', '/invites:accept', body)).toMatchObject({
      status: 200,
      body: { orgRole: { role: 'admin', org: { id: orgId } } },
    });
    expect(await statusOf(ours)).toBe('accepted');
  });

  it('accepted a hundred times concurrently create one membership', async () => {
    await invite('crowd@example.com');
    const crowd = await aPerson(platform, 'crowd@example.com');
    const answers = await Promise.all(Array.from({ length: 100 }, () => accept(crowd, 'crowd@example.com')));
    const statuses = answers.map(({ status }) => status).toSorted();
    expect(statuses).toEqual([200, ...Array.from({ length: 99 }, () => 404)]);
    const { body } = await owner.send('GET', `/orgs/${orgId}/builders`);
    expect((body as unknown as { id: string }[]).filter(({ id }) => id === crowd.builderId)).toHaveLength(1);
  });

  it('can be revoked until they are accepted, and remain listed', async () => {
    const made = await invite('revoked@example.com');
    const remove = () => owner.send('DELETE', `/orgs/${orgId}/invites/${made.id}`);
    expect((await remove()).status).toBe(204);
    expect((await remove()).status).toBe(204);
    expect(await statusOf(made)).toBe('revoked');
    const person = await aPerson(platform, 'revoked@example.com');
    expect((await accept(person, person.email)).status).toBe(404);
    const again = await invite('revoked@example.com');
    expect((await accept(person, person.email)).status).toBe(200);
    expect((await owner.send('DELETE', `/orgs/${orgId}/invites/${again.id}`)).status).toBe(409);
    expect(await statusOf(again)).toBe('accepted');
  });

  it('to one address replace each other, also concurrently', async () => {
    const first = await invite('twice@example.com');
    const second = await invite('TWICE@example.com');
    expect([await statusOf(first), await statusOf(second)]).toEqual(['revoked', 'pending']);
    const many = await Promise.all(
      Array.from({ length: 5 }, () => owner.send('POST', `/orgs/${orgId}/invites`, { email: 'twice@example.com' })),
    );
    expect(many.every(({ status }) => status === 201 || status === 409)).toBe(true);
    const { body } = await owner.send('GET', `/orgs/${orgId}/invites`);
    const pending = (body as unknown as Invite[]).filter(
      ({ invitedEmail, status }) => /twice/i.test(invitedEmail) && status === 'pending',
    );
    expect(pending).toHaveLength(1);
  });

  it('are visible to a key of the org, and hidden from other orgs', async () => {
    const made = await invite('seen@example.com');
    expect((await theKey(platform).send('GET', `/orgs/${orgId}/invites/${made.id}`)).body).toEqual(made);
    const frontend = await addApiKey(platform, ['frontend']);
    const path = `/v1/orgs/${orgId}/invites/${made.id}`;
    expect((await request(platform.origin, 'GET', path, { headers: { 'x-api-key': frontend } })).status).toBe(403);
    const stranger = await aPerson(platform, 'stranger@third.example');
    const { id: thirdId } = succeeded<{ id: string }>(await stranger.send('POST', '/orgs', { label: 'Third' }));
    for (const [person, at] of [
      [stranger, orgId],
      [stranger, thirdId],
      [theKey(platform), thirdId],
    ] as const) {
      const foreign = await person.send('GET', `/orgs/${at}/invites/${made.id}`);
      const absent = await person.send('GET', `/orgs/${at}/invites/${ABSENT}`);
      expect([foreign.status, foreign.body['detail']]).toEqual([404, absent.body['detail']]);
    }
    expect((await stranger.send('DELETE', `/orgs/${thirdId}/invites/${made.id}`)).status).toBe(404);
    expect(await statusOf(made)).toBe('pending');
  });
});
