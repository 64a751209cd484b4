import { describe, expect, it } from '@jest/globals';
import { TIMED_OUT } from '../../testbed/timed_out.ts';
import { activate, activeMutation, deactivate } from './active_mutation.ts';
import { turnsRed } from './turns_red.ts';

describe('a negative control', () => {
  it('passes when an expectation or a wait fails while its mutation is active', async () => {
    await turnsRed('m', async () => expect(activeMutation()).not.toBe('m'));
    await turnsRed('m', async () => {
      throw new Error(TIMED_OUT);
    });
    expect(activeMutation()).toBeUndefined();
  });

  it('fails when the body passes with its mutation', async () => {
    await expect(turnsRed('idle', async () => {})).rejects.toThrow('passes with the mutation "idle"');
    expect(activeMutation()).toBeUndefined();
  });

  it('fails when the body throws an error of another kind', async () => {
    const broken = turnsRed('m', async () => {
      throw new TypeError('x is not a function');
    });
    await expect(broken).rejects.toMatchObject({ cause: expect.any(TypeError) });
  });

  it('does not start while another mutation is active', async () => {
    activate('first');
    try {
      await expect(turnsRed('second', async () => {})).rejects.toThrow('"first" is still active');
    } finally {
      deactivate();
    }
  });
});
