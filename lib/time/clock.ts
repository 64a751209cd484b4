/** Now, in Unix milliseconds. Injected everywhere, so a test can hold it still. */
export type Clock = { now(): number };

export const systemClock: Clock = { now: () => Date.now() };
