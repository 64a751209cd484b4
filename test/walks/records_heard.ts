/** The records in what `causeway listen` printed, without repeated messages, and the number of refused messages. */
export function recordsHeard(output: string): { records: number; refused: number } {
  const lines = output.split('\n');
  const verified = lines.filter((line) => / {2}verified {2}/.test(line) && !line.endsWith('  again'));
  const counts = verified.map((line) => Number(/ (\d+) records/.exec(line)?.[1] ?? 0));
  return {
    records: counts.reduce((sum, count) => sum + count, 0),
    refused: lines.filter((line) => / {2}REFUSED {2}/.test(line)).length,
  };
}
