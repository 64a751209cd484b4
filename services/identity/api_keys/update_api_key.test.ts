import { describe, expect, it } from '@jest/globals';
import { newApiKey } from '../../../lib/crypto/api_key.ts';
import type { JsonObject } from '../../../lib/json/json.ts';
import type { Call } from '../../../lib/rpc/call.ts';
import { eachWithIdentity, NOW } from '../../../test/support/identity_fixture.ts';
import { principalOfKey } from './api_keys.ts';

const PROJECT = '01900000-0000-7000-8000-0000000000aa';
const RIVAL = '01900000-0000-7000-8000-0000000000bb';
const by = (principal = 'builder:x'): Call => ({ requestId: 'r', principal, deadline: NOW });
const NONE = { kind: 'notFound', detail: 'There is no such API key.' };

describe('an API key', () => {
  const identity = eachWithIdentity();
  const aKey = (label = 'server') => identity().useCases.createApiKey(by(), { projectId: PROJECT, label, scopes: [] });
  const update = (key: string, updateMask: string[], values: JsonObject, call = by()) =>
    identity().useCases.updateApiKey(call, { projectId: PROJECT, key, updateMask, values });

  it('may do everything unless less is asked for', async () => {
    expect(await aKey()).toMatchObject({ scopes: ['full'], active: true, createTime: NOW });
    const { useCases } = identity();
    expect(
      await useCases.createApiKey(by(), { projectId: PROJECT, label: 'page', scopes: ['frontend'] }),
    ).toMatchObject({
      scopes: ['frontend'],
    });
  });

  it('is listed with its value, all of them or the active ones', async () => {
    const { useCases } = identity();
    const [first, second] = [await aKey('first'), await aKey('second')];
    const list = async (activeOnly: boolean) =>
      (await useCases.listApiKeys(by(), PROJECT, { activeOnly })).map(({ key }) => key);
    await update(second.key, ['active'], { active: false });
    expect(await list(false)).toEqual([first.key, second.key]);
    expect(await list(true)).toEqual([first.key]);
    expect(await useCases.listApiKeys(by(), RIVAL, { activeOnly: false })).toEqual([]);
  });

  it('changes in what the mask names and in nothing else', async () => {
    const { useCases } = identity();
    const made = await aKey('before');
    const changed = await update(made.key, ['label', 'scopes'], {
      label: 'after',
      scopes: ['frontend'],
      active: false,
    });
    expect(changed).toEqual({ ...made, label: 'after', scopes: ['frontend'] });
    expect(await useCases.getApiKey(PROJECT, made.key)).toEqual(changed);
  });

  it.each([
    [['label', 'key'], { label: 'x' }, 'invalidArgument', /label.*active.*scopes/],
    [[], { label: 'x' }, 'invalidArgument', /label.*active.*scopes/],
    [['active'], { label: 'x' }, 'unprocessable', /active/],
  ])('is refused the mask %j with %j as %s', async (mask, values, kind, remedy) => {
    const { key } = await aKey();
    await expect(update(key, mask, values)).rejects.toMatchObject({
      kind,
      extras: { remedy: expect.stringMatching(remedy) },
    });
  });

  it('cannot take away its own access, and can rename itself', async () => {
    const { useCases } = identity();
    const { id, key } = await aKey('own');
    const own = by(principalOfKey(id));
    for (const attempt of [
      () => useCases.deleteApiKey(own, { projectId: PROJECT, key }),
      () => update(key, ['active'], { active: false }, own),
      () => update(key, ['scopes'], { scopes: ['frontend'] }, own),
    ])
      await expect(attempt()).rejects.toMatchObject({ kind: 'conflict', extras: { remedy: expect.any(String) } });
    expect(await update(key, ['label'], { label: 'still here' }, own)).toMatchObject({ active: true });
    await update(key, ['scopes'], { scopes: ['full', 'frontend'] }, own);
    await useCases.deleteApiKey(by(), { projectId: PROJECT, key });
  });

  it('of another project answers like none, by every method', async () => {
    const { useCases } = identity();
    const rival = await useCases.createApiKey(by(), { projectId: RIVAL, label: 'theirs', scopes: [] });
    for (const key of [rival.key, newApiKey(), 'cwk_x', 'x'.repeat(64)]) {
      await expect(useCases.getApiKey(PROJECT, key)).rejects.toMatchObject(NONE);
      await expect(update(key, ['label'], { label: 'x' })).rejects.toMatchObject(NONE);
      await expect(useCases.deleteApiKey(by(), { projectId: PROJECT, key })).rejects.toMatchObject(NONE);
    }
    expect(await useCases.getApiKey(RIVAL, rival.key)).toEqual(rival);
  });

  it('is deleted by one of two that do so at once', async () => {
    const { useCases } = identity();
    const { key } = await aKey();
    const remove = () => useCases.deleteApiKey(by(), { projectId: PROJECT, key });
    const results = await Promise.allSettled([remove(), remove()]);
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    await expect(remove()).rejects.toMatchObject(NONE);
  });
});

describe('an API key of a masked list', () => {
  const identity = eachWithIdentity();

  it('S19: has no value, in the list or by what the list calls it, and can be changed by that', async () => {
    const { useCases } = identity();
    const { key } = await useCases.createApiKey(by(), { projectId: PROJECT, label: 'seen', scopes: [] });
    const [listed] = await useCases.listApiKeys(by(), PROJECT, { activeOnly: false, masked: true });
    const shown = listed?.key ?? '';
    expect([shown.length, shown.slice(0, 10)]).toEqual([20, key.slice(0, 10)]);
    expect(await useCases.getApiKey(PROJECT, shown)).toMatchObject({ key: shown });
    expect(await useCases.getApiKey(PROJECT, key)).toMatchObject({ key });
    await useCases.deleteApiKey(by(), { projectId: PROJECT, key: shown });
    await expect(useCases.getApiKey(PROJECT, key)).rejects.toMatchObject(NONE);
  });
});

describe('an API key where values are masked', () => {
  const identity = eachWithIdentity({ masked: true });

  it('is shown whole once, and then told apart by what is left of it', async () => {
    const { useCases } = identity();
    const { key } = await useCases.createApiKey(by(), { projectId: PROJECT, label: 'once', scopes: [] });
    const [listed] = await useCases.listApiKeys(by(), PROJECT, { activeOnly: false });
    const shown = listed?.key ?? '';
    expect([shown.length, shown.slice(0, 10)]).toEqual([20, key.slice(0, 10)]);
    for (const one of [key, shown]) expect(await useCases.getApiKey(PROJECT, one)).toMatchObject({ key: shown });
    await useCases.deleteApiKey(by(), { projectId: PROJECT, key: shown });
    await expect(useCases.getApiKey(PROJECT, key)).rejects.toMatchObject(NONE);
  });
});
