import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { assetPath } from '../../lib/assets/asset_path.ts';
import { recordId } from '../../sandbox/records.ts';
import { startReceiverProcess, startSandboxProcess } from '../../testbed/ready_process.ts';
import { type LedgerLine, readLedger } from '../../testbed/receiver_ledger.ts';
import type { Promised } from './checker.ts';
import { type PageGate, startPageGate } from './page_gate.ts';

/**
 * The surroundings of the platform in a crash test, in processes that nobody kills: a provider with pages of fifty
 * records, which answers when the gate lets it, and a receiver that writes each attempt to disk before it answers.
 */
export type CrashLab = {
  dir: string;
  providerUrl: string;
  receiverUrl: string;
  pages: number;
  promised: Promised;
  /** Settings for the platform: the folder of the provider file with small pages, short leases and short waits. */
  environment: NodeJS.ProcessEnv;
  gate: PageGate;
  ledger(): LedgerLine[];
  /** The size of the ledger: it grows with each attempt. */
  ledgerBytes(): number;
  stop(): Promise<void>;
};

export const PAGE_SIZE = 50;
/** How long a dead or frozen reader keeps its operation. Ms. */
export const LEASE_MS = 2_000;
const OBJECT = 'contacts';

/**
 * Leases that are as short as a slow machine allows, so that the work of a dead process is taken over quickly, and
 * short retry intervals. With the production settings each kill would take half a minute.
 */
export const SHORT_WAITS = {
  CAUSEWAY_READS_LEASE_MS: String(LEASE_MS),
  CAUSEWAY_READS_POLL_MS: '100',
  CAUSEWAY_NOTIFICATIONS_LEASE_MS: '4000',
  CAUSEWAY_NOTIFICATIONS_HEAD_TIMEOUT_MS: '1500',
  CAUSEWAY_NOTIFICATIONS_ATTEMPT_TIMEOUT_MS: '2000',
  CAUSEWAY_NOTIFICATIONS_POLL_MS: '100',
  CAUSEWAY_NOTIFICATIONS_SLOW_DOWN_MS: '500',
  CAUSEWAY_NOTIFICATIONS_ATTEMPT_GAPS_MS: '0,300,300,300,500,500,1000,1000,2000,2000',
};

export async function startCrashLab({ records }: { records: number }): Promise<CrashLab> {
  const dir = mkdtempSync(join(tmpdir(), 'causeway-crash-'));
  const ledgerFile = join(dir, 'ledger.jsonl');
  const sandbox = await startSandboxProcess(['--records', String(records)]);
  const receiver = await startReceiverProcess(['--ledger', ledgerFile]);
  const gate = await startPageGate(sandbox.url, `/api/v1/${OBJECT}`);
  return {
    dir,
    gate,
    providerUrl: gate.url,
    receiverUrl: receiver.url,
    pages: Math.ceil(records / PAGE_SIZE),
    promised: {
      objectName: OBJECT,
      recordIds: Array.from({ length: records }, (_, index) => recordId(OBJECT, index)),
      notifications: ['installation.created', 'read.backfill.done'],
    },
    environment: { ...SHORT_WAITS, CAUSEWAY_PROVIDERS_DIR: smallPages(dir) },
    ledger: () => readLedger(ledgerFile).lines,
    ledgerBytes: () => statSync(ledgerFile, { throwIfNoEntry: false })?.size ?? 0,
    async stop() {
      await Promise.all([gate.stop(), sandbox.stop(), receiver.stop()]);
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

/** The sandbox's own provider file with another page size. */
function smallPages(dir: string): string {
  const folder = join(dir, 'providers');
  mkdirSync(folder);
  const text = readFileSync(assetPath('connectors/providers/sandbox.yaml'), 'utf8');
  const small = text.replace(/pageSize: \{.*\}/, `pageSize: {param: limit, default: ${PAGE_SIZE}, max: ${PAGE_SIZE}}`);
  if (!small.includes(`default: ${PAGE_SIZE}, max: ${PAGE_SIZE}`))
    throw new Error('The page size in sandbox.yaml has another format now.');
  writeFileSync(join(folder, 'sandbox.yaml'), small);
  return folder;
}
