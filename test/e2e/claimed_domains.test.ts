import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { succeeded } from '../support/builder.ts';
import { withIdentityStores } from '../support/credentials.ts';
import { type DnsServer, startDnsServer } from '../support/dns_server.ts';
import { aPerson, type Person, theOwner } from '../support/people.ts';
import { startOwnPlatform, type TestPlatform } from '../support/platform.ts';

const ABSENT = '01900000-0000-7000-8000-000000000000';

describe('claimed domains', () => {
  const zone: Parameters<typeof startDnsServer>[0] = {};
  let dns: DnsServer;
  let platform: TestPlatform;
  let owner: Pick<Person, 'send'>;
  let rival: Person;
  let orgId: string;
  let rivalOrgId: string;
  beforeAll(async () => {
    dns = await startDnsServer(zone);
    platform = await startOwnPlatform({ CAUSEWAY_IDENTITY_DNS_SERVERS: dns.address });
    owner = theOwner(platform);
    orgId = platform.ready.orgId;
    rival = await aPerson(platform, 'rival@rival.example');
    rivalOrgId = succeeded<{ id: string }>(await rival.send('POST', '/orgs', { label: 'Rival' })).id;
  });
  afterAll(async () => {
    await platform.stop();
    await dns.stop();
  });

  const claim = (person: Pick<Person, 'send'>, domain: string, parentId: string) =>
    person.send('POST', '/claimed-domains', { domain, parentId, parentType: 'org' });
  const check = (person: Pick<Person, 'send'>, domain: string) =>
    person.send('GET', `/claimed-domains?domain=${encodeURIComponent(domain)}`);
  const verify = (person: Pick<Person, 'send'>, domain: string, parentId: string) =>
    person.send('POST', '/claimed-domains:verify', { domain, parentId, parentType: 'org' });
  const prove = ({ id, parentId }: Record<string, unknown>) =>
    withIdentityStores(platform, (stores) => stores.claimedDomains.prove(String(parentId), String(id), Date.now()));
  const domainsOf = async (person: Pick<Person, 'send'>, id: string) => {
    const { body } = await person.send('GET', `/orgs/${id}/claimed-domains`);
    return (body as unknown as { domain: string }[]).map(({ domain }) => domain);
  };

  it('are accepted as a domain, an address or a URL', async () => {
    for (const text of ['plain.example', 'someone@mail.example', 'https://www.web.example:8443/path?x=1'])
      expect(await claim(owner, text, orgId)).toMatchObject({ status: 201 });
    expect(await domainsOf(owner, orgId)).toEqual(['plain.example', 'mail.example', 'web.example']);
    expect((await check(owner, 'WWW.Plain.example')).body).toEqual({
      id: expect.any(String),
      parentType: 'org',
      parentId: orgId,
      domain: 'plain.example',
      status: 'pending',
      recordName: '_causeway.plain.example',
      token: expect.stringMatching(/^causeway-domain=[0-9a-f-]{36}$/),
      createTime: expect.any(String),
    });
  });

  it('S9: exclude nobody until they are proven; then the other orgs are refused', async () => {
    const [mine, theirs] = [await claim(owner, 'mine.example', orgId), await claim(rival, 'mine.example', rivalOrgId)];
    expect([mine.status, theirs.status]).toEqual([201, 201]);
    expect((await claim(owner, 'http://mine.example/', orgId)).body).toEqual(mine.body);
    expect(theirs.body['token']).not.toBe(mine.body['token']);
    await prove(mine.body);
    expect((await claim(rival, 'mine.example', rivalOrgId)).status).toBe(409);
    expect((await verify(rival, 'mine.example', rivalOrgId)).status).toBe(409);
    const claims = await owner.send('GET', `/orgs/${orgId}/claimed-domains`);
    expect(claims.body).toContainEqual({ ...mine.body, status: 'proven', proveTime: expect.any(String) });
    expect((await verify(owner, 'mine.example', orgId)).body).toMatchObject({ status: 'proven' });
  });

  it('S9: are verified by owners of their org', async () => {
    const { body } = await claim(owner, 'verified.example', orgId);
    const name = String(body['recordName']);
    expect((await verify(rival, 'verified.example', rivalOrgId)).status).toBe(404);
    expect((await verify(rival, 'verified.example', orgId)).status).toBe(404);
    expect((await verify(owner, 'nobody-claimed.example', orgId)).status).toBe(404);
    expect((await verify(owner, 'localhost', orgId)).status).toBe(400);
    zone[name] = { code: 3 };
    expect(await verify(owner, 'verified.example', orgId)).toMatchObject({
      status: 422,
      body: { remedy: expect.stringContaining(String(body['token'])), context: { recordName: name, found: [] } },
    });
    zone[name] = { code: 2 };
    expect(await verify(owner, 'verified.example', orgId)).toMatchObject({ status: 503, body: { retryable: true } });
    zone[name] = { texts: [[String(body['token'])]] };
    expect(await verify(owner, 'http://www.verified.example/', orgId)).toMatchObject({
      status: 200,
      body: { ...body, status: 'proven', proveTime: expect.any(String) },
    });
  });

  it('are visible to the owners of the org and to people with an address in the domain, to nobody else', async () => {
    const { body: claimed } = await claim(owner, 'shown.example', orgId);
    const inside = await aPerson(platform, 'in@shown.example');
    const unproven = await aPerson(platform, 'in@shown.example', { isEmailUnverified: true });
    const admin = await aPerson(platform, 'admin@other.example');
    await owner.send('POST', `/orgs/${orgId}/memberships`, { builderId: admin.builderId, role: 'admin' });
    expect((await check(inside, 'shown.example')).status).toBe(404);
    await prove(claimed);
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
