import { plain } from './plain_text.ts';

/** Rows as aligned columns below their titles. The last column may be long, so it is not padded. */
export function table(titles: readonly string[], rows: readonly (readonly string[])[]): string {
  const all = [titles, ...rows].map((row) => row.map((cell) => plain(cell).replaceAll('\n', ' ')));
  const widths = titles.map((_title, i) => Math.max(...all.map((row) => row[i]?.length ?? 0)));
  return all
    .map(
      (row) =>
        `${row
          .map((cell, i) => cell.padEnd(widths[i] ?? 0))
          .join('  ')
          .trimEnd()}\n`,
    )
    .join('');
}
