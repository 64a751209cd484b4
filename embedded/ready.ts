import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { isLoopbackUrl } from '../lib/config/sandbox_setting.ts';
import { StartFault } from '../lib/problem/start_fault.ts';
import type { Bootstrap__Output as Bootstrap } from '../protos/gen/causeway/identity/v1/Bootstrap.ts';

/** The addresses and keys with which a script uses a started platform: the content of the CAUSEWAY_READY_JSON file. */
export type Ready = {
  baseUrl: string;
  readUrl: string;
  writeUrl: string;
  searchUrl: string;
  proxyUrl: string;
  orgId: string;
  project: { id: string; name: string };
  apiKey: string;
  bearerToken: string;
  billingAccountId: string;
};

type Made = Omit<Bootstrap, 'builderId' | 'project'> & { project: Pick<Ready['project'], 'id' | 'name'> | null };

export function readyOf(origin: string, { orgId, project, apiKey, bearerToken, billingAccountId }: Made): Ready {
  return {
    baseUrl: `${origin}/v1`,
    readUrl: `${origin}/read/v1`,
    writeUrl: `${origin}/write/v1`,
    searchUrl: `${origin}/search/v1`,
    proxyUrl: `${origin}/proxy`,
    orgId,
    project: { id: project?.id ?? '', name: project?.name ?? '' },
    apiKey,
    bearerToken,
    billingAccountId,
  };
}

/**
 * Writes the file atomically, so that a script that waits for it never reads a partial file. An existing file is
 * replaced, not written to: another user may have made it, and the content has a key. Throws StartFault when the file
 * cannot be written.
 */
export function writeReady(file: string, ready: Ready): void {
  try {
    rmSync(`${file}.part`, { force: true });
    writeFileSync(`${file}.part`, `${JSON.stringify(ready, null, 2)}\n`, { mode: 0o600, flag: 'wx' });
    renameSync(`${file}.part`, file);
  } catch (err) {
    const { code } = err as { code?: string };
    throw new StartFault(
      `The file ${file} cannot be written (${code}). Create its folder, or correct CAUSEWAY_READY_JSON.`,
      { cause: err },
    );
  }
}

/**
 * The text that a start prints. A service manager stores the output, so a platform with a public address shows its
 * credentials only in a terminal.
 */
export function readyText(ready: Ready, notes: string[], { isTerminal }: { isTerminal: boolean }): string {
  return [
    '',
    `  Causeway is ready. ${ready.baseUrl.replace(/\/v1$/, '')} shows where its reference and guides are.`,
    '',
    `  Main API      ${ready.baseUrl}`,
    `  Read API      ${ready.readUrl}`,
    `  Project       ${ready.project.name} (${ready.project.id})`,
    `  Org           ${ready.orgId}`,
    `  Billing       ${ready.billingAccountId}`,
    ...(isTerminal || isLoopbackUrl(ready.baseUrl) ? credentialLines(ready) : WHERE_CREDENTIALS_ARE),
    '',
    ...notes.map((note) => `  ${note}`),
    '',
  ].join('\n');
}

function credentialLines({ apiKey, bearerToken }: Ready): string[] {
  return [`  API key       ${apiKey}`, `  Builder token ${bearerToken}`];
}

const WHERE_CREDENTIALS_ARE = [
  '  Credentials   not shown, because logs may keep this text. CAUSEWAY_READY_JSON names a file that gets the API key',
  '                and a builder token; npm run token prints a builder token.',
];
