import { beforeEach, describe, expect, it } from '@jest/globals';
import { isDuplicate } from '../../lib/db/errors.ts';
import { migrateDown, migrateUp } from '../../lib/db/migrate.ts';
import { newId } from '../../lib/ids/ids.ts';
import type { Invite } from '../../services/identity/invites/invite.ts';
import { provenDomains } from '../../services/identity/migrations/0009_proven_domains.ts';
import { migrations } from '../../services/identity/migrations/migrations.ts';
import { type Stores, sqlStores } from '../../services/identity/stores.ts';
import { forEachEngine } from '../support/engines.ts';

const NOW = 1_800_000_000_000;
const EMAIL = 'ada@example.com';

const anInvite = (given: Partial<Invite> = {}): Invite => ({
  id: newId(),
  orgId: newId(),
  invitedEmail: EMAIL,
  emailKey: EMAIL,
  role: 'member',
  status: 'pending',
  expireTime: NOW + 1_000,
  createTime: NOW,
  updateTime: null,
  ...given,
});

forEachEngine((engine) => {
  describe('identity’s stores', () => {
    const db = engine.suiteDatabase(migrations);
    let stores: Stores;
    beforeEach(async () => {
      stores = sqlStores(db());
      for (const table of [
        'invites',
        'memberships',
        'builders',
        'claimed_domains',
        'projects',
        'orgs',
        'billing_accounts',
      ])
        await db()(table).del();
    });

    const isTaken = (insert: Promise<unknown>) => insert.then(() => false, isDuplicate);

    it('migrate up and down', async () => {
      const { db: fresh, close } = await engine.open(migrations);
      await migrateDown(fresh, migrations);
      await migrateUp(fresh, migrations);
      await sqlStores(fresh).invites.insert(anInvite());
      await close();
    });

    describe('keep invites', () => {
      it('with at most one pending for an org and address, in any number of orgs', async () => {
        const first = anInvite();
        await stores.invites.insert(first);
        expect(await isTaken(stores.invites.insert(anInvite({ orgId: first.orgId })))).toBe(true);
        expect(await isTaken(stores.invites.insert(anInvite({ orgId: first.orgId, emailKey: 'b@example.com' })))).toBe(
          false,
        );
        expect(await isTaken(stores.invites.insert(anInvite()))).toBe(false);
        await stores.invites.supersede(first.orgId, EMAIL, NOW);
        expect(await isTaken(stores.invites.insert(anInvite({ orgId: first.orgId })))).toBe(false);
        expect(await stores.invites.find(first.orgId, first.id)).toMatchObject({ status: 'revoked', updateTime: NOW });
      });

      it('of which an expired one stays expired when another replaces it', async () => {
        const old = anInvite({ expireTime: NOW });
        await stores.invites.insert(old);
        await stores.invites.supersede(old.orgId, EMAIL, NOW);
        await stores.invites.insert(anInvite({ orgId: old.orgId }));
        expect(await stores.invites.find(old.orgId, old.id)).toEqual(old);
      });

      it('superseded by one statement, so that an invite committed in between cannot stay pending without its key', async () => {
        const first = anInvite();
        await stores.invites.insert(first);
        const statements: string[] = [];
        const note = ({ sql }: { sql: string }) => void statements.push(sql);
        db().on('query', note);
        await stores.invites.supersede(first.orgId, EMAIL, NOW);
        db().off('query', note);
        expect(statements).toEqual([expect.stringMatching(/^update/i)]);
      });

      it('accepted by one of many at once, in time only', async () => {
        const { orgId, id } = anInvite();
        await stores.invites.insert(anInvite({ orgId, id }));
        expect(await stores.invites.accept(orgId, id, NOW + 1_000)).toBe(false);
        const won = await Promise.all(Array.from({ length: 10 }, () => stores.invites.accept(orgId, id, NOW + 999)));
        expect(won.filter(Boolean)).toHaveLength(1);
        expect(await stores.invites.revoke(orgId, id, NOW)).toBe(false);
        expect(await stores.invites.find(orgId, id)).toMatchObject({ status: 'accepted' });
      });

      it('S9: and list those that can be accepted, oldest first', async () => {
        const [old, young, over] = [
          anInvite({ createTime: NOW - 2 }),
          anInvite({ createTime: NOW - 1 }),
          anInvite({ expireTime: NOW }),
        ];
        for (const invite of [young, old, over]) await stores.invites.insert(invite);
        const pending = (inviteId = '', emailKey = EMAIL, limit = 10) =>
          stores.invites.listPending(emailKey, NOW, { inviteId, limit });
        expect(await pending()).toEqual([old, young]);
        expect(await pending('', EMAIL, 1)).toEqual([old]);
        expect(await stores.invites.countPending(EMAIL, NOW)).toBe(2);
        expect(await pending(old.id)).toEqual([old]);
        expect(await pending(over.id)).toEqual([]);
        expect(await pending(old.id, 'other@example.com')).toEqual([]);
        await stores.invites.revoke(young.orgId, young.id, NOW);
        expect(await pending()).toEqual([old]);
        expect(await pending('', 'ADA@example.com')).toEqual([]);
      });

      it('of one org, in pages', async () => {
        const orgId = newId();
        const ids = Array.from({ length: 5 }, () => newId());
        for (const id of ids) await stores.invites.insert(anInvite({ id, orgId, emailKey: `${id}@x.example` }));
        await stores.invites.insert(anInvite());
        const page = async (after: string) =>
          (await stores.invites.list(orgId, { after, limit: 3 })).map(({ id }) => id);
        expect([await page(''), await page(ids[2] ?? '')]).toEqual([ids.slice(0, 3), ids.slice(3)]);
        expect(await stores.invites.find(newId(), ids[0] ?? '')).toBeUndefined();
        expect(await stores.invites.revoke(newId(), ids[0] ?? '', NOW)).toBe(false);
        expect(await stores.invites.accept(newId(), ids[0] ?? '', NOW)).toBe(false);
      });
    });

    it('make a builder a member once, also with another role later', async () => {
      const membership = { orgId: newId(), builderId: newId(), role: 'member' as const, createTime: NOW };
      const made = await Promise.all(
        Array.from({ length: 10 }, () => stores.transaction((s) => s.memberships.insertNew(membership))),
      );
      expect(made.filter(Boolean)).toHaveLength(1);
      expect(await stores.memberships.insertNew({ ...membership, role: 'owner' })).toBe(false);
      expect(await stores.memberships.find(membership.orgId, membership.builderId)).toEqual(membership);
      expect(await stores.memberships.listOwners(membership.orgId)).toEqual([]);
    });

    it('list the builders of an org', async () => {
      const orgId = newId();
      const ids = Array.from({ length: 3 }, () => newId());
      for (const id of ids) {
        const person = { idpProvider: 'causeway', idpRef: id, firstName: 'A', lastName: 'B', primaryEmail: EMAIL };
        await stores.builders.insert({ id, ...person, createTime: NOW });
        await stores.memberships.insert({
          orgId: id === ids[2] ? newId() : orgId,
          builderId: id,
          role: 'member',
          createTime: NOW,
        });
      }
      const builders = await stores.builders.listOfOrg(orgId, { after: '', limit: 10 });
      expect(builders.map(({ id }) => id)).toEqual(ids.slice(0, 2));
      expect(await stores.builders.listOfOrg(orgId, { after: ids[0] ?? '', limit: 10 })).toHaveLength(1);
    });

    describe('keep claims of domains', () => {
      const CHECKS = { next: NOW + 10, until: NOW + 100 };
      const claim = (orgId = newId(), domain = 'example.com') => ({
        id: newId(),
        orgId,
        domain,
        createTime: NOW,
        proveTime: null,
      });

      it('S9: of any number of orgs, one an org, of which none counts', async () => {
        const [a, b] = [claim(), claim()];
        for (const one of [a, b]) expect(await stores.claimedDomains.insertNew(one, CHECKS)).toBe(true);
        expect(await stores.claimedDomains.insertNew(claim(a.orgId), CHECKS)).toBe(false);
        expect(await stores.claimedDomains.findOfOrg(a.orgId, 'example.com')).toEqual(a);
        expect(await stores.claimedDomains.listOfOrg(b.orgId)).toEqual([b]);
        expect(await stores.claimedDomains.findProven('example.com')).toBeUndefined();
      });

      it('S9: and let one of those that are proven at the same moment win', async () => {
        const claims = Array.from({ length: 6 }, () => claim());
        for (const one of claims) await stores.claimedDomains.insertNew(one, CHECKS);
        const won = await Promise.all(claims.map(({ orgId, id }) => stores.claimedDomains.prove(orgId, id, NOW + 1)));
        expect(won.filter(Boolean)).toHaveLength(1);
        const winner = claims[won.indexOf(true)];
        const proven = await stores.claimedDomains.findProven('example.com');
        expect(proven).toEqual({ ...winner, proveTime: NOW + 1 });
        expect(await stores.claimedDomains.prove(proven?.orgId ?? '', proven?.id ?? '', NOW + 2)).toBe(true);
        expect(await stores.claimedDomains.findProven('example.com')).toEqual(proven);
      });

      it('S9: whose check is due, each for one of several replicas, until it is proven or over', async () => {
        const [due, proven, over] = [claim(), claim(newId(), 'proven.example'), claim(newId(), 'over.example')];
        for (const one of [due, proven]) await stores.claimedDomains.insertNew(one, CHECKS);
        await stores.claimedDomains.insertNew(over, { next: NOW, until: NOW + 5 });
        await stores.claimedDomains.prove(proven.orgId, proven.id, NOW);
        const take = (now: number) => stores.claimedDomains.takeDue(now, now + 50, 10);
        expect(await take(NOW + 9)).toEqual([]);
        const taken = await Promise.all(Array.from({ length: 4 }, () => take(NOW + 10)));
        expect(taken.flat()).toEqual([due]);
        expect(await take(NOW + 60)).toEqual([due]);
        expect(await take(NOW + 110)).toEqual([]);
        await stores.claimedDomains.check(due.orgId, due.id, { next: NOW + 120, until: NOW + 200 });
        expect(await take(NOW + 120)).toEqual([due]);
      });
    });

    it('S9: claims of many domains of one org do not keep the check of another org waiting', async () => {
      const [greedy, other] = [newId(), newId()];
      const insert = (orgId: string, domain: string, next: number) =>
        stores.claimedDomains.insertNew(
          { id: newId(), orgId, domain, createTime: NOW, proveTime: null },
          { next, until: NOW + 1_000_000 },
        );
      for (let i = 0; i < 5; i += 1) await insert(greedy, `d${i}.example`, NOW + 500_000 + i);
      await insert(other, 'other.example', NOW + 500_009);
      const taken = await stores.claimedDomains.takeDue(NOW + 600_000, NOW + 900_000, 3);
      expect(taken.map(({ domain }) => domain)).toEqual(['d0.example', 'other.example', 'd1.example']);
    });

    it('S9: claims of 0.1.0 are unproven after the upgrade, and of a downgrade one a domain remains', async () => {
      const { db: fresh, close } = await engine.open(migrations.filter((step) => step !== provenDomains));
      const [id, orgId] = [newId(), newId()];
      await fresh('claimed_domains').insert({ id, org_id: orgId, domain: 'old.example', create_time: NOW });
      await migrateUp(fresh, migrations);
      const { claimedDomains } = sqlStores(fresh);
      const old = { id, orgId, domain: 'old.example', createTime: NOW, proveTime: null };
      expect(await claimedDomains.listOfOrg(orgId)).toEqual([old]);
      expect(await claimedDomains.findProven('old.example')).toBeUndefined();
      const proven = { ...old, id: newId(), orgId: newId() };
      await claimedDomains.insertNew(proven, { next: NOW, until: NOW });
      await claimedDomains.prove(proven.orgId, proven.id, NOW);
      await provenDomains.down(fresh);
      expect(await fresh('claimed_domains').select('id')).toEqual([{ id: proven.id }]);
      await close();
    });

    it('keep the names of projects unique when they are renamed', async () => {
      const project = (name: string) => ({
        id: newId(),
        name,
        appName: 'App',
        allowedOrigins: ['https://app.example.com'],
        restrictFrontendKeys: true,
        orgId: newId(),
        createTime: NOW,
        updateTime: null,
      });
      const [a, b] = [project('one'), project('two')];
      await stores.projects.insert(a);
      await stores.projects.insert(b);
      expect(await isTaken(stores.projects.update(b.id, { name: 'one' }, NOW))).toBe(true);
      expect(await stores.projects.update(b.id, { appName: 'New' }, NOW)).toEqual({
        ...b,
        appName: 'New',
        updateTime: NOW,
      });
      expect(await stores.projects.update(newId(), { appName: 'New' }, NOW)).toBeUndefined();
    });

    it('return a billing account to its own org, and move it once', async () => {
      const account = {
        id: newId(),
        orgId: newId(),
        displayName: 'Acme',
        billingProvider: 'causeway',
        billingProviderRef: 'x',
        createTime: NOW,
        updateTime: null,
      };
      await stores.billingAccounts.insert(account);
      expect(await stores.billingAccounts.find([newId(), account.orgId], account.id)).toEqual(account);
      expect(await stores.billingAccounts.find([newId()], account.id)).toBeUndefined();
      expect(await stores.billingAccounts.find([], account.id)).toBeUndefined();
      expect(await stores.billingAccounts.moveTo(account, { name: 'stripe', ref: 'cus_1' }, NOW)).toBe(true);
      expect(await stores.billingAccounts.moveTo(account, { name: 'stripe', ref: 'cus_2' }, NOW)).toBe(false);
      expect(await stores.billingAccounts.findOfOrg(account.orgId)).toMatchObject({ billingProviderRef: 'cus_1' });
    });

    it('rename an org', async () => {
      const org = { id: newId(), label: 'Old', defaultTeamId: newId(), createTime: NOW, updateTime: null };
      await stores.orgs.insert(org, null);
      await stores.orgs.rename(org.id, 'New', NOW + 1);
      expect(await stores.orgs.find(org.id)).toEqual({ ...org, label: 'New', updateTime: NOW + 1 });
      expect(await stores.orgs.find(newId())).toBeUndefined();
    });
  });
});
