import { describe, expect, it } from '@jest/globals';
import { outcomeText } from './outcome_text.ts';

describe('the outcome of a failed write', () => {
  it('says whether the provider may have done it, and what to do', () => {
    expect(outcomeText('unknown')).toMatch(/may have done it\. Look there before/);
    expect(outcomeText('notSent')).toMatch(/has done nothing/);
  });

  // `constructor` is a property of every object, so a plain look-up would find it.
  it.each(['halfDone', 'constructor'])('is the server’s own word if it is unknown: %s', (outcome) => {
    expect(outcomeText(outcome)).toBe(outcome);
  });
});
