import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { succeeded } from '../support/builder.ts';
import { aPerson, type Person, theKey, theOwner } from '../support/people.ts';
import { startTestPlatform, type TestPlatform } from '../support/platform.ts';

const ABSENT = '01900000-0000-7000-8000-000000000000';
type Org = { id: string; label: string; defaultTeamId: string; createTime: string; updateTime?: string };

describe('orgs', () => {
  let platform: TestPlatform;
  let owner: Pick<Person, 'send'>;
  let founder: Person;
  let org: Org;
  beforeAll(async () => {
    platform = await startTestPlatform();
    owner = theOwner(platform);
    founder = await aPerson(platform, 'founder@founded.example');
    org = succeeded<Org>(await founder.send('POST', '/orgs', { label: 'Founded' }));
  });
  afterAll(() => platform.stop());

  it('belong at once to the builder who creates them', async () => {
    expect(org).toMatchObject({ label: 'Founded', defaultTeamId: expect.any(String) });
    expect((await founder.send('GET', `/orgs/${org.id}`)).body).toEqual(org);
    const info = await founder.send('GET', '/my-info');
    expect(info.body).toEqual({
      builder: expect.objectContaining({ id: founder.builderId, primaryEmail: founder.email, fullName: 'Ada Example' }),
      projectRoles: {},
      orgRole: { role: 'owner', principalType: 'builder', principalId: founder.builderId, org },
    });
    const account = await founder.send('GET', `/orgs/${org.id}/billingAccount`);
    expect(account.body).toMatchObject({ displayName: 'Founded', billingProvider: 'causeway' });
  });

  it('created with a key belong to the owners of its own org', async () => {
    const answer = await theKey(platform).send('POST', '/orgs', { label: 'By key' });
    expect(answer.status).toBe(201);
    expect((await owner.send('GET', `/orgs/${(answer.body as Org).id}`)).status).toBe(200);
    expect((await founder.send('GET', `/orgs/${(answer.body as Org).id}`)).status).toBe(404);
  });

  it('are renamed by an owner, with a mask', async () => {
    const rename = (updateMask: string[], given: object) =>
      founder.send('PATCH', `/orgs/${org.id}`, { updateMask, org: given });
    expect(succeeded<Org>(await rename(['label'], { label: 'Renamed' }))).toMatchObject({
      label: 'Renamed',
      updateTime: expect.any(String),
    });
    for (const [mask, given] of [
      [['name'], { label: 'x' }],
      [['label'], {}],
      [[], { label: 'x' }],
      [['label'], { label: '' }],
    ] as const)
      expect([mask, (await rename([...mask], given)).status]).toEqual([mask, 400]);
    expect((await founder.send('GET', `/orgs/${org.id}`)).body['label']).toBe('Renamed');
  });

  it('list their builders', async () => {
    const { body } = await founder.send('GET', `/orgs/${org.id}/builders`);
    expect(body).toEqual([
      expect.objectContaining({ id: founder.builderId, idpProvider: 'causeway', idpRef: founder.email }),
    ]);
  });

  it('derive project roles: admin for owners and admins, member by the team for members', async () => {
    const own = (await owner.send('GET', '/my-info')).body as { projectRoles: Record<string, { role: string }> };
    expect(own.projectRoles[platform.ready.project.id]).toMatchObject({ role: 'admin', principalType: 'builder' });
    const member = await aPerson(platform, 'member@example.com');
    const { orgId } = platform.ready;
    expect((await owner.send('POST', `/orgs/${orgId}/memberships`, { builderId: member.builderId })).status).toBe(201);
    const { body } = await member.send('GET', '/my-info');
    const orgRole = body['orgRole'] as { role: string; org: Org };
    expect(orgRole).toMatchObject({ role: 'member', principalType: 'builder', principalId: member.builderId });
    expect(body['projectRoles']).toEqual({
      [platform.ready.project.id]: {
        role: 'member',
        principalType: 'team',
        principalId: orgRole.org.defaultTeamId,
        project: expect.objectContaining({ name: platform.ready.project.name }),
      },
    });
    expect((await member.send('PATCH', `/orgs/${orgId}`, { updateMask: ['label'], org: { label: 'x' } })).status).toBe(
      403,
    );
    expect((await member.send('GET', `/orgs/${orgId}/billingAccount`)).status).toBe(403);
  });

  it('of others answer like missing ones', async () => {
    const stranger = await aPerson(platform, 'stranger@example.com');
    const requests: [string, string, unknown?][] = [
      ['GET', ''],
      ['PATCH', '', { updateMask: ['label'], org: { label: 'x' } }],
      ['GET', '/builders'],
      ['GET', '/invites'],
      ['POST', '/invites', { email: 'a@b.example' }],
      ['GET', `/invites/${ABSENT}`],
      ['DELETE', `/invites/${ABSENT}`],
      ['POST', '/memberships', { builderId: stranger.builderId }],
      ['GET', '/claimed-domains'],
      ['GET', '/billingAccount'],
    ];
    for (const person of [stranger, founder]) {
      for (const [method, path, body] of requests) {
        const foreign = await person.send(method, `/orgs/${platform.ready.orgId}${path}`, body);
        const absent = await person.send(method, `/orgs/${ABSENT}${path}`, body);
        expect([method, path, foreign.status]).toEqual([method, path, 404]);
        expect(foreign.body['detail']).toBe(absent.body['detail']);
      }
    }
  });

  it('need a label', async () => {
    for (const body of [{}, { label: '' }, { label: 1 }, { label: 'x', more: 1 }, { label: 'x'.repeat(192) }])
      expect([body, (await founder.send('POST', '/orgs', body)).status]).toEqual([body, 400]);
  });
});
