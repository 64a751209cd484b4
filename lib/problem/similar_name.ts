/** The known name that a text was probably meant to be: it has at most two typing errors, and is mostly right. */
export function similarName(text: string, known: readonly string[]): string | undefined {
  const near = known
    .map((name) => ({ name, errors: typingErrors(name.toLowerCase(), text.toLowerCase()) }))
    .filter(({ errors }) => errors <= 2 && errors * 2 < text.length)
    .sort((a, b) => a.errors - b.errors);
  return near[0]?.name;
}

/** Letters inserted, left out, replaced, or swapped with the next one (optimal string alignment). */
function typingErrors(a: string, b: string): number {
  if (Math.abs(a.length - b.length) > 2) return 3;
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, j) => j)];
  const at = (i: number, j: number) => rows[i]?.[j] ?? 0;
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    rows.push(row);
    for (let j = 1; j <= b.length; j += 1) {
      const replaced = at(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const swapped = isSwapped ? at(i - 2, j - 2) + 1 : replaced;
      row.push(Math.min(replaced, swapped, at(i - 1, j) + 1, at(i, j - 1) + 1));
    }
  }
  return at(a.length, b.length);
}
