import type { Sealer } from '../../../../lib/crypto/sealer.ts';
import { sealContext, type Destination, type OldKey } from '../domain/destination.ts';

/** The active signing secrets of a destination: the current one first, then rotated ones within their overlap. */
export function signingSecrets(destination: Destination, sealer: Sealer, now: number): string[] {
  const live = destination.oldKeys.filter(({ expireTime }) => expireTime > now).map(({ sealedKey }) => sealedKey);
  return [destination.sealedKey, ...live].map((sealedKey) => sealer.open(sealedKey, sealContext(destination)));
}

/** The rotated keys after the current one is replaced. */
export function retireKey({ sealedKey, oldKeys }: Destination, now: number, overlapMs: number): OldKey[] {
  return [{ sealedKey, expireTime: now + overlapMs }, ...oldKeys.filter(({ expireTime }) => expireTime > now)];
}
