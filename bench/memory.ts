import { clearInterval, setInterval } from 'node:timers';
import { setTimeout as sleep } from 'node:timers/promises';
import { startReceiverProcess, startSandboxProcess } from '../test/support/ready_process.ts';
import { startEmbeddedProcess } from './embedded_process.ts';
import type { BenchResult } from './result.ts';
import { residentMb } from './process_usage.ts';
import { readAllContacts } from './sandbox_read.ts';

const RECORDS = 1_000_000;
const SAMPLE_MILLIS = 100;
const LIMIT_MB = 80;

/** Half a minute after the start node gives back what starting took; an idle size from before that would flatter. */
const SETTLE_MILLIS = 40_000;

/** Resident size of the platform while it reads a million records, over its idle size. `ratio` is the allowed growth over ours. */
export async function benchMemory(): Promise<BenchResult> {
  const [sandbox, receiver, platform] = [
    await startSandboxProcess(['--records', String(RECORDS)]),
    await startReceiverProcess(),
    await startEmbeddedProcess(),
  ];
  await sleep(SETTLE_MILLIS);
  const idle = residentMb(platform.pid);
  let peak = idle;
  const sampler = setInterval(() => (peak = Math.max(peak, residentMb(platform.pid))), SAMPLE_MILLIS);
  const { millis } = await readAllContacts({
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
    recordsPerSecond: Math.round(RECORDS / (millis / 1_000)),
  };
}

function round(number: number): number {
  return Number(number.toFixed(1));
}
