/**
 * The last step of the build: parses the public document and the .proto files, and parses and validates every provider
 * file, so that processes need not do it at start-up. Reuses the results of the previous build for unchanged files. The
 * argument is the folder that becomes dist/.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import process from 'node:process';
import { loadProtosWithOptionsSync } from '@grpc/proto-loader/build/src/util.js';
import { COMPILED_FOLDER, type CompiledIndex } from '../connectors/engine/catalogue/compiled.ts';
import { summaryOf } from '../connectors/engine/catalogue/provider_summary.ts';
import { loadProviders, type Provider } from '../connectors/engine/catalogue/providers.ts';
import { PARSED_DOCUMENT_FILE, readDocument } from '../gateway/contract/document.ts';
import { assetPath } from '../lib/assets/asset_path.ts';
import { hashOfText } from '../lib/assets/hash_of_text.ts';
import {
  PARSED_PROTOS_FOLDER,
  type ParsedProto,
  PROTO_OPTIONS,
  protoPath,
  SERVICE_PATHS,
  type ServiceName,
} from '../lib/rpc/services.ts';

const inDist = (path: string) => assetPath(path.replace(/^dist/, process.argv[2] ?? 'dist'));
const folder = inDist(COMPILED_FOLDER);
const { get, list } = loadProviders();
mkdirSync(folder, { recursive: true });
const index: CompiledIndex = {};
for (const { name } of list()) {
  const provider = get(name) as Provider;
  const text = readFileSync(assetPath(`connectors/providers/${name}.yaml`));
  index[name] = { hash: hashOfText(text), summary: summaryOf(provider) };
  writeFileSync(`${folder}/${name}.json`, JSON.stringify(provider));
}
writeFileSync(`${folder}/index.json`, JSON.stringify(index));
writeFileSync(inDist(PARSED_DOCUMENT_FILE), JSON.stringify(readDocument()));

for (const service of Object.keys(SERVICE_PATHS) as ServiceName[]) {
  const file = protoPath(service);
  const root = loadProtosWithOptionsSync(file, PROTO_OPTIONS).toJSON();
  const parsed: ParsedProto = { hash: hashOfText(readFileSync(file)), root };
  writeFileSync(inDist(`${PARSED_PROTOS_FOLDER}/${service}.json`), JSON.stringify(parsed));
}
