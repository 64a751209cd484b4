import { Buffer } from 'node:buffer';
import { describe, expect, it } from '@jest/globals';
import { keyedTrusts, sharedTrust } from '../../test/support/trust.ts';
import type { CallCredentials } from './trust.ts';

describe('the token of a call between processes', () => {
  const clock = { time: 1_800_000_000_000, now: () => clock.time };
  const trustOf = keyedTrusts(clock);
  const seconds = (count: number) => void (clock.time += count * 1_000);
  const fromGateway = () => trustOf('gateway').credentials('reads');
  const RPC = 'reads/GetOperation';

  it('says who calls, and is signed again only after half a minute', () => {
    const gateway = trustOf('gateway');
    const first = gateway.credentials('reads');
    seconds(29);
    expect(gateway.credentials('reads')).toEqual(first);
    seconds(2);
    expect(gateway.credentials('reads')).not.toEqual(first);
    expect(trustOf('reads').callerCheck('reads')(gateway.credentials('reads'), RPC)).toEqual({ process: 'gateway' });
  });

  it('S4: is refused unless this service, this deployment and the signer fit', () => {
    const check = trustOf('reads').callerCheck('reads');
    const { signedToken = '' } = fromGateway();
    const [text = '', signature = ''] = signedToken.split('.');
    const claims = JSON.parse(Buffer.from(text, 'base64url').toString());
    const forged = Buffer.from(JSON.stringify({ ...claims, exp: claims.exp + 1 })).toString('base64url');
    const faults: [CallCredentials, string][] = [
      [{}, 'unsigned'],
      [{ sharedToken: 'token' }, 'unsigned'],
      [sharedTrust('gateway').credentials('reads'), 'unsigned'],
      [{ signedToken: 'x' }, 'malformed token'],
      [{ signedToken: `${forged}.${signature}` }, 'wrong signature'],
      [{ signedToken: `${text}.` }, 'wrong signature'],
      [keyedTrusts(clock)('gateway').credentials('reads'), 'wrong signature'],
      [trustOf('gateway').credentials('installation'), 'token for another service'],
      [trustOf('installation').credentials('reads'), 'installation may not call reads/GetOperation'],
      [trustOf('identity').credentials('reads'), 'identity may not call reads/GetOperation'],
    ];
    expect(faults.map(([given]) => check(given, RPC))).toEqual(faults.map(([, fault]) => ({ fault })));
  });

  it('S4: lasts a minute, and one more for clocks that differ, also when it was accepted before', () => {
    const check = trustOf('reads').callerCheck('reads');
    const token = fromGateway();
    expect(check(token, RPC)).toEqual({ process: 'gateway' });
    seconds(119);
    expect(check(token, RPC)).toEqual({ process: 'gateway' });
    seconds(2);
    expect(check(token, RPC)).toEqual({ fault: 'token expired, or the clocks of the machines differ' });
    const early = fromGateway();
    clock.time -= 61_000;
    expect(check(early, RPC)).toEqual({ fault: 'token expired, or the clocks of the machines differ' });
  });

  it('S4: while keys are introduced, processes with and without keys call each other', () => {
    const keyless = sharedTrust('gateway');
    const changing = (process: 'gateway' | 'reads') => trustOf(process, { acceptUnsigned: true });
    const open = { process: undefined };
    expect(changing('reads').callerCheck('reads')(keyless.credentials('reads'), RPC)).toEqual(open);
    expect(sharedTrust('reads').callerCheck('reads')(changing('gateway').credentials('reads'), RPC)).toEqual(open);
    expect(trustOf('reads').callerCheck('reads')(changing('gateway').credentials('reads'), RPC)).toEqual({
      process: 'gateway',
    });
    expect(changing('reads').callerCheck('reads')({ sharedToken: 'wrong' }, RPC)).toEqual({ fault: 'unsigned' });
  });
});
