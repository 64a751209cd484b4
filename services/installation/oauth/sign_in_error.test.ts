import { describe, expect, it } from '@jest/globals';
import { callbackErrorText, tokenErrorText } from './complete_oauth.ts';

describe('the text of a failed sign-in', () => {
  it('has the code and a sentence of ours', () => {
    expect(callbackErrorText('access_denied')).toBe(
      'The provider did not allow it (access_denied). The access was not granted. Please start again.',
    );
    expect(tokenErrorText('invalid_grant')).toMatch(/^The provider did not accept the sign-in \(invalid_grant\)\. /);
  });

  it.each(['', 'call_this_number', '<script>', 'toString', '__proto__', 'access_denied '])(
    'S3: has no code that is not registered: %j',
    (code) => {
      expect(callbackErrorText(code)).toBe('The provider did not allow it. Please start again.');
      expect(tokenErrorText(code)).toBe('The provider did not accept the sign-in. Please start again.');
    },
  );
});
