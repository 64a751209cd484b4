import { describe, expect, it } from '@jest/globals';
import { bool, int, list, maskedSettings, oneOf, readSettings, secret, text } from './settings.ts';

const settings = {
  port: int('A_PORT', 8080, 'port', 0, 65_535),
  on: bool('A_ON', false, 'on'),
  hosts: list('A_HOSTS', 'a, b', 'hosts'),
  form: oneOf('A_FORM', 'one', ['one', 'two'], 'form'),
  key: secret('A_KEY', undefined, 'key'),
  name: text('A_NAME', 'x', 'name'),
};

describe('settings', () => {
  it('fall back to their defaults', () => {
    expect(readSettings(settings, { A_KEY: 'k', A_NAME: '' })).toEqual({
      port: 8080,
      on: false,
      hosts: ['a', 'b'],
      form: 'one',
      key: 'k',
      name: 'x',
    });
  });
  it('are refused all at once, by name', () => {
    expect(() => readSettings(settings, { A_PORT: '70000', A_ON: 'maybe', A_FORM: 'three' })).toThrow(
      /A_PORT[\s\S]*A_ON[\s\S]*A_FORM[\s\S]*A_KEY is not set/,
    );
  });
  it('are printed without their secrets', () => {
    const masked = maskedSettings(settings, { A_KEY: 'hidden' });
    expect(masked['A_KEY']).toBe('***');
    expect(JSON.stringify(masked)).not.toContain('hidden');
  });
});
