import { clearInterval, setInterval } from 'node:timers';
import { setTimeout as sleep } from 'node:timers/promises';
import { startReceiverProcess, startSandboxProcess } from '../testbed/ready_process.ts';
import { startEmbeddedProcess } from './measure/embedded_process.ts';
import type { BenchResult } from './result.ts';
import { residentMb } from './measure/process_usage.ts';
import { readAllContacts } from './work/sandbox_read.ts';

const RECORDS = 1_000_000;
const SAMPLE_MS = 100;
const LIMIT_MB = 80;

/** Node frees memory of the start-up after half a minute; an idle size measured earlier would be too large. */
const SETTLE_MS = 40_000;

/**
 * Resident size of the platform while it reads a million records, relative to its idle size. `ratio` is the allowed
 * growth over the measured growth.
 */
export async function benchMemory(): Promise<BenchResult> {
  const [sandbox, receiver, platform] = [
    await startSandboxProcess(['--records', String(RECORDS)]),
    await startReceiverProcess(),
    await startEmbeddedProcess(),
  ];
  await sleep(SETTLE_MS);
  const idle = residentMb(platform.pid);
  let peak = idle;
  const sampler = setInterval(() => (peak = Math.max(peak, residentMb(platform.pid))), SAMPLE_MS);
  const { ms } = await readAllContacts({
    ready: platform.ready,
    sandboxUrl: sandbox.url,
    receiverUrl: receiver.url,
    records: RECORDS,
  });
  clearInterval(sampler);
  for (const running of [platform, receiver, sandbox]) await running.stop();
  const growth = peak - idle;
  return {
    ratio: Number((LIMIT_MB / growth).toFixed(2)),
    idleMb: round(idle),
    peakMb: round(peak),
    growthMb: round(growth),
    limitMb: LIMIT_MB,
    recordsPerSecond: Math.round(RECORDS / (ms / 1_000)),
  };
}

function round(number: number): number {
  return Number(number.toFixed(1));
}
