import { describe, expect, it } from '@jest/globals';
import {
  boolSetting,
  choiceSetting,
  formerNameWarnings,
  intSetting,
  listSetting,
  maskedSettings,
  readSettings,
  secretSetting,
  textSetting,
} from './settings.ts';

const settings = {
  port: intSetting('A_PORT', 8080, 'port', 0, 65_535),
  on: boolSetting('A_ON', false, 'on'),
  hosts: listSetting('A_HOSTS', 'a, b', 'hosts'),
  form: choiceSetting('A_FORM', 'one', ['one', 'two'], 'form'),
  key: secretSetting('A_KEY', undefined, 'key'),
  name: textSetting('A_NAME', 'x', 'name'),
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

describe('a setting that was renamed', () => {
  const renamed = { poll: { ...intSetting('A_POLL_MS', 500, 'poll'), formerName: 'A_POLL' } };

  it('is read by its former name, with a warning that names the new one', () => {
    const environment = { A_POLL: '20' };
    expect(readSettings(renamed, environment)).toEqual({ poll: 20 });
    expect(maskedSettings(renamed, environment)).toEqual({ A_POLL_MS: '20' });
    expect(formerNameWarnings(renamed, environment)).toEqual([
      expect.stringMatching(/^A_POLL is now called A_POLL_MS/),
    ]);
  });
  it('goes by its new name where both are set, and the warning says so', () => {
    const environment = { A_POLL: '20', A_POLL_MS: '30' };
    expect(readSettings(renamed, environment)).toEqual({ poll: 30 });
    expect(formerNameWarnings(renamed, environment)).toEqual([expect.stringMatching(/^A_POLL is ignored: A_POLL_MS/)]);
  });
  it('is refused by the name that was given', () => {
    expect(() => readSettings(renamed, { A_POLL: 'soon' })).toThrow(/ {2}A_POLL must be a whole number/);
  });
  it('warns of nothing where only the new name is used', () => {
    expect(formerNameWarnings(renamed, { A_POLL_MS: '30', A_POLL: '' })).toEqual([]);
  });
});
