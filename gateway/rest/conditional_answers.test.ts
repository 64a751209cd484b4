import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Request } from 'express';
import type { Call } from '../../lib/rpc/call.ts';
import type { Caller__Output as Caller } from '../../protos/gen/causeway/identity/v1/Caller.ts';
import { promise } from '../../test/support/promise.ts';
import type { Operation } from '../contract/document.ts';
import { NOBODY } from './authentication.ts';
import { makeConditionalAnswers } from './conditional_answers.ts';

const OPERATION = { operationId: 'listTopics' } as Operation;
const ADA: Caller = { ...NOBODY, principal: 'builder:ada', role: 'admin', scopes: ['full'], projectId: 'p' };
const CALL = {} as Call;

function aWorld() {
  const stored = { reads: 1, notifications: 1, identity: 1, installation: 1 };
  const asked: string[] = [];
  const unavailable = new Set<string>();
  const clock = { time: 1_000_000, now: () => clock.time };
  const of = (service: keyof typeof stored) => ({
    async getVersion() {
      asked.push(service);
      if (unavailable.has(service)) throw new Error('unavailable');
      return { version: stored[service] };
    },
  });
  const versions = {
    reads: of('reads'),
    notifications: of('notifications'),
    identity: of('identity'),
    installation: of('installation'),
  };
  const conditionalAnswers = makeConditionalAnswers({ versions, clock });
  const answerOf = (tag: string | undefined, { caller = ADA, url = '/v1/projects/p/topics' } = {}) => {
    const request = {
      originalUrl: url,
      headers: { ...(tag !== undefined && { 'if-none-match': tag }) },
    } as unknown as Request;
    return conditionalAnswers(request, OPERATION, caller, CALL);
  };
  const ask = async (...asks: [tag: string, options?: Parameters<typeof answerOf>[1]]) => {
    const answer = await answerOf(...asks);
    if (!answer) throw new Error('A request with If-None-Match has a conditional answer.');
    return answer;
  };
  return { stored, asked, unavailable, clock, ask, answerOf };
}

describe('an answer that a caller holds', () => {
  let world: ReturnType<typeof aWorld>;
  let tag: string;
  beforeEach(async () => {
    world = aWorld();
    const first = await world.ask('');
    expect(first).toMatchObject({ tag: '', isCurrent: false });
    first.learn(new Set(['notifications']));
    ({ tag } = await world.ask(''));
    expect(tag).toMatch(/^"v1\.\w+\.[\w-]+"$/);
  });

  promise('costs nothing for a caller that holds none', { without: 'versionForAll' }, async () => {
    world.clock.time += 1_000;
    world.asked.length = 0;
    expect(await world.answerOf(undefined)).toBeUndefined();
    expect(world.asked).toEqual([]);
  });

  it('is current until one of the services that it came from has another version', async () => {
    expect(await world.ask(tag)).toMatchObject({ tag, isCurrent: true });
    world.stored.reads = 2;
    world.clock.time += 1_000;
    expect(await world.ask(`"other", W/${tag}`)).toMatchObject({ tag, isCurrent: true });
    world.stored.notifications = 2;
    world.clock.time += 1_000;
    const changed = await world.ask(tag);
    expect(changed.isCurrent).toBe(false);
    expect(changed.tag).not.toBe(tag);
  });

  it('has another tag once its operation has asked another service too', async () => {
    (await world.ask(tag)).learn(new Set(['notifications', 'reads']));
    const known = await world.ask(tag);
    expect(known.isCurrent).toBe(false);
    world.stored.reads = 2;
    world.clock.time += 1_000;
    expect((await world.ask(known.tag)).isCurrent).toBe(false);
  });

  promise('is that of one caller with one role, for one address', { without: 'anybodysTag' }, async () => {
    const { tag: hers } = await world.ask('');
    expect((await world.ask(hers, { caller: { ...ADA, principal: 'builder:eve' } })).isCurrent).toBe(false);
    expect((await world.ask(hers, { caller: { ...ADA, role: 'member' } })).isCurrent).toBe(false);
    expect((await world.ask(hers, { url: '/v1/projects/p/topics?pageSize=1' })).isCurrent).toBe(false);
  });

  promise('is made again after 15 seconds, counted from its first answer', { without: 'tagForEver' }, async () => {
    world.clock.time += 14_000;
    expect(await world.ask(tag)).toMatchObject({ tag, isCurrent: true });
    world.clock.time += 2_000;
    const again = await world.ask(tag);
    expect(again.isCurrent).toBe(false);
    expect(again.tag).not.toBe(tag);
  });

  it.each(['*', '"v1"', '"v1.."', '"v1.zz.x"', 'v1.9.9.9', '"', ''])('is not current for %j', async (text) => {
    expect((await world.ask(text)).isCurrent).toBe(false);
  });

  it('has no tag while a service does not say its version, and is answered all the same', async () => {
    world.unavailable.add('notifications');
    world.clock.time += 1_000;
    expect(await world.ask(tag)).toMatchObject({ tag: '', isCurrent: false });
    world.unavailable.clear();
    world.clock.time += 1_000;
    expect(await world.ask(tag)).toMatchObject({ tag, isCurrent: true });
  });

  it('costs one question for all who ask within 200 ms', async () => {
    world.clock.time += 1_000;
    world.asked.length = 0;
    await Promise.all([world.ask(tag), world.ask(tag), world.ask(tag)]);
    expect(world.asked).toEqual(['notifications']);
  });
});
