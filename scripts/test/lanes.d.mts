export type Job = { name: string; needs?: string[] };
export function runInLanes<J extends Job>(jobs: J[], lanes: number, run: (job: J) => Promise<unknown>): Promise<void>;
