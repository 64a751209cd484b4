import { readFileSync } from 'node:fs';

/** The text of the first fenced block of a language after a heading of a page. Throws when there is none. */
export function fencedBlock(page: string, heading: string, language: string): string {
  const text = readFileSync(page, 'utf8');
  const at = text.search(new RegExp(`^#+ ${heading}$`, 'm'));
  const block = at < 0 ? undefined : new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'm').exec(text.slice(at));
  if (!block) throw new Error(`${page} has no ${language} block under "${heading}".`);
  return block[1] ?? '';
}

/**
 * The `sh` blocks of a page in their order. Lines that assign one of `values` (`KEY=…`) get that value, because a reader
 * fills these in too. Throws if the page does not assign one of them.
 */
export function shellBlocks(page: string, values: Record<string, string>): string[] {
  let text = readFileSync(page, 'utf8');
  for (const [name, value] of Object.entries(values)) {
    const assignment = new RegExp(`^${name}=.*$`, 'm');
    if (!assignment.test(text)) throw new Error(`${page} does not assign ${name}.`);
    text = text.replace(assignment, () => `${name}='${value}'`);
  }
  return [...text.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, block = '']) => block);
}
