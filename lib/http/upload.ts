import { Buffer } from 'node:buffer';
import { Readable } from 'node:stream';
import { OutboundError, RequestTooLarge } from './outbound_error.ts';

/**
 * Sends the body of a streamed request. It reads the caller's stream as fast as the connection takes the bytes, and
 * never destroys the stream: the stream may be the request of an HTTP server, and destroying this request would close
 * the socket of the answer.
 */
export type BodyUpload = {
  /** The bytes that are written to the connection. */
  body: Readable | Uint8Array | null;
  /**
   * Stops reading the caller's stream. Does not end `body`, so that the target does not take a partial body for a
   * complete one.
   */
  cease(): void;
  /** Does what `cease` does, and also destroys `body`. */
  stop(): void;
};

type UploadLimits = {
  /** The Content-Length of the request, in bytes; undefined for a chunked body. */
  declared: number | undefined;
  maxBytes: number;
};

/**
 * `onFault` is called at most once: with RequestTooLarge before a byte beyond the limit is passed on, or with
 * OutboundError 'aborted' when the source breaks off, fails, or is not as long as declared. Throws RequestTooLarge when
 * the length is known and too large.
 */
export function startUpload(
  source: Readable | Uint8Array | null,
  limits: UploadLimits,
  onFault: (fault: OutboundError) => void,
): BodyUpload {
  const known = source instanceof Readable ? limits.declared : source?.byteLength;
  if (known !== undefined && known > limits.maxBytes) throw new RequestTooLarge(limits.maxBytes);
  if (source instanceof Readable) return relayBody(source, limits, onFault);
  return { body: source, cease: () => undefined, stop: () => undefined };
}

function relayBody(
  source: Readable,
  { declared, maxBytes }: UploadLimits,
  onFault: (fault: OutboundError) => void,
): BodyUpload {
  let taken = 0;

  function take(chunk: Uint8Array | string): void {
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
    taken += bytes.byteLength;
    if (taken > maxBytes) fail(new RequestTooLarge(maxBytes));
    else if (!body.push(bytes)) source.pause();
  }

  function end(): void {
    if (declared !== undefined && taken !== declared) return cut(new Error(`It has ${taken} of ${declared} bytes.`));
    cease();
    body.push(null);
  }

  function cut(why: unknown = new Error('The body of the request was cut off.')): void {
    fail(new OutboundError('aborted', why));
  }

  function fail(fault: OutboundError): void {
    cease();
    onFault(fault);
  }

  const onClose = () => cut();

  function cease(): void {
    source.off('data', take).off('end', end).off('error', cut).off('close', onClose);
    source.pause();
  }

  const body = new Readable({
    read() {
      if (source.readableEnded) end();
      else if (source.destroyed) cut(source.errored ?? undefined);
      else source.resume();
    },
  });
  // The connection removes its own listener when it ends, and an error without a listener ends the process.
  body.on('error', () => undefined);
  source.pause(); // paused until the connection reads from the body
  source.on('data', take).on('end', end).on('error', cut).on('close', onClose);
  return {
    body,
    cease,
    stop() {
      cease();
      body.destroy();
    },
  };
}
