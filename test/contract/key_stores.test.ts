import { beforeEach, describe, expect, it } from '@jest/globals';
import { isDuplicate } from '../../lib/db/errors.ts';
import { newId } from '../../lib/ids/ids.ts';
import type { ApiKey } from '../../services/identity/api_keys/api_key.ts';
import type { JwtKey } from '../../services/identity/jwt_keys/jwt_key.ts';
import { migrations } from '../../services/identity/migrations/migrations.ts';
import { type Stores, sqlStores } from '../../services/identity/stores.ts';
import { forEachEngine } from '../support/engines.ts';

const NOW = 1_800_000_000_000;

forEachEngine((engine) => {
  const db = engine.suiteDatabase(migrations);
  let stores: Stores;
  let projectId: string;
  let foreign: string;
  beforeEach(() => {
    stores = sqlStores(db());
    [projectId, foreign] = [newId(), newId()];
  });

  const anApiKey = (given: Partial<ApiKey> = {}): ApiKey => ({
    id: newId(),
    projectId,
    label: 'Schlüssel 🔑',
    scopes: ['full', 'frontend'],
    active: true,
    keyHash: newId().replaceAll('-', '').padEnd(64, '0'),
    sealedKey: 'sealed',
    builderId: newId(),
    createTime: NOW,
    ...given,
  });
  const aJwtKey = (given: Partial<JwtKey> = {}): JwtKey => ({
    id: newId(),
    projectId,
    label: 'x'.repeat(255),
    publicKeyPem: '-----BEGIN PUBLIC KEY-----\n…\n',
    active: true,
    createTime: NOW,
    updateTime: NOW,
    ...given,
  });

  describe('the store of API keys', () => {
    it('finds a key by hash, only in its project', async () => {
      const key = anApiKey();
      await stores.apiKeys.insert(key);
      expect(await stores.apiKeys.findByHash(key.keyHash)).toEqual(key);
      expect(await stores.apiKeys.findInProject(projectId, key.keyHash)).toEqual(key);
      expect(await stores.apiKeys.findInProject(foreign, key.keyHash)).toBeUndefined();
    });
    it('stores a hash once', async () => {
      const key = anApiKey();
      await stores.apiKeys.insert(key);
      const again = stores.apiKeys.insert(anApiKey({ keyHash: key.keyHash, projectId: foreign }));
      expect(await again.catch(isDuplicate)).toBe(true);
    });
    it('changes only the given fields, and nothing of another project', async () => {
      const key = anApiKey();
      await stores.apiKeys.insert(key);
      expect(await stores.apiKeys.update(foreign, key.id, { active: false, updateTime: NOW })).toBe(false);
      expect(await stores.apiKeys.findByHash(key.keyHash)).toEqual(key);
      for (const again of [1, 2])
        expect([again, await stores.apiKeys.update(projectId, key.id, { active: false, updateTime: NOW })]).toEqual([
          again,
          true,
        ]);
      await stores.apiKeys.update(projectId, key.id, { scopes: ['frontend'], label: 'new', updateTime: NOW });
      const changed = { ...key, active: false, scopes: ['frontend'], label: 'new' };
      expect(await stores.apiKeys.findByHash(key.keyHash)).toEqual(changed);
    });
    it('lists a project’s, oldest first, all or the active ones', async () => {
      const [newer, older] = [anApiKey({ createTime: NOW + 1, active: false }), anApiKey()];
      for (const key of [newer, older, anApiKey({ projectId: foreign })]) await stores.apiKeys.insert(key);
      expect(await stores.apiKeys.list(projectId, { activeOnly: false })).toEqual([older, newer]);
      expect(await stores.apiKeys.list(projectId, { activeOnly: true })).toEqual([older]);
    });
    it('deletes a key once, and none of another project', async () => {
      const key = anApiKey();
      await stores.apiKeys.insert(key);
      expect(await stores.apiKeys.remove(foreign, key.id)).toBe(false);
      const both = await Promise.all([1, 2].map(() => stores.apiKeys.remove(projectId, key.id)));
      expect(both.toSorted()).toEqual([false, true]);
    });
  });

  describe('the store of JWT keys', () => {
    it('finds a key by the id in tokens, and by its own id only in its project', async () => {
      const key = aJwtKey();
      await stores.jwtKeys.insert(key);
      expect(await stores.jwtKeys.findByKid(key.id)).toEqual(key);
      expect(await stores.jwtKeys.find(projectId, key.id)).toEqual(key);
      expect(await stores.jwtKeys.find(foreign, key.id)).toBeUndefined();
      expect(await stores.jwtKeys.findByKid(newId())).toBeUndefined();
    });
    it('changes only the given fields, and nothing of another project', async () => {
      const key = aJwtKey();
      await stores.jwtKeys.insert(key);
      expect(await stores.jwtKeys.update(foreign, key.id, { active: false, updateTime: NOW + 1 })).toBe(false);
      expect(await stores.jwtKeys.findByKid(key.id)).toEqual(key);
      await stores.jwtKeys.update(projectId, key.id, { active: false, updateTime: NOW + 2 });
      expect(await stores.jwtKeys.findByKid(key.id)).toEqual({ ...key, active: false, updateTime: NOW + 2 });
    });
    it('lists a project’s, oldest first, all or the active ones', async () => {
      const [newer, older] = [aJwtKey({ createTime: NOW + 1 }), aJwtKey({ active: false })];
      for (const key of [newer, older, aJwtKey({ projectId: foreign })]) await stores.jwtKeys.insert(key);
      expect(await stores.jwtKeys.list(projectId, { activeOnly: false })).toEqual([older, newer]);
      expect(await stores.jwtKeys.list(projectId, { activeOnly: true })).toEqual([newer]);
    });
    it('deletes a key once, and none of another project', async () => {
      const key = aJwtKey();
      await stores.jwtKeys.insert(key);
      expect(await stores.jwtKeys.remove(foreign, key.id)).toBe(false);
      expect(await stores.jwtKeys.remove(projectId, key.id)).toBe(true);
      expect(await stores.jwtKeys.remove(projectId, key.id)).toBe(false);
    });
  });
});
