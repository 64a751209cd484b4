import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { SERVICES } from '../../lib/trust/arrows.ts';
import { tablesOf } from './tables_of.ts';

describe.each(SERVICES)('services/%s/README.md', (service) => {
  it('lists exactly the tables of the schema', async () => {
    expect(tablesListed(readFileSync(`services/${service}/README.md`, 'utf8'))).toEqual(await tablesOf(service));
  });
});

/** The names in backticks below the bullet "Tables". Paths and RPCs contain other characters, so they don't match. */
function tablesListed(page: string): string[] {
  const [, bullet = ''] = /\n- \*\*Tables:?\*\*([\s\S]*?)\n- \*\*/.exec(page) ?? [];
  return [...bullet.matchAll(/`([a-z_]+)`/g)].map(([, name]) => name!).sort();
}
