import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureTools } from '../support/tools.ts';
import type { Page } from './chromium.ts';

type Violation = { id: string; help: string; html: string };

/** Every rule is run; only the violations are written out, because nobody reads what passed. */
const RUN = `axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) =>
  violations.flatMap(({ id, help, nodes }) => nodes.map(({ html }) => ({ id, help, html }))))`;

/** What axe finds wrong with the page as it is, one line each: WCAG 2.2 A and AA, and its best practices. */
export async function axeViolations(page: Page): Promise<string[]> {
  // Evaluated by the debugger, so the page's policy does not have to allow it; half a megabyte, so once a document.
  if (!(await page.evaluate(`typeof axe === 'object'`))) await page.evaluate(`${source()}; undefined`);
  // Only the lines leave the page: Playwright takes seconds to read all that axe reports, each time.
  const violations = (await page.evaluate(RUN)) as Violation[];
  return violations.map(({ id, help, html }) => `${id}: ${help}: ${html.slice(0, 160)}`);
}

function source(): string {
  return readFileSync(join(ensureTools(), 'node_modules/axe-core/axe.min.js'), 'utf8');
}
