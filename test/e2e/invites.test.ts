import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { succeeded } from '../support/builder.ts';
import { addApiKey } from '../support/credentials.ts';
import { aPerson, type Person, theKey, theOwner } from '../support/people.ts';
import { request, startTestPlatform, type TestPlatform } from '../support/platform.ts';

const ABSENT = '01900000-0000-7000-8000-000000000000';
/** Long enough for a slow machine to accept in time, short enough to wait for. */
const LIFETIME = 2_000;

type Invite = { id: string; invitedEmail: string; parentType: string; parentId: string; status: string };

describe('invites', () => {
  let platform: TestPlatform;
  let owner: Pick<Person, 'send'>;
  let orgId: string;
  beforeAll(async () => {
    platform = await startTestPlatform();
    owner = theOwner(platform);
    orgId = platform.ready.orgId;
  }, 60_000);
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

  it('of a hundred that accept at once let one in, once', async () => {
    await invite('crowd@example.com');
    const crowd = await aPerson(platform, 'crowd@example.com');
    const answers = await Promise.all(Array.from({ length: 100 }, () => accept(crowd, 'crowd@example.com')));
    const statuses = answers.map(({ status }) => status).toSorted();
    expect(statuses).toEqual([200, ...Array.from({ length: 99 }, () => 404)]);
    const { body } = await owner.send('GET', `/orgs/${orgId}/builders`);
    expect((body as unknown as { id: string }[]).filter(({ id }) => id === crowd.builderId)).toHaveLength(1);
  });

  it('are not for another address, nor for one that is not verified, and all of it sounds alike', async () => {
    await invite('grace@example.com');
    const other = await aPerson(platform, 'other@example.com');
    const unproven = await aPerson(platform, 'grace@example.com', { isEmailUnverified: true });
    const answers = [
      await accept(other, 'grace@example.com'),
      await accept(other, 'other@example.com'),
      await accept(other, 'not an address'),
      await accept(unproven, 'grace@example.com'),
      await accept(owner, 'grace@example.com'),
    ];
    for (const { status, body } of answers) expect([status, body['detail']]).toEqual([404, answers[0]?.body['detail']]);
    const grace = await aPerson(platform, 'grace@example.com');
    expect((await accept(grace, 'grace@example.com')).status).toBe(200);
  });

  it('are not accepted in the name of another address, even by somebody who is invited', async () => {
    const made = await invite('hedy@example.com');
    await invite('joan@example.com');
    const hedy = await aPerson(platform, 'hedy@example.com');
    expect((await accept(hedy, 'joan@example.com')).status).toBe(404);
    expect(await statusOf(made)).toBe('pending');
    expect((await accept(hedy, 'hedy@example.com')).status).toBe(200);
  });

  it('can be revoked until they are accepted, and stay to be seen', async () => {
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

  it('of one address replace each other, also when they are made at once', async () => {
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

  it('of several orgs are accepted newest first, one a call', async () => {
    const person = await aPerson(platform, 'wanted@example.com');
    const founder = await aPerson(platform, 'founder@second.example');
    const { id: secondId } = succeeded<{ id: string }>(await founder.send('POST', '/orgs', { label: 'Second' }));
    await invite(person.email);
    await sleep(5);
    succeeded(await founder.send('POST', `/orgs/${secondId}/invites`, { email: person.email, role: 'admin' }));
    const joined = async () => {
      const { org, role } = (await accept(person, person.email)).body['orgRole'] as {
        org: { id: string };
        role: string;
      };
      return [org.id, role];
    };
    expect(await joined()).toEqual([secondId, 'admin']);
    expect(await joined()).toEqual([orgId, 'member']);
    expect((await accept(person, person.email)).status).toBe(404);
  });

  it('leave a member the role they have', async () => {
    const before = (await owner.send('GET', '/my-info')).body;
    const email = (before['builder'] as { primaryEmail: string }).primaryEmail;
    const made = await invite(email);
    expect((await accept(owner, email)).body).toEqual(before);
    expect(await statusOf(made)).toBe('accepted');
  });

  it('are made by admins, and by owners where they make an owner', async () => {
    await invite('chief@example.com', { role: 'admin' });
    const admin = await aPerson(platform, 'chief@example.com');
    await accept(admin, admin.email);
    const ask = (person: Person, role?: string) =>
      person.send('POST', `/orgs/${orgId}/invites`, { email: 'more@example.com', ...(role && { role }) });
    expect((await ask(admin)).status).toBe(201);
    expect((await ask(admin, 'admin')).status).toBe(201);
    expect((await ask(admin, 'owner')).status).toBe(403);
    const member = await aPerson(platform, 'ada@example.com');
    expect((await ask(member)).status).toBe(403);
    expect((await member.send('GET', `/orgs/${orgId}/invites`)).status).toBe(200);
  });

  it('are refused for what is no address', async () => {
    for (const email of ['', 'x', '@example.com', 'a@', 'a b@example.com', 'a@b@c.example', 'a@exa mple.com', 7]) {
      const { status } = await owner.send('POST', `/orgs/${orgId}/invites`, { email });
      expect([email, status]).toEqual([email, 400]);
    }
    expect((await owner.send('POST', '/invites:accept', {})).status).toBe(400);
  });

  it('are shown to a key of the org, and hidden from other orgs', async () => {
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

describe('an invite whose time is over', () => {
  let platform: TestPlatform;
  beforeAll(async () => {
    platform = await startTestPlatform({ CAUSEWAY_IDENTITY_INVITE_LIFETIME: String(LIFETIME) });
  }, 60_000);
  afterAll(() => platform.stop());

  it('reads expired, admits nobody, and makes room for a new one', async () => {
    const owner = theOwner(platform);
    const invites = `/orgs/${platform.ready.orgId}/invites`;
    const late = await aPerson(platform, 'late@example.com');
    const { id } = succeeded<Invite>(await owner.send('POST', invites, { email: late.email }));
    await sleep(LIFETIME + 50);
    const accept = () => late.send('POST', '/invites:accept', { invitedEmail: late.email });
    expect((await accept()).status).toBe(404);
    expect((await owner.send('GET', `${invites}/${id}`)).body['status']).toBe('expired');
    expect((await owner.send('DELETE', `${invites}/${id}`)).status).toBe(204);
    succeeded(await owner.send('POST', invites, { email: late.email }));
    expect((await accept()).status).toBe(200);
    expect((await owner.send('GET', `${invites}/${id}`)).body['status']).toBe('expired');
  });
});
