import { createBuilderTokens, newSigningKey, type BuilderTokens } from '../../../../lib/crypto/builder_token.ts';
import type { Sealer } from '../../../../lib/crypto/sealer.ts';
import type { Clock } from '../../../../lib/time/clock.ts';
import type { IssuerKeyStore } from '../domain/issuer_key.ts';

type Stores = { issuerKeys: IssuerKeyStore };
type Deps = { stores: Stores; sealer: Sealer; clock: Clock };

/** The associated data of the sealed key; it binds the ciphertext to its row. */
const CONTEXT = 'issuer_keys|current';

/** The platform's own issuer. Replicas that start together all use the key that was stored first. */
export async function openOwnTokens({ stores, sealer, clock }: Deps): Promise<BuilderTokens> {
  if (!(await stores.issuerKeys.find()))
    await stores.issuerKeys.insert(sealer.seal(newSigningKey(), CONTEXT), clock.now());
  return createBuilderTokens(sealer.open((await stores.issuerKeys.find()) ?? '', CONTEXT));
}
