import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { assetPath } from '../lib/assets/asset_path.ts';

/**
 * `npm run new:migration -- <service> <what_it_does>`: creates a migration file with the next number, and lists it in
 * migrations.ts.
 */
const [service = '', what = ''] = process.argv.slice(2);
const services = readdirSync(assetPath('services'));
if (!services.includes(service) || !/^[a-z][a-z0-9_]*$/.test(what)) {
  process.stderr.write(`Usage: npm run new:migration -- <${services.join('|')}> <what_it_does>\n`);
  process.exit(2);
}
const folder = assetPath(join('services', service, 'migrations'));
const name = `${nextNumber(folder)}_${what}`;
const symbol = what.replace(/_(.)/g, (_match, letter: string) => letter.toUpperCase());
writeFileSync(join(folder, `${name}.ts`), step(), { flag: 'wx' });
writeFileSync(join(folder, 'migrations.ts'), listed(readFileSync(join(folder, 'migrations.ts'), 'utf8')));
process.stdout.write(`services/${service}/migrations/${name}.ts: write one change up, and the same change down.\n`);

function nextNumber(path: string): string {
  const numbers = readdirSync(path)
    .map((file) => Number.parseInt(file, 10))
    .filter(Number.isInteger);
  return String(Math.max(0, ...numbers) + 1).padStart(4, '0');
}

function step(): string {
  return `import type { Migration } from '../../../lib/db/migrate.ts';

/** Say why this column, table or index exists. */
export const ${symbol}: Migration = {
  name: '${name}',
  async up(db) {
    await db.schema.alterTable('', () => {});
  },
  async down(db) {
    await db.schema.alterTable('', () => {});
  },
};
`;
}

/** Adds the import after the last import, and the migration at the end of the list. */
function listed(source: string): string {
  const lastImport = source.lastIndexOf('import ');
  const afterImports = source.indexOf('\n', lastImport) + 1;
  const withImport = `${source.slice(0, afterImports)}import { ${symbol} } from './${name}.ts';\n${source.slice(afterImports)}`;
  return withImport.replace(
    /,?(\s*)\];\s*$/,
    (_match, space: string) => `,${space || ' '}${space ? '  ' : ''}${symbol}${space ? ',' : ''}${space}];\n`,
  );
}
