// `npm run gen:protos`: generates the TypeScript code of protos/. It is committed, so that a clone compiles without
// this script.
import { spawnSync } from 'node:child_process';
import { readdirSync, rmSync } from 'node:fs';
import process from 'node:process';

rmSync('protos/gen', { recursive: true, force: true });
const services = readdirSync('protos', { withFileTypes: true }).filter((entry) => entry.isDirectory());
const files = services.map(({ name }) => `${name}/v1/${name}.proto`);
const flags = [
  '--longs=Number',
  '--enums=String',
  '--defaults',
  '--oneofs',
  '--arrays',
  '--objects',
  '--includeComments',
  '--grpcLib=@grpc/grpc-js',
  '--targetFileExtension=.ts',
  '--importFileExtension=.ts',
  '-I',
  'protos',
  '-O',
  'protos/gen',
];
const { status } = spawnSync('node_modules/.bin/proto-loader-gen-types', [...flags, ...files], { stdio: 'inherit' });
process.exit(status ?? 1);
