/** Where a command writes: what was asked for, and what is said about it. */
export type Output = { out(text: string): void; err(text: string): void };

/** Tells the exit code: 0 well, 1 something is wrong with what was looked at, 2 called wrongly. The highest wins. */
export type End = (code: 0 | 1 | 2) => void;
