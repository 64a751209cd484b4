// `npm run gen:openapi`: generates the TypeScript types of gateway/openapi.yaml. They are committed, so that a clone
// compiles without this script.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';

const tool = 'test/tools/node_modules/.bin/openapi-typescript';
if (!existsSync(tool)) spawnSync('npm', ['ci', '--prefix', 'test/tools'], { stdio: 'inherit' });
// The examples of parameters are removed, because the types do not need them. The enums are closed, so that a value
// that the document does not list fails to compile; web/api/contract.ts opens the types for the pages, which read
// answers of newer servers.
const dir = mkdtempSync(join(tmpdir(), 'causeway-openapi-'));
const document = join(dir, 'openapi.yaml');
writeFileSync(
  document,
  readFileSync('gateway/openapi.yaml', 'utf8')
    .replace(/(in: path, required: true,) example: [^,]+,/g, '$1')
    .replaceAll('x-extensible-enum: ', 'enum: '),
);
const args = [document, '--empty-objects-unknown', '-o', 'gateway/gen/openapi.ts'];
const { status } = spawnSync(tool, args, { stdio: 'inherit' });
rmSync(dir, { recursive: true });
process.exit(status ?? 1);
