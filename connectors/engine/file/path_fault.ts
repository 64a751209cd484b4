/** One fault of a provider file: its path as a list of keys, what is wrong, and a hint how to fix it. */
export type PathFault = { keys: string[]; detail: string; hint?: string };
