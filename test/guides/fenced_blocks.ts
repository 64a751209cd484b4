import { readFileSync } from 'node:fs';

/** The text of the first fenced block of a language after a heading of a page. Throws when there is none. */
export function fencedBlock(page: string, heading: string, language: string): string {
  const text = readFileSync(page, 'utf8');
  const at = text.search(new RegExp(`^#+ ${heading}$`, 'm'));
  const block = at < 0 ? undefined : new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'm').exec(text.slice(at));
  if (!block) throw new Error(`${page} has no ${language} block under "${heading}".`);
  return block[1] ?? '';
}
