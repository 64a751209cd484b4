import { describe, expect, it } from '@jest/globals';
import { type Log, silentLog } from '../../../lib/log/log.ts';
import { aDestination } from '../../../test/contract/notifications_replica.ts';
import type { AttemptOutcome } from '../deliveries/delivery.ts';
import type { Destination, FailureState } from '../destinations/destination.ts';
import { makeWarnOfFailures } from './warn_of_failures.ts';

const failure: AttemptOutcome = { result: 'retryable', status: 500, error: null, startTime: 1, endTime: 2 };
const HEALTHY: FailureState = { failures: 0, failingSince: null, openUntil: null };
const url = 'https://user:secret@hooks.acme.example/in?token=secret';

function watched() {
  const lines: { msg: string; fields: object }[] = [];
  const clock = { time: 1_000, now: () => clock.time };
  const log: Log = { ...silentLog, warn: (msg: string, fields: object = {}) => void lines.push({ msg, fields }) };
  const warn = makeWarnOfFailures({ log, clock });
  const destination = aDestination({ metadata: { url } });
  return {
    clock,
    lines,
    destination,
    judge: (before: Partial<Destination>, after: Partial<FailureState>, isDisabled = false) =>
      warn({ destination: { ...destination, ...before }, after: { ...HEALTHY, ...after }, isDisabled, failure }),
    messages: () => lines.map(({ msg }) => msg),
  };
}

describe('L11: the process log', () => {
  it('has one line for the first failure of a destination, and none for the next ones', () => {
    const { judge, lines, destination } = watched();
    judge(HEALTHY, { failures: 2, failingSince: 5 });
    judge({ failures: 2, failingSince: 5 }, { failures: 3, failingSince: 5 });
    expect(lines).toEqual([
      {
        msg: 'destination failing',
        fields: {
          projectId: destination.projectId,
          destinationId: destination.id,
          name: destination.name,
          status: 500,
          error: null,
        },
      },
    ]);
    expect(JSON.stringify(lines)).not.toContain('secret');
  });

  it('has another line after a success, but not for each failure of a receiver that fails now and then', () => {
    const { judge, messages, clock } = watched();
    for (let time = 0; time < 20; time += 1) judge(HEALTHY, { failures: 1, failingSince: time });
    expect(messages()).toEqual(['destination failing']);
    clock.time += 15 * 60_000;
    judge({ failures: 3, failingSince: 7 }, { failures: 1, failingSince: 900 });
    expect(messages()).toEqual(['destination failing', 'destination failing']);
  });

  it('has one line when the circuit breaker opens, and none when a probe fails', () => {
    const { judge, messages } = watched();
    judge({ failures: 4, failingSince: 5 }, { failures: 5, failingSince: 5, openUntil: 90 });
    judge({ failures: 5, failingSince: 5, openUntil: 90 }, { failures: 6, failingSince: 5, openUntil: 180 });
    expect(messages()).toEqual(['destination suspended']);
  });

  it('has one line when the destination is disabled', () => {
    const { judge, messages } = watched();
    judge(HEALTHY, { failures: 1, failingSince: 5 }, true);
    expect(messages()).toEqual(['destination disabled']);
  });
});
