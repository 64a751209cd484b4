import type { Readable } from 'node:stream';

/** The output of a command: `out` takes the result, `err` messages. */
export type Output = { out(text: string): void; err(text: string): void };

/**
 * Output for a result that Causeway did not write, such as a proxied response. `stream` writes the bytes of `body` as
 * they arrive, and rejects when `body` breaks off.
 */
export type StreamOutput = Output & { stream(body: Readable): Promise<void> };

/** Sets the exit code (../main.ts lists the codes). The highest code of a run wins. */
export type End = (code: 0 | 1 | 2) => void;
