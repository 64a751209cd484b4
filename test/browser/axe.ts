import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureTools } from '../support/tools.ts';
import type { Page } from './chromium.ts';

type Found = { violations: { id: string; help: string; nodes: { html: string }[] }[] };

/** What axe finds wrong with the page as it is, one line each: WCAG 2.2 A and AA, and its best practices. */
export async function axeViolations(page: Page): Promise<string[]> {
  const source = readFileSync(join(ensureTools(), 'node_modules/axe-core/axe.min.js'), 'utf8');
  // Evaluated by the debugger, so the page's policy does not have to allow it.
  const { violations } = (await page.evaluate(`(async () => { ${source}; return axe.run(document); })()`)) as Found;
  return violations.flatMap(({ id, help, nodes }) => nodes.map(({ html }) => `${id}: ${help}: ${html.slice(0, 160)}`));
}
