import { EventEmitter } from 'node:events';
import { describe, expect, it } from '@jest/globals';
import type { Request, Response } from 'express';
import { Problem } from '../../lib/problem/problem.ts';
import { systemClock } from '../../lib/time/clock.ts';
import { limitInFlight } from './in_flight.ts';

describe('requests in progress', () => {
  function gate(max: number) {
    const state: { refused?: Problem | undefined } = {};
    const limit = limitInFlight(max, systemClock, (_request, _response, problem) => void (state.refused = problem));
    return (
      connection = new EventEmitter(),
      socket: EventEmitter | null = connection,
      request: EventEmitter = Object.assign(new EventEmitter(), { headers: {}, complete: true }),
    ): EventEmitter | Problem => {
      const response = Object.assign(new EventEmitter(), { socket });
      state.refused = undefined;
      limit(Object.assign(request, { socket: connection }) as unknown as Request, response as unknown as Response);
      return state.refused ?? response;
    };
  }

  it('F11: are refused beyond the limit, with a time for the retry', () => {
    const enter = gate(2);
    enter();
    enter();
    const problem = enter() as Problem;
    expect(problem).toMatchObject({ kind: 'unavailable', retryable: true });
    expect(problem.extras.retryAfter).toBeGreaterThan(systemClock.now());
  });

  it('S11: take no place while their bodies arrive', () => {
    const enter = gate(1);
    const headers = { 'content-length': '1000' };
    const uploads = [1, 2].map(() => Object.assign(new EventEmitter(), { headers, complete: false }));
    for (const upload of uploads) expect(enter(undefined, undefined, upload)).toBeInstanceOf(EventEmitter);
    uploads[0]?.emit('end');
    expect(enter()).toBeInstanceOf(Problem);
  });

  it('F11: are accepted again when one has ended, and refused ones are not counted', () => {
    const enter = gate(1);
    const first = enter() as EventEmitter;
    enter();
    first.emit('close');
    expect(enter()).toBeInstanceOf(EventEmitter);
    expect(enter()).toBeInstanceOf(Problem);
  });

  it('F11: leave when their connection ends before their response has got it', () => {
    const enter = gate(2);
    const connection = new EventEmitter();
    enter(connection);
    const pipelined = enter(connection, null) as EventEmitter;
    connection.emit('close');
    pipelined.emit('close');
    enter();
    expect(enter()).toBeInstanceOf(Problem);
  });

  it('have no limit at 0', () => {
    const enter = gate(0);
    for (let i = 0; i < 1_000; i += 1) expect(enter()).toBeInstanceOf(EventEmitter);
  });
});
