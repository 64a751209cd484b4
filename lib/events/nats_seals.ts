import type { MsgHdrs } from 'nats';
import nats from 'nats';
import type { Seal } from '../trust/signed_batches.ts';

/** The headers that carry the seal of a message (lib/trust). Versions without signatures ignore them. */
const BATCH = 'Causeway-Batch';
const SIGNATURE = 'Causeway-Signature';

/** Returns undefined without a seal. */
export function headersOf(seal: Seal | undefined): MsgHdrs | undefined {
  if (!seal) return undefined;
  const headers = nats.headers();
  headers.set(BATCH, seal.batch);
  headers.set(SIGNATURE, seal.signature);
  return headers;
}

export function sealIn(headers: MsgHdrs | undefined): Seal | undefined {
  const [batch, signature] = [headers?.get(BATCH), headers?.get(SIGNATURE)];
  return batch && signature ? { batch, signature } : undefined;
}

/** The maximum size of a message's headers, in bytes: the seal, the message id and the names of the headers. */
export const HEADER_BYTES = 1_536;
