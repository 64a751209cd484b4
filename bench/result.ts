/**
 * The result of a bench. `ratio` is our throughput over the floor's; where less is better, the allowed value over ours.
 */
export type BenchResult = { ratio: number; [figure: string]: unknown };
