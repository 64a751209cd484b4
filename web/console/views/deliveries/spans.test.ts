import { describe, expect, it } from '@jest/globals';
import { drawnSpans, isFailed, spansOf } from './spans.ts';

const delivery = {
  id: 'm',
  projectId: 'p',
  destinationId: 'd',
  state: 'pending',
  attemptCount: 2,
  createTime: '2026-01-01T00:00:00.000Z',
  updateTime: '2026-01-01T00:00:00.000Z',
  attempts: [
    { number: 2, startTime: '2026-01-01T00:00:10.000Z', latencyMs: 20, status: 200 },
    { number: 1, startTime: '2026-01-01T00:00:00.005Z', latencyMs: 5, status: 500 },
  ],
};
const span = (ms: number) => ({ name: 'a', from: 0, to: ms, tone: '' });

describe('the way of a delivery as spans', () => {
  it('shows an attempt that was answered with 500 as failed, in the order of time', () => {
    const spans = spansOf(delivery, undefined, Date.parse('2026-01-01T00:00:11.000Z'));
    expect(spans.map(({ name, tone, from, to }) => [name, tone, to - from])).toEqual([
      ['Waiting', 'warn', 5],
      ['Attempt 1, failed', 'bad', 5],
      ['Waiting', 'warn', 9_990],
      ['Attempt 2', 'good', 20],
      ['Waiting', 'warn', 980],
    ]);
  });

  it.each([
    [{ error: 'timeout' }, true],
    [{ status: 410 }, true],
    [{ status: 302 }, true],
    [{ status: 204 }, false],
  ])('%j is failed: %s', (attempt, expected) => expect(isFailed(attempt)).toBe(expected));

  it('keeps a span visible beside one that is a thousand times as long, and fills the width', () => {
    const { drawn, isLog } = drawnSpans([span(20), span(20_000_000)]);
    expect(isLog).toBe(true);
    expect(drawn[0]?.width).toBeGreaterThan(10);
    expect((drawn[1]?.x ?? 0) + (drawn[1]?.width ?? 0)).toBeCloseTo(100);
  });

  it('is in proportion when the spans are alike', () => {
    const { drawn, isLog } = drawnSpans([span(10), span(30)]);
    expect([isLog, ...drawn.map(({ x, width }) => [x, width])]).toEqual([false, [0, 25], [25, 75]]);
  });
});
