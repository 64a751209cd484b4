import { mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { newId } from '../../lib/ids/ids.ts';
import { isObject, type Json, type JsonObject } from '../../lib/json/json.ts';
import type {
  DestinationDriver,
  MetadataCheck,
  MetadataFault,
} from '../../services/notifications/destinations/destination_driver.ts';
import { type DriverWorld, SECRET } from './destination_driver_rules.ts';

type FolderMetadata = { folder: string; credentials?: Record<string, string> };

const UNKNOWN = 'The metadata of a folder has a folder and credentials.';

/**
 * A second type of destination, for tests: a message becomes a file named after its id. It shows that a driver needs
 * nothing of webhooks. The root stands for the network that the operator allows.
 */
function folderDriver(root: string): DestinationDriver<FolderMetadata> {
  const isAllowed = ({ folder }: FolderMetadata) => join(root, folder).startsWith(join(root, '/'));
  return {
    type: 'folder',
    keys: ['folder', 'credentials'],
    secrets: { key: 'credentials', receiver: ({ folder }) => folder },
    check: checkFolder,
    checkTarget: async (metadata) =>
      isAllowed(metadata) ? [] : [{ path: 'folder', detail: 'The folder is outside of the root.' }],
    async deliver({ metadata }, { id, body }) {
      if (!isAllowed(metadata)) return { result: 'retryable', status: 0, error: 'blocked' };
      try {
        const file = join(root, metadata.folder, `${id}.json`);
        const draft = `${file}.${newId()}`;
        writeFileSync(draft, body);
        renameSync(draft, file);
        return { result: 'delivered', status: 0, error: null };
      } catch {
        return { result: 'retryable', status: 0, error: 'connect' };
      }
    },
  };
}

function checkFolder(given: Json): MetadataCheck<FolderMetadata> {
  if (!isObject(given)) return { faults: [{ path: '', detail: UNKNOWN }] };
  const { folder, credentials } = given;
  const unknown = Object.keys(given).filter((key) => key !== 'folder' && key !== 'credentials');
  const [first, ...rest]: MetadataFault[] = [
    ...unknown.map((path) => ({ path, detail: UNKNOWN })),
    ...(typeof folder === 'string' && folder !== '' ? [] : [{ path: 'folder', detail: 'A folder is needed.' }]),
    ...(isTexts(credentials) ? [] : [{ path: 'credentials', detail: 'Credentials are texts by name.' }]),
  ];
  if (first) return { faults: [first, ...rest] };
  return {
    metadata: {
      folder: folder as string,
      ...(isObject(credentials) && { credentials: credentials as Record<string, string> }),
    },
  };
}

function isTexts(value: Json | undefined): boolean {
  return value === undefined || (isObject(value) && Object.values(value).every((one) => typeof one === 'string'));
}

const made: string[] = [];

/** Removes the files of all worlds. */
export function removeFolders(): void {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true });
}

/** A fresh root with a folder. A refusal is a folder that is gone. */
export function folderWorld(): DriverWorld {
  const outside = mkdtempSync(join(tmpdir(), 'folder-driver-'));
  made.push(outside);
  const root = join(outside, 'root');
  const folder = join(root, 'in');
  mkdirSync(join(outside, 'forbidden'), { recursive: true });
  mkdirSync(root);
  const of = (name: string): JsonObject => ({ folder: name, credentials: { token: SECRET } });
  const filesIn = (path: string) =>
    readdirSync(path).map((name) => ({ id: basename(name, '.json'), body: readFileSync(join(path, name), 'utf8') }));
  return {
    driver: folderDriver(root),
    metadata: of('in'),
    elsewhere: of('out'),
    forbidden: of('../forbidden'),
    unreachable: of('absent'),
    faulty: [
      ['folder', { folder: '', credentials: { token: SECRET } }],
      ['credentials', { folder: 'in', credentials: { token: 5, other: SECRET } }],
      ['path', { folder: 'in', path: SECRET }],
    ],
    behaviours: ['accept', 'refuse'],
    behave(as) {
      if (as === 'refuse') rmSync(folder, { recursive: true, force: true });
      else mkdirSync(folder, { recursive: true });
    },
    received: async () => [...filesIn(folder), ...filesIn(join(outside, 'forbidden'))],
    maxWaitMs: 20_000,
  };
}
