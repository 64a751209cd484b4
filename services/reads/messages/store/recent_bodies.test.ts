import { describe, expect, it } from '@jest/globals';
import { recentBodies } from './recent_bodies.ts';

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
});
