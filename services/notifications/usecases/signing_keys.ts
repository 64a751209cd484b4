import type { Sealer } from '../../../lib/crypto/sealer.ts';
import { sealContext, type Destination, type OldKey } from '../domain/destination.ts';

/** Every secret that signs for a destination at a moment: the current one first, then those still in their overlap. */
export function signingSecrets(destination: Destination, sealer: Sealer, now: number): string[] {
  const live = destination.oldKeys.filter(({ expireTime }) => expireTime > now).map(({ sealedKey }) => sealedKey);
  return [destination.sealedKey, ...live].map((sealedKey) => sealer.open(sealedKey, sealContext(destination)));
}

/** Old keys as they stand after the current one is replaced. */
export function retireKey({ sealedKey, oldKeys }: Destination, now: number, overlapMs: number): OldKey[] {
  return [{ sealedKey, expireTime: now + overlapMs }, ...oldKeys.filter(({ expireTime }) => expireTime > now)];
}
