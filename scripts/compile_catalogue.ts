/**
 * The last step of the build: parses and checks every provider file once, so that start-up does not have to. What the
 * build before has parsed is taken from there. Its argument is the folder that is to become dist/.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import process from 'node:process';
import { COMPILED, hashOf, type CompiledIndex } from '../connectors/engine/file/compiled.ts';
import { summaryOf } from '../connectors/engine/file/provider_summary.ts';
import { loadProviders, type Provider } from '../connectors/engine/file/providers.ts';
import { assetPath } from '../lib/assets/asset_path.ts';

const folder = assetPath(COMPILED.replace(/^dist/, process.argv[2] ?? 'dist'));
const { get, list } = loadProviders();
mkdirSync(folder, { recursive: true });
const index: CompiledIndex = {};
for (const { name } of list()) {
  const provider = get(name) as Provider;
  const text = readFileSync(assetPath(`connectors/providers/${name}.yaml`));
  index[name] = { hash: hashOf(text), summary: summaryOf(provider) };
  writeFileSync(`${folder}/${name}.json`, JSON.stringify(provider));
}
writeFileSync(`${folder}/index.json`, JSON.stringify(index));
