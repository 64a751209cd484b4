/** The last step of the build: parses and checks every provider file once, so that start-up does not have to. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { COMPILED, compileProviders } from '../connectors/engine/providers.ts';
import { assetPath } from '../lib/assets/asset_path.ts';

const file = assetPath(COMPILED);
mkdirSync(dirname(file), { recursive: true });
writeFileSync(file, JSON.stringify(compileProviders()));
