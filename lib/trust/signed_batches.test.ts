import { describe, expect, it } from '@jest/globals';
import { keyedTrusts, sharedTrust } from '../../test/support/trust.ts';
import type { BatchSeal } from './signed_batches.ts';

describe('the signatures of messages on the bus', () => {
  const clock = { time: 1_800_000_000_000, now: () => clock.time };
  const trustOf = keyedTrusts(clock);
  const messages = Array.from({ length: 40 }, (_, at) => ({ subject: 'causeway.ev.reads', body: `{"at":${at}}` }));
  const [message] = messages as [(typeof messages)[0]];
  const sealed = () => trustOf('installation').sign([message])[0] as BatchSeal;

  it('let a consumer check each message of a batch alone, in any order', () => {
    const seals = trustOf('installation').sign(messages);
    expect(new Set(seals).size).toBe(3);
    const reads = trustOf('reads');
    const origins = messages.map((one, at) => reads.originOf(one, seals[at])).toReversed();
    expect(origins).toEqual(messages.map(() => ({ process: 'installation' })));
  });

  it('S4: refuse a message that was changed, moved to another subject, or signed by somebody else', () => {
    const check = (given = message, seal: BatchSeal | undefined = sealed()) => trustOf('reads').originOf(given, seal);
    const { batch, signature } = sealed();
    expect(check()).toEqual({ process: 'installation' });
    expect(trustOf('reads').originOf(message, undefined)).toEqual({ fault: 'unsigned' });
    expect(check({ ...message, body: '{}' })).toEqual({ fault: 'signature of other messages' });
    expect(check({ ...message, subject: 'causeway.ev.notifications' })).toEqual({
      fault: 'signature of other messages',
    });
    expect(check(message, { batch: batch.replace('installation', 'reads'), signature })).toEqual({
      fault: 'wrong signature',
    });
    expect(check(message, { batch: batch.replace('installation', 'nobody'), signature })).toEqual({
      fault: 'malformed signature',
    });
    expect(check(message, { batch: `${batch} ${'x'.repeat(5_000)}`, signature })).toEqual({
      fault: 'malformed signature',
    });
    expect(check(message, keyedTrusts(clock)('installation').sign([message])[0])).toEqual({ fault: 'wrong signature' });
  });

  it('S4: refuse a message that is repeated after a day, long before the inbox forgets its event', () => {
    const seal = sealed();
    clock.time += 24 * 3_600_000 - 1;
    expect(trustOf('reads').originOf(message, seal)).toEqual({ process: 'installation' });
    clock.time += 1;
    expect(trustOf('reads').originOf(message, seal)).toEqual({ fault: 'signature too old' });
  });

  it('S4: are wanted where keys are set, and absent where none are', () => {
    expect(sharedTrust('installation').sign(messages)).toEqual([]);
    expect(sharedTrust('reads').originOf(message, sealed())).toEqual({ process: undefined });
    const changing = trustOf('reads', { acceptUnsigned: true });
    expect(changing.originOf(message, undefined)).toEqual({ process: undefined });
    expect(changing.originOf(message, sealed())).toEqual({ process: 'installation' });
  });
});
