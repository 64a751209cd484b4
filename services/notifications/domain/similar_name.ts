/** The known name that a text was probably meant to be: at most two letters differ, and most letters agree. */
export function similarName(text: string, known: readonly string[]): string | undefined {
  const near = known
    .map((name) => ({ name, distance: distance(name.toLowerCase(), text.toLowerCase()) }))
    .filter((one) => one.distance <= 2 && one.distance * 2 < text.length)
    .sort((a, b) => a.distance - b.distance);
  return near[0]?.name;
}

/** Letters to insert, delete or replace (Levenshtein). 3 for any greater distance of lengths. */
function distance(a: string, b: string): number {
  if (Math.abs(a.length - b.length) > 2) return 3;
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const replaced = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 3;
}
