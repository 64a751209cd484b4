export type DiffLine = { sign: ' ' | '+' | '-'; text: string };

/** The max size of the comparison table. Larger texts are not compared: all lines are removed and added. */
const MAX_CELLS = 4_000_000;

/**
 * The fewest lines to remove and to add that turn `before` into `after`. For larger texts than MAX_CELLS allows, all
 * lines are removed and added, because the table for the comparison would need too much memory.
 */
export function diffLines(before: readonly string[], after: readonly string[]): DiffLine[] {
  if (before.length * after.length > MAX_CELLS)
    return [
      ...before.map((text): DiffLine => ({ sign: '-', text })),
      ...after.map((text): DiffLine => ({ sign: '+', text })),
    ];
  const width = after.length + 1;
  // common[i * width + j]: the length of the longest common subsequence of before[i…] and after[j…].
  const common = new Uint32Array((before.length + 1) * width);
  const at = (i: number, j: number) => common[i * width + j] ?? 0;
  for (let i = before.length - 1; i >= 0; i -= 1)
    for (let j = after.length - 1; j >= 0; j -= 1)
      common[i * width + j] = before[i] === after[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  const lines: DiffLine[] = [];
  let [i, j] = [0, 0];
  while (i < before.length || j < after.length) {
    const [old, fresh] = [before[i], after[j]];
    if (old !== undefined && old === fresh) {
      lines.push({ sign: ' ', text: old });
      i += 1;
      j += 1;
    } else if (old !== undefined && (fresh === undefined || at(i + 1, j) >= at(i, j + 1))) {
      lines.push({ sign: '-', text: old });
      i += 1;
    } else {
      lines.push({ sign: '+', text: fresh ?? '' });
      j += 1;
    }
  }
  return lines;
}
