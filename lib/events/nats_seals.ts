import type { MsgHdrs } from 'nats';
import nats from 'nats';
import type { BatchSeal } from '../trust/signed_batches.ts';

/** The headers that carry the seal of a message (lib/trust). Versions without signatures ignore them. */
const BATCH_HEADER = 'Causeway-Batch';
const SIGNATURE_HEADER = 'Causeway-Signature';

/** Returns undefined without a seal. */
export function headersOf(seal: BatchSeal | undefined): MsgHdrs | undefined {
  if (!seal) return undefined;
  const headers = nats.headers();
  headers.set(BATCH_HEADER, seal.batch);
  headers.set(SIGNATURE_HEADER, seal.signature);
  return headers;
}

export function sealIn(headers: MsgHdrs | undefined): BatchSeal | undefined {
  const [batch, signature] = [headers?.get(BATCH_HEADER), headers?.get(SIGNATURE_HEADER)];
  return batch && signature ? { batch, signature } : undefined;
}

/** The maximum size of a message's headers, in bytes: the seal, the message id and the names of the headers. */
export const HEADER_BYTES = 1_536;
