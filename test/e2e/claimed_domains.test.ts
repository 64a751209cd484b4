import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { succeeded } from '../support/builder.ts';
import { aPerson, type Person, theOwner } from '../support/people.ts';
import { startOwnPlatform, type TestPlatform } from '../support/platform.ts';

const ABSENT = '01900000-0000-7000-8000-000000000000';

describe('claimed domains', () => {
  let platform: TestPlatform;
  let owner: Pick<Person, 'send'>;
  let rival: Person;
  let orgId: string;
  let rivalOrgId: string;
  beforeAll(async () => {
    platform = await startOwnPlatform();
    owner = theOwner(platform);
    orgId = platform.ready.orgId;
    rival = await aPerson(platform, 'rival@rival.example');
    rivalOrgId = succeeded<{ id: string }>(await rival.send('POST', '/orgs', { label: 'Rival' })).id;
  }, 60_000);
  afterAll(() => platform.stop());

  const claim = (person: Pick<Person, 'send'>, domain: string, parentId: string) =>
    person.send('POST', '/claimed-domains', { domain, parentId, parentType: 'org' });
  const check = (person: Pick<Person, 'send'>, domain: string) =>
    person.send('GET', `/claimed-domains?domain=${encodeURIComponent(domain)}`);
  const domainsOf = async (person: Pick<Person, 'send'>, id: string) => {
    const { body } = await person.send('GET', `/orgs/${id}/claimed-domains`);
    return (body as unknown as { domain: string }[]).map(({ domain }) => domain);
  };

  it('are accepted as a domain, an address or a URL', async () => {
    for (const text of ['plain.example', 'someone@mail.example', 'https://www.web.example:8443/path?x=1'])
      expect(await claim(owner, text, orgId)).toMatchObject({ status: 201, text: '' });
    expect(await domainsOf(owner, orgId)).toEqual(['plain.example', 'mail.example', 'web.example']);
    expect((await check(owner, 'WWW.Plain.example')).body).toEqual({
      id: expect.any(String),
      parentType: 'org',
      parentId: orgId,
      domain: 'plain.example',
    });
  });

  it('belong to one org: claiming twice succeeds, by another org fails', async () => {
    expect((await claim(owner, 'mine.example', orgId)).status).toBe(201);
    expect((await claim(owner, 'http://mine.example/', orgId)).status).toBe(201);
    expect((await claim(rival, 'mine.example', rivalOrgId)).status).toBe(409);
    expect(await domainsOf(rival, rivalOrgId)).toEqual([]);
  });

  it('claimed by two orgs at once belong to one', async () => {
    const answers = await Promise.all([
      ...Array.from({ length: 10 }, () => claim(owner, 'contested.example', orgId)),
      ...Array.from({ length: 10 }, () => claim(rival, 'contested.example', rivalOrgId)),
    ]);
    const [ours, theirs] = [answers.slice(0, 10), answers.slice(10)].map((some) => some.map(({ status }) => status));
    expect([ours, theirs].toSorted((a, b) => (a?.[0] ?? 0) - (b?.[0] ?? 0))).toEqual([
      Array(10).fill(201),
      Array(10).fill(409),
    ]);
  });

  it('are visible to the owners of the org and to people with an address in the domain, to nobody else', async () => {
    await claim(owner, 'shown.example', orgId);
    const inside = await aPerson(platform, 'in@shown.example');
    const unproven = await aPerson(platform, 'in@shown.example', { isEmailUnverified: true });
    const admin = await aPerson(platform, 'admin@other.example');
    await owner.send('POST', `/orgs/${orgId}/memberships`, { builderId: admin.builderId, role: 'admin' });
    expect((await check(inside, 'shown.example')).status).toBe(200);
    const unclaimed = await check(rival, 'nobody-claimed.example');
    for (const person of [unproven, admin, rival]) {
      const { status, body } = await check(person, 'shown.example');
      expect([status, body['detail']]).toEqual([404, unclaimed.body['detail']]);
    }
    expect(await domainsOf(admin, orgId)).toContain('shown.example');
    expect((await rival.send('GET', `/orgs/${orgId}/claimed-domains`)).status).toBe(404);
  });

  it('are claimed by owners, for their own org', async () => {
    const member = await aPerson(platform, 'm@other.example');
    await owner.send('POST', `/orgs/${orgId}/memberships`, { builderId: member.builderId });
    expect((await claim(member, 'new.example', orgId)).status).toBe(403);
    const [foreign, absent] = [await claim(rival, 'new.example', orgId), await claim(rival, 'new.example', ABSENT)];
    expect([foreign.status, foreign.body['detail']]).toEqual([404, absent.body['detail']]);
  });

  it('must be domains, and not those of public mailboxes', async () => {
    for (const domain of ['localhost', '127.0.0.1', 'http://[::1]/', 'a b.example', 'ftp://x.example', '...', '']) {
      expect([domain, (await claim(owner, domain, orgId)).status]).toEqual([domain, 400]);
      if (domain) expect([domain, (await check(owner, domain)).status]).toEqual([domain, 400]);
    }
    expect((await claim(owner, 'me@gmail.com', orgId)).status).toBe(422);
    expect((await owner.send('GET', '/claimed-domains')).status).toBe(400);
    const body = { domain: 'x.example', parentId: orgId, parentType: 'project' };
    expect((await owner.send('POST', '/claimed-domains', body)).status).toBe(400);
  });
});
