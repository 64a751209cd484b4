import { systemClock } from '../../lib/time/clock.ts';
import type { ProcessName } from '../../lib/trust/arrows.ts';
import { newProcessKeys } from '../../lib/trust/process_keys.ts';
import { createTrust, type ProcessTrust, type TrustOptions } from '../../lib/trust/trust.ts';

/** The trust of a process without keys, as in a deployment that has only a shared token. */
export function sharedTrust(process: ProcessName, token = 'token'): ProcessTrust {
  return createTrust({ process, token }, systemClock);
}

/** Returns a function that makes the trust of each process in a deployment with keys. */
export function keyedTrusts(clock = systemClock): (process: ProcessName, more?: Partial<TrustOptions>) => ProcessTrust {
  const { privateKeys, publicKeys } = newProcessKeys();
  return (process, more = {}) =>
    createTrust(
      { process, token: 'token', key: privateKeys[process], publicKeys: publicKeys.split(','), ...more },
      clock,
    );
}
