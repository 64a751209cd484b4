import { EventEmitter } from 'node:events';
import { describe, expect, it } from '@jest/globals';
import type { Request, Response } from 'express';
import { systemClock } from '../../lib/time/clock.ts';
import { createBodyRoom } from './body_room.ts';

describe('S11: the bodies of requests in progress', () => {
  function rooms(total: number, perOwner: number) {
    const room = createBodyRoom({ total, perOwner }, systemClock);
    return (name: string, part = 1) => {
      const socket = new EventEmitter();
      const response = Object.assign(new EventEmitter(), { socket });
      const take = room({ socket } as unknown as Request, response as unknown as Response, () => ({ name, part }));
      return { take, end: () => response.emit('close') };
    };
  }

  it('of pages and customers have a part of the room, so that the builder keeps the rest', () => {
    const enter = rooms(0, 80);
    const page = enter('a page', 1 / 8);
    page.take(10);
    expect(() => page.take(1)).toThrow(expect.objectContaining({ kind: 'rateLimited' }));
    enter('a').take(80);
  });

  it('take room as they arrive, and give it back when their request is over', () => {
    const enter = rooms(100, 0);
    const [one, other] = [enter('a'), enter('b')];
    one.take(60);
    other.take(40);
    expect(() => other.take(1)).toThrow(expect.objectContaining({ kind: 'unavailable', retryable: true }));
    one.end();
    other.take(60);
    expect(() => enter('c').take(1)).toThrow(expect.objectContaining({ kind: 'unavailable' }));
    other.end();
    enter('c').take(100);
  });

  it('of one project leave room for those of others', () => {
    const enter = rooms(100, 50);
    const greedy = enter('a');
    greedy.take(50);
    expect(() => enter('a').take(1)).toThrow(
      expect.objectContaining({ kind: 'rateLimited', extras: expect.objectContaining({ context: { maxBytes: 50 } }) }),
    );
    enter('b').take(50);
    greedy.end();
    enter('a').take(50);
  });

  it('are not limited by 0', () => {
    const enter = rooms(0, 0);
    expect(() => enter('a').take(1e9)).not.toThrow();
  });
});
