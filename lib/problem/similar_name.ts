/**
 * The known name for which `text` is probably a misspelling: at most two typing errors, and in less than half of the
 * letters of `text`.
 */
export function similarName(text: string, known: readonly string[]): string | undefined {
  const lower = text.toLowerCase();
  const differs = letterCheck(lower);
  const near = known
    .filter((name) => !differs(name.toLowerCase()))
    .map((name) => ({ name, errors: typingErrors(name.toLowerCase(), lower) }))
    .filter(({ errors }) => errors <= 2 && errors * 2 < text.length)
    .sort((a, b) => a.errors - b.errors);
  return near[0]?.name;
}

/**
 * A quick check that excludes most names before the slow comparison. A typing error adds or removes at most one letter.
 * So a name with three letters that `text` does not have is too different, and so is a name that lacks three letters of
 * `text`. Letters are counted by the last byte of their code.
 */
function letterCheck(text: string): (name: string) => boolean {
  const own = new Int16Array(256);
  for (let i = 0; i < text.length; i += 1) own[text.charCodeAt(i) & 255] = (own[text.charCodeAt(i) & 255] ?? 0) + 1;
  return (name) => {
    // Comparing the lengths costs nothing and excludes most names.
    if (Math.abs(name.length - text.length) > 2) return true;
    const left = own.slice();
    let common = 0;
    for (let i = 0; i < name.length; i += 1) {
      const letter = name.charCodeAt(i) & 255;
      const count = left[letter] ?? 0;
      if (count > 0) common += 1;
      left[letter] = count - 1;
    }
    return Math.max(name.length, text.length) - common > 2;
  };
}

/** The number of letters inserted, left out, replaced, or swapped with the next one (optimal string alignment). */
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
