import { describe, expect, it } from '@jest/globals';
import type { HealthReport } from '../health_reports/health_report.ts';
import { type HealthFacts, healthReasons, healthStatus } from './health.ts';

const HOOK = { objectName: 'contacts', destinationName: 'hook', destinationId: '', disabled: false };
const report = (code: string, level: HealthReport['level'], objectName = 'contacts'): HealthReport => ({
  installationId: 'i',
  objectName,
  code,
  level,
  detail: `${code} of ${objectName}`,
  destinationId: null,
  since: 7,
  seq: 9,
});

function facts(more: object = {}, failingSince: number | null = null, status = 'working'): HealthFacts {
  return {
    installation: { failingSince, createTime: 1 },
    connection: { status, statusTime: 3 },
    objects: [HOOK],
    notRun: [],
    configuredSince: 2,
    hasDestination: (name: string) => name === 'hook',
    reported: [],
    ...more,
  } as unknown as HealthFacts;
}

const codes = (given: HealthFacts) => healthReasons(given).map(({ code }) => code);

describe('the health of an installation', () => {
  it.each<[string, HealthFacts, string[], string]>([
    ['nothing', facts(), [], 'healthy'],
    ['bad credentials', facts({}, null, 'bad_credentials'), ['badCredentials'], 'unhealthy'],
    ['a failed read', facts({}, 5), ['readsFailing'], 'unhealthy'],
    ['a missing destination', facts({ hasDestination: () => false }), ['destinationMissing'], 'unhealthy'],
    [
      'a missing destination of a disabled object',
      facts({ hasDestination: () => false, objects: [{ ...HOOK, disabled: true }] }),
      [],
      'healthy',
    ],
    ['a block that is not run', facts({ notRun: ['subscribe'] }), ['notRunYet'], 'healthy'],
    ['held records', facts({ reported: [report('recordsHeld', 'warning')] }), ['recordsHeld'], 'healthy'],
    ['an incomplete list', facts({ reported: [report('incompleteList', 'warning')] }), ['incompleteList'], 'healthy'],
    [
      'a disabled destination',
      facts({ reported: [report('destinationDisabled', 'error', '')] }),
      ['destinationDisabled'],
      'unhealthy',
    ],
    [
      'undelivered records',
      facts({ reported: [report('recordsUndelivered', 'error')] }),
      ['recordsUndelivered'],
      'unhealthy',
    ],
    ['an ended reason', facts({ reported: [report('recordsUndelivered', null)] }), [], 'healthy'],
    [
      'a reason of an object that is not read',
      facts({ reported: [report('recordsHeld', 'error', 'x')] }),
      [],
      'healthy',
    ],
    ['a code that this version does not know', facts({ reported: [report('newer', 'error')] }), ['newer'], 'unhealthy'],
    [
      'a known code with another level',
      facts({ reported: [report('recordsHeld', 'error')] }),
      ['recordsHeld'],
      'healthy',
    ],
  ])('with %s', (_what, given, expected, status) => {
    const reasons = healthReasons(given);
    expect([reasons.map(({ code }) => code), healthStatus(reasons)]).toEqual([expected, status]);
    expect(healthStatus(reasons) === 'unhealthy').toBe(reasons.some(({ level }) => level === 'error'));
  });

  it('names all reasons at once, errors first, each with its time', () => {
    const given = facts(
      {
        notRun: ['subscribe', 'watchSchema'],
        reported: [report('recordsHeld', 'warning'), report('recordsUndelivered', 'error')],
      },
      5,
      'bad_credentials',
    );
    expect(codes(given)).toEqual(['badCredentials', 'readsFailing', 'recordsUndelivered', 'recordsHeld', 'notRunYet']);
    expect(healthReasons(given).map(({ since }) => since)).toEqual([3, 5, 7, 7, 2]);
    expect(healthReasons(given).at(-1)?.detail).toMatch(/does not run subscribe and watchSchema yet/);
  });
});
