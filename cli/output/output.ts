import type { Readable } from 'node:stream';

/** Where a command writes: `out` gets the result, `err` the messages. */
export type Output = { out(text: string): void; err(text: string): void };

/** For a result that is not our own text: `stream` writes its bytes as they come, and rejects when they break off. */
export type StreamOutput = Output & { stream(body: Readable): Promise<void> };

/** Sets the exit code: 0 success, 1 a fault was found or a call failed, 2 bad arguments. The highest code wins. */
export type End = (code: 0 | 1 | 2) => void;
