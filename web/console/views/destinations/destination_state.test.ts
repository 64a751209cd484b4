import { describe, expect, it } from '@jest/globals';
import { destinationState, whyText } from './destination_state.ts';

describe('the state of a destination', () => {
  it('is active only while nothing fails', () => {
    expect(destinationState({ status: 'active', health: { state: 'ok' }, failures: 0 })).toEqual({ word: 'active' });
    expect(destinationState({ status: 'active', health: { state: 'ok' }, failures: 2 })).toEqual({
      word: 'last attempt failed',
      tone: 'warn',
    });
    expect(destinationState({ status: 'active', health: { state: 'failing' }, failures: 3 }).word).toBe('failing');
  });

  it('is disabled whatever its health was', () => {
    expect(destinationState({ status: 'disabled', health: { state: 'failing' } }).word).toBe('disabled');
  });

  it('is a state of a later version as the server sent it', () => {
    expect(destinationState({ status: 'active', health: { state: 'dozing' } }).word).toBe('dozing');
  });

  it('says why', () => {
    expect(whyText({ status: 'active', health: { state: 'failing', lastStatus: 503 } })).toBe('it answered 503');
    expect(whyText({ status: 'active', health: { state: 'failing', lastError: 'timeout' } })).toBe(
      'no answer: timeout',
    );
    expect(whyText({ status: 'disabled', health: { state: 'disabled', reason: 'gone' } })).toMatch(/410/);
    const nextProbeTime = '2026-01-01T00:05:00.000Z';
    expect(whyText({ status: 'disabled', health: { state: 'disabled', reason: 'failures', nextProbeTime } })).toBe(
      `it only failed for too long; it is tried again at ${nextProbeTime}`,
    );
    expect(whyText({ status: 'disabled' })).toBe('unknown why');
    expect(whyText({ status: 'active', health: { state: 'ok' } })).toBe('');
  });
});
