/**
 * The secrets in metadata, as the custom headers of a webhook, are kept like signing keys: stored sealed, and shown only
 * together with the signing key. Elsewhere each value is the mask (show_metadata.ts). A request that sends the mask back
 * keeps the stored value (stored_secrets.ts), so a whole resource can be sent back.
 *
 * Version 0.1.0 stored headers in clear in the metadata, and still does while an upgrade is rolling. So secrets in the
 * metadata are newer than sealed ones.
 */
import type { Sealer } from '../../../../lib/crypto/sealer.ts';
import { parseJson, stringifyJson, type Json, type JsonObject } from '../../../../lib/json/json.ts';
import type { Destination } from '../domain/destination.ts';
import type { DestinationDriver } from '../domain/destination_driver.ts';

type Row = Pick<Destination, 'projectId' | 'id'>;
type Stored = Row & Pick<Destination, 'metadata' | 'sealedSecrets'>;
type Sealed = Required<Pick<Destination, 'metadata' | 'sealedSecrets'>>;
type Secrets = Pick<DestinationDriver['secrets'], 'key'>;

/** Metadata as it is stored: without secrets, and the secrets sealed. */
export function sealMetadata(metadata: JsonObject, row: Row, { key }: Secrets, sealer: Sealer): Sealed {
  const { [key]: secrets, ...open } = metadata;
  const isEmpty = Object.keys(secrets ?? {}).length === 0;
  return {
    metadata: open,
    sealedSecrets: isEmpty ? null : sealer.seal(stringifyJson(secrets as Json), sealContext(row)),
  };
}

/** The metadata with its secrets, as the driver takes it. */
export function openMetadata(destination: Stored, { key }: Secrets, sealer: Sealer): JsonObject {
  const { metadata, sealedSecrets } = destination;
  if (metadata[key] || !sealedSecrets) return metadata;
  return { ...metadata, [key]: parseJson(sealer.open(sealedSecrets, sealContext(destination))) };
}

/** Binds the ciphertext to its row. It says headers, because those were the first secrets that were sealed. */
function sealContext({ projectId, id }: Row): string {
  return `destinations|${projectId}|${id}|headers`;
}
