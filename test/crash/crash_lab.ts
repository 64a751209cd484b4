import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { assetPath } from '../../lib/assets/asset_path.ts';
import { recordId } from '../../sandbox/records.ts';
import { startReceiverProcess, startSandboxProcess } from '../support/ready_process.ts';
import { type LedgerLine, readLedger } from '../support/receiver_ledger.ts';
import type { Promised } from './checker.ts';

/**
 * What a crash test needs around the platform, in processes that nobody kills: a provider with pages of fifty
 * records that takes its time, and a receiver that writes down what it got before it answers.
 */
export type CrashLab = {
  dir: string;
  sandboxUrl: string;
  receiverUrl: string;
  pages: number;
  promised: Promised;
  /** Beside the platform's own settings: where the provider file with small pages lies, and short leases and waits. */
  environment: NodeJS.ProcessEnv;
  /** From now on the provider thinks about each request for so long. */
  slowDown(millis: number): Promise<void>;
  /** Pages that the provider has answered. */
  pagesAsked(): Promise<number>;
  ledger(): LedgerLine[];
  stop(): Promise<void>;
};

export const PAGE_SIZE = 50;
/** How long a reader that is dead or frozen keeps its operation. Ms. */
export const LEASE = 2_000;
const OBJECT = 'contacts';
const FOR_EVER = 1_000_000_000;

/**
 * Leases as short as can be told from a slow machine, so that the work of a dead process is taken over at once, and
 * attempts that come again soon: with the settings of production each kill would cost half a minute.
 */
export const SHORT_WAITS = {
  CAUSEWAY_READS_LEASE: String(LEASE),
  CAUSEWAY_READS_POLL: '100',
  CAUSEWAY_NOTIFICATIONS_LEASE: '4000',
  CAUSEWAY_NOTIFICATIONS_HEAD_TIMEOUT: '1500',
  CAUSEWAY_NOTIFICATIONS_ATTEMPT_TIMEOUT: '2000',
  CAUSEWAY_NOTIFICATIONS_POLL: '100',
  CAUSEWAY_NOTIFICATIONS_SLOW_DOWN: '500',
  CAUSEWAY_NOTIFICATIONS_ATTEMPT_GAPS: '0,300,300,300,500,500,1000,1000,2000,2000',
};

export async function startCrashLab({ records }: { records: number }): Promise<CrashLab> {
  const dir = mkdtempSync(join(tmpdir(), 'causeway-crash-'));
  const ledgerFile = join(dir, 'ledger.jsonl');
  const sandbox = await startSandboxProcess(['--records', String(records)]);
  const receiver = await startReceiverProcess(['--ledger', ledgerFile]);
  return {
    dir,
    sandboxUrl: sandbox.url,
    receiverUrl: receiver.url,
    pages: Math.ceil(records / PAGE_SIZE),
    promised: {
      objectName: OBJECT,
      recordIds: Array.from({ length: records }, (_, index) => recordId(OBJECT, index)),
      notifications: ['installation.created', 'read.backfill.done'],
    },
    environment: { ...SHORT_WAITS, CAUSEWAY_PROVIDERS_DIR: smallPages(dir) },
    async slowDown(delayMs) {
      await control(sandbox.url, 'DELETE', 'faults');
      await control(sandbox.url, 'POST', 'faults', { kind: 'slow', object: OBJECT, times: FOR_EVER, delayMs });
    },
    async pagesAsked() {
      const { pages } = (await control(sandbox.url, 'GET', 'stats')) as { pages: Record<string, number> };
      return pages[OBJECT] ?? 0;
    },
    ledger: () => readLedger(ledgerFile).lines,
    async stop() {
      await Promise.all([sandbox.stop(), receiver.stop()]);
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

/** The sandbox's own provider file, whatever page size it has come to. */
function smallPages(dir: string): string {
  const folder = join(dir, 'providers');
  mkdirSync(folder);
  const text = readFileSync(assetPath('connectors/providers/sandbox.yaml'), 'utf8');
  const small = text.replace(/pageSize: \{.*\}/, `pageSize: {param: limit, default: ${PAGE_SIZE}, max: ${PAGE_SIZE}}`);
  if (!small.includes(`default: ${PAGE_SIZE}, max: ${PAGE_SIZE}`))
    throw new Error('sandbox.yaml says its page size in another way now.');
  writeFileSync(join(folder, 'sandbox.yaml'), small);
  return folder;
}

async function control(url: string, method: string, what: string, body?: object): Promise<unknown> {
  const response = await fetch(`${url}/control/${what}`, {
    method,
    ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  });
  if (!response.ok) throw new Error(`The sandbox answered ${response.status} to ${method} /control/${what}.`);
  return response.json();
}
