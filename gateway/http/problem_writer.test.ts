import { describe, expect, it } from '@jest/globals';
import { Problem } from '../../lib/problem/problem.ts';
import { problemDocument } from './problem_writer.ts';

const CONTEXT = {
  requestId: 'r',
  publicUrl: 'https://causeway.example.com',
  support: { supportEmail: '', supportPhone: '', supportUrl: '' },
  now: Date.parse('2026-01-01T00:00:00Z'),
};
const written = (problem: Problem) => problemDocument(problem, CONTEXT);

describe('a problem document', () => {
  it('says when to come back where that is known, and where it usually is soon', () => {
    const retryAfter = CONTEXT.now + 60_000;
    expect(written(new Problem('unavailable', 'x', { retryAfter }))['retryAfter']).toBe('2026-01-01T00:01:00.000Z');
    expect(written(new Problem('unavailable', 'x'))).toMatchObject({
      retryable: true,
      retryAfter: '2026-01-01T00:00:02.000Z',
    });
  });

  it('promises nothing where trying again does not help', () => {
    for (const kind of ['conflict', 'internal', 'invalidArgument'] as const)
      expect(written(new Problem(kind, 'x'))).not.toHaveProperty(['retryAfter']);
    expect(written(new Problem('conflict', 'x'))).not.toHaveProperty(['retryable']);
  });

  it('tells a conflict that passes by itself from one that needs a decision', () => {
    expect(written(new Problem('conflict', 'x', { retryable: true }))).toMatchObject({
      retryable: true,
      retryAfter: '2026-01-01T00:00:01.000Z',
      remedy: 'Send the same request again after a moment.',
    });
    expect(written(new Problem('conflict', 'x'))['remedy']).toBe('Read the resource again, then decide.');
  });

  it('prefers the remedy of the case to that of the kind', () => {
    expect(written(new Problem('notFound', 'x', { remedy: 'Look elsewhere.' }))['remedy']).toBe('Look elsewhere.');
  });

  it('D: has the contacts that are set, and the context', () => {
    const support = { supportEmail: 'help@example.com', supportPhone: '', supportUrl: 'https://example.com/help' };
    const problem = new Problem('notFound', 'x', { context: { installationId: 'i' } });
    const document = problemDocument(problem, { ...CONTEXT, support });
    expect(document).toMatchObject({
      supportEmail: 'help@example.com',
      supportUrl: 'https://example.com/help',
      context: { installationId: 'i' },
    });
    expect(document).not.toHaveProperty(['supportPhone']);
    expect(Object.keys(written(problem)).filter((key) => key.startsWith('support'))).toEqual([]);
  });

  it('keeps who found it on the way through other services, and is the gateway`s own otherwise', () => {
    expect(written(new Problem('notFound', 'x', { subsystem: 'installation' }))['subsystem']).toBe('installation');
    expect(written(new Problem('notFound', 'x'))['subsystem']).toBe('api');
  });
});
