import { startReceiverProcess, startSandboxProcess } from '../testbed/ready_process.ts';
import { startEmbeddedProcess } from './measure/embedded_process.ts';
import type { BenchResult } from './result.ts';
import { readFloor } from './floors/read_floor.ts';
import { cpuMs } from './measure/process_usage.ts';
import { readAllContacts } from './work/sandbox_read.ts';

const RECORDS = 200_000;

/**
 * Records per second from the provider to the verified webhook, compared in the same run with a floor without
 * durability.
 */
export async function benchRead(): Promise<BenchResult> {
  const sandbox = await startSandboxProcess(['--records', String(RECORDS)]);
  const floor = await measureFloor(sandbox.url);
  const platform = await startEmbeddedProcess();
  const receiver = await startReceiverProcess();
  const cpuBefore = cpuMs(platform.pid);
  const { ms, stats } = await readAllContacts({
    ready: platform.ready,
    sandboxUrl: sandbox.url,
    receiverUrl: receiver.url,
    records: RECORDS,
  });
  const cpu = cpuMs(platform.pid) - cpuBefore;
  await platform.stop();
  await receiver.stop();
  const floorAfter = await measureFloor(sandbox.url);
  await sandbox.stop();
  const ours = RECORDS / (ms / 1_000);
  const floorMedian = (floor + floorAfter) / 2;
  return {
    ratio: round(ours / floorMedian),
    recordsPerSecond: Math.round(ours),
    cpuMicrosPerRecord: round((cpu * 1_000) / RECORDS),
    floorRecordsPerSecond: Math.round(floorMedian),
    floors: [Math.round(floor), Math.round(floorAfter)],
    records: RECORDS,
    messages: stats.messages,
    verified: stats.verified,
  };
}

async function measureFloor(sandboxUrl: string): Promise<number> {
  const receiver = await startReceiverProcess();
  const perSecond = await readFloor(sandboxUrl, receiver.url);
  await receiver.stop();
  return perSecond;
}

function round(number: number): number {
  return Number(number.toFixed(3));
}
