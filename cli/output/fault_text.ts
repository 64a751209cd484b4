import type { FileFault } from '../../connectors/engine/check/check.ts';

const AROUND = 1;

/** Formats one fault for a terminal: place, detail, the lines around it, and a hint if there is one. */
export function faultText(file: string, text: string, { line, path, detail, hint }: FileFault): string {
  const lines = text.split('\n');
  const first = Math.max(1, line - AROUND);
  const last = Math.min(lines.length, line + AROUND);
  const width = String(last).length;
  const excerpt = lines
    .slice(first - 1, last)
    .map((content, i) => `  ${first + i === line ? '>' : ' '} ${String(first + i).padStart(width)} | ${content}`);
  const said = `${file}:${line}: ${path ? `${path}: ` : ''}${detail}`;
  return `${[said, ...excerpt, ...(hint ? [`    ${hint}`] : [])].join('\n')}\n`;
}
