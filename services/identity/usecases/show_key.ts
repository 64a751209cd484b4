import { maskedApiKey } from '../../../lib/crypto/api_key.ts';
import type { Sealer } from '../../../lib/crypto/sealer.ts';
import { sealContext, type ApiKey, type ShownApiKey } from '../domain/api_key.ts';

export type ShowKey = (apiKey: ApiKey) => ShownApiKey;

/** Opens a key's value for whoever may list keys; with `masked`, shows only enough to tell keys apart. */
export function makeShowKey(sealer: Sealer, { masked }: { masked: boolean }): ShowKey {
  return (apiKey) => {
    const key = sealer.open(apiKey.sealedKey, sealContext(apiKey));
    return { ...apiKey, key: masked ? maskedApiKey(key) : key };
  };
}
