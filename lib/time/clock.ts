/** The current time in Unix milliseconds. It is injected everywhere, so that tests control it. */
export type Clock = { now(): number };

export const systemClock: Clock = { now: () => Date.now() };
