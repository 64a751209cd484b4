import { describe, expect, it } from '@jest/globals';
import { checkTestSwitches } from './test_switches.ts';

const none = { testBreak: [], testDropFence: false, testDropOutbox: false, publicUrl: 'https://causeway.example.com' };

function said(config: Parameters<typeof checkTestSwitches>[0]): string[] {
  const lines: string[] = [];
  checkTestSwitches(config, { error: (line) => void lines.push(line) });
  return lines;
}

describe('the switches of tests', () => {
  it('are silent while they are off', () => {
    expect(said(none)).toEqual([]);
  });

  it.each([{ testBreak: ['seal'] }, { testDropFence: true }, { testDropOutbox: true }])(
    'stop a platform with a public address: %j',
    (on) => {
      expect(() => said({ ...none, ...on })).toThrow(/breaks none of its rules/);
    },
  );

  it('are said loudly on a machine of their own', () => {
    expect(said({ ...none, publicUrl: 'http://localhost:8080', testBreak: ['seal'] })).toHaveLength(1);
  });
});
