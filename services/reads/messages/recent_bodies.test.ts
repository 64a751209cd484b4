import { describe, expect, it } from '@jest/globals';
import { recentBodies } from './message_store.ts';

const body = (id: string, length: number) => ({ id, body: new Uint8Array(length) });
const found = (recent: ReturnType<typeof recentBodies>) => recent.find(['a', 'b', 'c', 'd']).map(({ id }) => id);

describe('bodies that were just committed', () => {
  it('are found until they are dropped', () => {
    const recent = recentBodies(100);
    recent.add([body('a', 10), body('b', 20)]);
    expect(recent.find(['b', 'x'])).toEqual([body('b', 20)]);
    recent.drop(['b', 'x']);
    expect(found(recent)).toEqual(['a']);
  });

  it('give way to newer ones, the oldest first, and never exceed the limit', () => {
    const recent = recentBodies(100);
    recent.add([body('a', 40), body('b', 40)]);
    recent.add([body('c', 40)]);
    expect(found(recent)).toEqual(['b', 'c']);
    recent.drop(['b']);
    recent.add([body('d', 60)]);
    expect(found(recent)).toEqual(['c', 'd']);
    recent.add([body('a', 101)]);
    expect(found(recent)).toEqual([]);
  });

  it('count once, however often they are added', () => {
    const recent = recentBodies(100);
    for (let times = 0; times < 5; times += 1) recent.add([body('a', 40)]);
    recent.add([body('b', 40)]);
    expect(found(recent)).toEqual(['a', 'b']);
  });

  it('are not found after a minute: another replica may have settled their messages', () => {
    let now = 0;
    const recent = recentBodies(100, () => now);
    recent.add([body('a', 40)]);
    now = 60_000;
    expect(found(recent)).toEqual(['a']);
    now += 1;
    expect(found(recent)).toEqual([]);
    recent.add([body('b', 80)]);
    expect(found(recent)).toEqual(['b']);
  });
});
