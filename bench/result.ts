/** What a bench answers. `ratio` is ours over the floor's throughput, or, where less is better, the allowed over ours. */
export type BenchResult = { ratio: number; [figure: string]: unknown };
