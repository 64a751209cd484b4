// `npm run gen:openapi`: the TypeScript types of gateway/openapi.yaml, committed so that a clone compiles without
// generating.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import process from 'node:process';

const tool = 'test/tools/node_modules/.bin/openapi-typescript';
if (!existsSync(tool)) spawnSync('npm', ['ci', '--prefix', 'test/tools'], { stdio: 'inherit' });
const { status } = spawnSync(
  tool,
  ['gateway/openapi.yaml', '--empty-objects-unknown', '-o', 'gateway/gen/openapi.ts'],
  { stdio: 'inherit' },
);
process.exit(status ?? 1);
