import { maskedApiKey } from '../../../../lib/crypto/api_key.ts';
import type { Sealer } from '../../../../lib/crypto/sealer.ts';
import { sealContext, type ApiKey, type ShownApiKey } from '../domain/api_key.ts';

export type ShowKey = (apiKey: ApiKey) => ShownApiKey;

/** A key's value for callers that may list keys; with `masked`, only enough to distinguish keys. */
export function makeShowKey(sealer: Sealer, { masked }: { masked: boolean }): ShowKey {
  return (apiKey) => {
    const key = sealer.open(apiKey.sealedKey, sealContext(apiKey));
    return { ...apiKey, key: masked ? maskedApiKey(key) : key };
  };
}
