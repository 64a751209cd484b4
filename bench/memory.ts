import { clearInterval, setInterval } from 'node:timers';
import { setTimeout as sleep } from 'node:timers/promises';
import { startReceiverProcess, startSandboxProcess } from '../testbed/ready_process.ts';
import type { ReceiverStats } from '../testbed/receiver_process.ts';
import { startEmbeddedProcess } from './measure/platform_process.ts';
import { residentMb } from './measure/process_usage.ts';
import { sizeOf } from './measure/size_of.ts';
import { whileRunning } from './measure/while_running.ts';
import type { BenchResult } from './result.ts';
import { deliveryFailures } from './work/delivery_failures.ts';
import { readAllContacts } from './work/sandbox_read.ts';

const RECORDS = sizeOf(1_000_000, 1_000);
const SAMPLE_MS = 100;
const LIMIT_MB = 80;

/** Node frees memory of the start-up after half a minute; an idle size measured earlier would be too large. */
const SETTLE_MS = sizeOf(40_000, 0);

/**
 * Resident size of the platform while it reads a million records, relative to its idle size. `ratio` is the allowed
 * growth over the measured growth.
 */
export async function benchMemory(): Promise<BenchResult> {
  const { idle, peak, ms, stats } = await measure();
  const growth = peak - idle;
  return {
    ratio: Number((LIMIT_MB / Math.max(growth, 1)).toFixed(2)),
    failures: deliveryFailures(stats, RECORDS),
    idleMb: round(idle),
    peakMb: round(peak),
    growthMb: round(growth),
    limitMb: LIMIT_MB,
    recordsPerSecond: Math.round(RECORDS / (ms / 1_000)),
  };
}

function measure(): Promise<{ idle: number; peak: number; ms: number; stats: ReceiverStats }> {
  return whileRunning(async (keep) => {
    const sandbox = keep(await startSandboxProcess(['--records', String(RECORDS)]));
    const receiver = keep(await startReceiverProcess());
    const { ready, pid } = keep(await startEmbeddedProcess());
    await sleep(SETTLE_MS);
    const idle = residentMb(pid);
    let peak = idle;
    const sampler = setInterval(() => (peak = Math.max(peak, residentMb(pid))), SAMPLE_MS);
    keep({ stop: () => clearInterval(sampler) });
    const urls = { sandboxUrl: sandbox.url, receiverUrl: receiver.url };
    const read = await readAllContacts({ ready, ...urls, records: RECORDS });
    return { ...read, idle, peak };
  });
}

function round(number: number): number {
  return Number(number.toFixed(1));
}
