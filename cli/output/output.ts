import type { Readable } from 'node:stream';

/** The output of a command: `out` takes the result, `err` messages. */
export type Output = { out(text: string): void; err(text: string): void };

/**
 * Output for a result that Causeway did not write, such as a proxied response. `stream` writes the bytes of `body` as
 * they arrive, and rejects when `body` breaks off.
 */
export type StreamOutput = Output & { stream(body: Readable): Promise<void> };

/** Sets the exit code: 0 success, 1 a fault was found or a call failed, 2 bad arguments. The highest code wins. */
export type End = (code: 0 | 1 | 2) => void;
