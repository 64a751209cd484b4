import { beforeEach, describe, expect, it } from '@jest/globals';
import { newId } from '../../lib/ids/ids.ts';
import { migrations } from '../../services/identity/migrations/migrations.ts';
import type { ConsoleSession, SessionKey } from '../../services/identity/sessions/session.ts';
import { sqlStores } from '../../services/identity/stores.ts';
import type { ConnectSession } from '../../services/installation/connect_sessions/connect_session.ts';
import { makeGetConnectSession } from '../../services/installation/connect_sessions/connect_sessions.ts';
import { migrations as installationMigrations } from '../../services/installation/migrations/migrations.ts';
import { sqlStores as installationStores } from '../../services/installation/stores.ts';
import { forEachEngine } from '../support/engines.ts';

const NOW = 1_800_000_000_000;
const LATER = NOW + 1_000;
const hash = (letter: string) => letter.repeat(64);

const aSession = (more: Partial<ConsoleSession> = {}): ConsoleSession => ({
  id: newId(),
  builderId: newId(),
  secretHash: hash('a'),
  email: 'ada@example.com',
  emailVerified: true,
  expireTime: LATER,
  createTime: NOW,
  ...more,
});
const aKey = (more: Partial<SessionKey> = {}): SessionKey => ({
  keyHash: hash('b'),
  id: newId(),
  kind: 'console',
  sessionId: newId(),
  projectId: newId(),
  builderId: newId(),
  limits: null,
  expireTime: LATER,
  ...more,
});

forEachEngine((engine) => {
  describe('sessions of the console', () => {
    const db = engine.suiteDatabase(migrations);
    const store = () => sqlStores(db()).sessions;
    beforeEach(async () => {
      for (const table of ['console_sessions', 'session_keys', 'sign_in_links']) await db()(table).del();
    });

    it('come back as they were stored, until they expire', async () => {
      const session = aSession();
      await store().insertSession(session);
      expect(await store().findBySecret(session.secretHash, NOW)).toEqual(session);
      expect(await store().findSession(session.id, NOW)).toEqual(session);
      expect(await store().findBySecret(session.secretHash, LATER)).toBeUndefined();
      expect(await store().findBySecret(hash('z'), NOW)).toBeUndefined();
    });

    it('take their keys with them', async () => {
      const session = aSession();
      const own = aKey({ sessionId: session.id });
      const limits = { groupRef: 'acme', consumerRef: 'ada', integrationId: '', provider: 'hubspot' };
      const others = aKey({ keyHash: hash('c'), kind: 'connect', builderId: null, limits });
      await store().insertSession(session);
      for (const key of [own, others]) await store().insertKey(key);
      expect(await store().findKey(own.keyHash, NOW)).toEqual(own);
      await store().removeSession(session.id);
      expect(await store().findKey(own.keyHash, NOW)).toBeUndefined();
      expect(await store().findKey(others.keyHash, NOW)).toEqual(others);
      expect(await store().findKey(others.keyHash, LATER)).toBeUndefined();
    });

    it('give a link to one of several callers', async () => {
      const link = { tokenHash: hash('d'), builderId: newId(), emailVerified: true, expireTime: LATER };
      await store().insertLink(link);
      expect(await store().takeLink(link.tokenHash, LATER)).toBeUndefined();
      const taken = await Promise.all(Array.from({ length: 4 }, () => store().takeLink(link.tokenHash, NOW)));
      expect(taken.filter((one) => one !== undefined)).toEqual([link]);
    });

    it('are purged when they have expired, a few at a time', async () => {
      for (const letter of ['e', 'f', '0']) {
        await store().insertKey(aKey({ keyHash: hash(letter) }));
        await store().insertSession(aSession({ secretHash: hash(letter) }));
      }
      expect(await store().purge(NOW, 2)).toBe(false);
      expect(await store().purge(LATER, 2)).toBe(true);
      expect(await store().purge(LATER, 2)).toBe(false);
      expect(await db()('session_keys')).toEqual([]);
      expect(await db()('console_sessions')).toEqual([]);
    });
  });

  describe('sessions of the connect page', () => {
    const db = engine.suiteDatabase(installationMigrations);
    const store = () => installationStores(db()).connectSessions;
    const projectId = newId();
    const aConnectSession = (more: Partial<ConnectSession> = {}): ConnectSession => ({
      id: newId(),
      projectId,
      tokenHash: hash('1'),
      browserHash: null,
      groupRef: 'acme',
      groupName: 'Äcme',
      consumerRef: 'ada',
      consumerName: 'Ada',
      integrationId: '',
      provider: 'hubspot',
      returnUrl: '',
      fieldMappingJson: '',
      status: 'created',
      connectionId: '',
      installationId: '',
      createTime: NOW,
      expireTime: LATER,
      ...more,
    });
    beforeEach(() => db()('connect_sessions').del());

    it('are expired when their time is over and nothing happened', async () => {
      const [open, done] = [aConnectSession(), aConnectSession({ tokenHash: hash('7'), status: 'connected' })];
      for (const session of [open, done]) await store().insert(session);
      const at = (now: number) =>
        makeGetConnectSession({ stores: installationStores(db()), clock: { now: () => now } });
      expect(await at(NOW)(projectId, open.id)).toMatchObject({ status: 'created' });
      expect(await at(LATER)(projectId, open.id)).toMatchObject({ status: 'expired' });
      expect(await at(LATER)(projectId, done.id)).toMatchObject({ status: 'connected' });
    });

    it('are opened by one browser, which alone finds them again', async () => {
      const session = aConnectSession();
      await store().insert(session);
      expect(await store().findByToken(session.tokenHash, NOW)).toEqual(session);
      const opened = await Promise.all(
        ['2', '3', '4'].map((letter) => store().open(projectId, session.id, hash(letter))),
      );
      expect(opened.filter(Boolean)).toHaveLength(1);
      const winner = hash(['2', '3', '4'][opened.indexOf(true)] ?? '');
      expect(await store().findByBrowser(session.id, winner, NOW)).toMatchObject({
        status: 'opened',
        browserHash: winner,
      });
      expect(await store().findByBrowser(session.id, hash('5'), NOW)).toBeUndefined();
      expect(await store().findByBrowser(session.id, winner, LATER)).toBeUndefined();
    });

    it('are those of one project, and keep their outcome until they are removed', async () => {
      const session = aConnectSession();
      await store().insert(session);
      const outcome = { status: 'connected', connectionId: newId(), installationId: '' } as const;
      await store().finish(newId(), session.id, outcome);
      expect(await store().find(projectId, session.id)).toMatchObject({ status: 'created' });
      await store().finish(projectId, session.id, outcome);
      expect(await store().find(projectId, session.id)).toMatchObject(outcome);
      expect(await store().find(newId(), session.id)).toBeUndefined();
      expect(await store().removeExpired(NOW, 10)).toBe(0);
      expect(await store().removeExpired(LATER, 10)).toBe(1);
    });
  });

  describe('the branding of projects', () => {
    const db = engine.suiteDatabase(migrations);
    it('keeps the parts that a change does not name', async () => {
      const { brandings } = sqlStores(db());
      const projectId = newId();
      const logo = Uint8Array.from([0, 255, 1, 128]);
      await brandings.save(projectId, { accentColor: '#1d5bd6' });
      await brandings.save(projectId, { logo, logoType: 'image/png' });
      const found = await brandings.find(projectId);
      expect(found).toMatchObject({ projectId, accentColor: '#1d5bd6', logoType: 'image/png' });
      expect([...(found?.logo ?? [])]).toEqual([...logo]);
      await brandings.save(projectId, { logo: null, logoType: '' });
      expect(await brandings.find(projectId)).toEqual({ projectId, accentColor: '#1d5bd6', logoType: '', logo: null });
    });
  });
});
