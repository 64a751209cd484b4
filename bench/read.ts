import { startReceiverProcess, startSandboxProcess } from '../testbed/ready_process.ts';
import type { ReceiverStats } from '../testbed/receiver_process.ts';
import { readFloor } from './floors/read_floor.ts';
import { medianOf } from './measure/median.ts';
import { startEmbeddedProcess } from './measure/platform_process.ts';
import { cpuMs } from './measure/process_usage.ts';
import { sizeOf } from './measure/size_of.ts';
import { whileRunning } from './measure/while_running.ts';
import type { BenchResult } from './result.ts';
import { deliveryFailures } from './work/delivery_failures.ts';
import { readAllContacts } from './work/sandbox_read.ts';

const RECORDS = sizeOf(200_000, 1_000);

/**
 * Records per second from the provider to the verified webhook, compared in the same run with a floor without
 * durability.
 */
export async function benchRead(): Promise<BenchResult> {
  const { floors, ms, cpu, stats } = await measure();
  const ours = RECORDS / (ms / 1_000);
  const floor = medianOf(floors);
  return {
    ratio: round(ours / floor),
    failures: deliveryFailures(stats, RECORDS),
    recordsPerSecond: Math.round(ours),
    cpuMicrosPerRecord: round((cpu * 1_000) / RECORDS),
    floorRecordsPerSecond: Math.round(floor),
    floors: floors.map(Math.round),
    records: RECORDS,
    messages: stats.messages,
    verified: stats.verified,
  };
}

/** The floor before and after ours; the platform does not run meanwhile. */
function measure(): Promise<{ floors: number[]; ms: number; cpu: number; stats: ReceiverStats }> {
  return whileRunning(async (keep) => {
    const sandbox = keep(await startSandboxProcess(['--records', String(RECORDS)]));
    const before = await measureFloor(sandbox.url);
    const ours = await measureOurs(sandbox.url);
    return { floors: [before, await measureFloor(sandbox.url)], ...ours };
  });
}

function measureOurs(sandboxUrl: string): Promise<{ ms: number; cpu: number; stats: ReceiverStats }> {
  return whileRunning(async (keep) => {
    const { ready, pid } = keep(await startEmbeddedProcess());
    const receiver = keep(await startReceiverProcess());
    const cpuBefore = cpuMs(pid);
    const read = await readAllContacts({ ready, sandboxUrl, receiverUrl: receiver.url, records: RECORDS });
    return { ...read, cpu: cpuMs(pid) - cpuBefore };
  });
}

function measureFloor(sandboxUrl: string): Promise<number> {
  return whileRunning(async (keep) => readFloor(sandboxUrl, keep(await startReceiverProcess()).url));
}

function round(number: number): number {
  return Number(number.toFixed(3));
}
