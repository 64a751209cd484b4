import { Buffer } from 'node:buffer';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** A body that flows through once, and can be sent again while all of it is still in memory. */
export type RepeatableBody = {
  /** For the first try. */
  stream: Readable;
  /** The whole body once it has flowed through; undefined while it flows, and when it is larger than what is held. */
  whole(): Uint8Array | undefined;
};

/** Keeps a body of up to `maxBytes`; of a larger one nothing. */
export function holdBody(body: Readable, maxBytes: number): RepeatableBody {
  let held: Uint8Array[] | undefined = [];
  let size = 0;
  let isWhole = false;
  const stream = new Transform({
    transform(chunk: Uint8Array, _encoding, done) {
      size += chunk.length;
      if (size > maxBytes) held = undefined;
      held?.push(chunk);
      done(null, chunk);
    },
    flush(done) {
      isWhole = true;
      done();
    },
  });
  // A broken upload destroys the stream with its error, which whoever reads it reports.
  pipeline(body, stream).catch(() => {});
  return { stream, whole: () => (isWhole && held ? Buffer.concat(held) : undefined) };
}
