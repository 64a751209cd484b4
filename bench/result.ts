/**
 * The result of a bench. `ratio` is our throughput over the floor's; where less is better, the allowed value over ours.
 * `failures` says in sentences what failed meanwhile: a figure of work that failed is none. Names that end in `ratio`,
 * `ratios` or `PerSecond` are of figures that are above 0 when anything worked.
 */
export type BenchResult = { ratio: number; failures: readonly string[]; [figure: string]: unknown };

const MUST_BE_POSITIVE = /(^r|R)atios?$|PerSecond$/;

/** What makes a result void, one sentence each. */
export function faultsOf(result: BenchResult): string[] {
  return [...result.failures, ...figureFaults(result)];
}

function figureFaults(value: object, path = '', isPositive = false): string[] {
  return Object.entries(value).flatMap(([name, figure]) => {
    const place = path ? `${path}.${name}` : name;
    const mustBePositive = isPositive || MUST_BE_POSITIVE.test(name);
    if (typeof figure === 'object' && figure !== null) return figureFaults(figure, place, mustBePositive);
    if (typeof figure !== 'number' || (Number.isFinite(figure) && (figure > 0 || !mustBePositive))) return [];
    return [`The figure ${place} is ${figure}.`];
  });
}
