import { Buffer } from 'node:buffer';
import { describe, expect, it } from '@jest/globals';
import { promise } from '../../test/support/promise.ts';
import { keyedTrusts, sharedTrust } from '../../test/support/trust.ts';
import { createTrust, type ProcessTrust } from './trust.ts';

const HEAD = Buffer.from('{"method":"GET","target":"/me","installationId":"i"}').toString('base64url');
const OTHER = Buffer.from('{"method":"DELETE","target":"/me","installationId":"i"}').toString('base64url');

describe('the token of a request that is handed over', () => {
  const clock = { time: 1_800_000_000_000, now: () => clock.time };
  const seconds = (count: number) => void (clock.time += count * 1_000);
  const trustOf = keyedTrusts(clock);
  const shared = (token: string) => (process: 'gateway' | 'writes') => createTrust({ process, token }, clock);
  const EXPIRED = { fault: 'token expired, or the clocks of the machines differ' };

  describe.each<[string, (process: 'gateway' | 'writes') => ProcessTrust]>([
    ['with keys', trustOf],
    ['without keys', shared('token')],
  ])('%s', (_name, make) => {
    it('says who signed', () => {
      const token = make('gateway').handOver.sign(HEAD);
      expect(make('writes').handOver.check(HEAD, token)).toEqual({ process: 'gateway' });
    });

    it('is bound to the whole head', () => {
      const token = make('gateway').handOver.sign(HEAD);
      const writes = make('writes').handOver;
      for (const head of [OTHER, `${HEAD}A`, HEAD.slice(0, -1), ''])
        expect(writes.check(head, token)).toEqual({ fault: 'wrong signature' });
      // A refused one does not use it up.
      expect(writes.check(HEAD, token)).toEqual({ process: 'gateway' });
    });

    it('is remembered for as long as it would be good, however many others come', () => {
      const gateway = make('gateway').handOver;
      const writes = make('writes').handOver;
      const token = gateway.sign(HEAD);
      writes.check(HEAD, token);
      seconds(110);
      for (let others = 0; others < 1_100; others += 1)
        expect(writes.check(HEAD, gateway.sign(HEAD))).toEqual({ process: 'gateway' });
      expect(writes.check(HEAD, token)).toEqual({ fault: 'token used before' });
      seconds(11);
      expect(writes.check(HEAD, token)).toEqual(EXPIRED);
    });

    it('lasts a minute, and one more for clocks that differ', () => {
      const token = make('gateway').handOver.sign(HEAD);
      const late = make('gateway').handOver.sign(HEAD);
      seconds(119);
      expect(make('writes').handOver.check(HEAD, token)).toEqual({ process: 'gateway' });
      seconds(2);
      expect(make('writes').handOver.check(HEAD, late)).toEqual(EXPIRED);
      const early = make('gateway').handOver.sign(HEAD);
      clock.time -= 61_000;
      expect(make('writes').handOver.check(HEAD, early)).toEqual(EXPIRED);
      clock.time += 61_000;
    });

    it('is refused when it is no token, or changed', () => {
      const [text = '', signature = ''] = make('gateway').handOver.sign(HEAD).split('.');
      const claims = JSON.parse(Buffer.from(text, 'base64url').toString()) as { exp: number };
      const written = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
      const check = (token: string) => make('writes').handOver.check(HEAD, token);
      for (const token of ['', '.', 'x', `${written(null)}.x`, `${written({ ...claims, sub: 'nobody' })}.${signature}`])
        expect([token, check(token)]).toEqual([token, { fault: 'malformed token' }]);
      for (const token of [
        `${text}.`,
        text,
        `${text}.x`,
        `${written({ ...claims, exp: claims.exp + 1 })}.${signature}`,
      ])
        expect([token, check(token)]).toEqual([token, { fault: 'wrong signature' }]);
    });
  });

  promise('is good once for a receiver, and each request has its own', { without: 'tokenTakenTwice' }, async () => {
    for (const make of [trustOf, shared('token')]) {
      const gateway = make('gateway').handOver;
      const writes = make('writes').handOver;
      const [first, second] = [gateway.sign(HEAD), gateway.sign(HEAD)];
      expect(second).not.toBe(first);
      expect(writes.check(HEAD, first)).toEqual({ process: 'gateway' });
      expect(writes.check(HEAD, first)).toEqual({ fault: 'token used before' });
      expect(writes.check(HEAD, second)).toEqual({ process: 'gateway' });
      expect(make('writes').handOver.check(HEAD, first)).toEqual({ process: 'gateway' });
    }
  });

  it('is refused with the key of another process, or of another deployment', () => {
    const [text = '', signature = ''] = trustOf('reads').handOver.sign(HEAD).split('.');
    const claims = JSON.parse(Buffer.from(text, 'base64url').toString()) as object;
    const asGateway = Buffer.from(JSON.stringify({ ...claims, sub: 'gateway' })).toString('base64url');
    const writes = trustOf('writes').handOver;
    expect(writes.check(HEAD, `${asGateway}.${signature}`)).toEqual({ fault: 'wrong signature' });
    expect(writes.check(HEAD, keyedTrusts(clock)('gateway').handOver.sign(HEAD))).toEqual({ fault: 'wrong signature' });
    // Who signed is said as it is: the port lets in the gateway only.
    expect(writes.check(HEAD, trustOf('reads').handOver.sign(HEAD))).toEqual({ process: 'reads' });
  });

  it('is refused with another shared token, and between processes with and without keys', () => {
    const fault = { fault: 'wrong signature' };
    expect(shared('token')('writes').handOver.check(HEAD, shared('other')('gateway').handOver.sign(HEAD))).toEqual(
      fault,
    );
    expect(trustOf('writes').handOver.check(HEAD, shared('token')('gateway').handOver.sign(HEAD))).toEqual(fault);
    expect(sharedTrust('writes').handOver.check(HEAD, trustOf('gateway').handOver.sign(HEAD))).toEqual(fault);
  });

  it('holds between processes with and without keys while keys are introduced, and not afterwards', () => {
    const changing = (process: 'gateway' | 'writes') => trustOf(process, { acceptUnsigned: true }).handOver;
    const keyless = (process: 'gateway' | 'writes') => shared('token')(process).handOver;
    const keyed = (process: 'gateway' | 'writes') => trustOf(process).handOver;
    const goes = (from: typeof keyed, to: typeof keyed) => to('writes').check(HEAD, from('gateway').sign(HEAD));
    for (const [from, to] of [
      [keyless, changing],
      [changing, keyless],
      [changing, keyed],
      [keyed, changing],
    ] as const)
      expect(goes(from, to)).toEqual({ process: 'gateway' });
    for (const [from, to] of [
      [keyless, keyed],
      [keyed, keyless],
    ] as const)
      expect(goes(from, to)).toEqual({ fault: 'wrong signature' });
  });
});
