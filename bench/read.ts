import { startReceiverProcess, startSandboxProcess } from '../test/support/ready_process.ts';
import { startEmbeddedProcess } from './embedded_process.ts';
import type { BenchResult } from './result.ts';
import { readFloor } from './read_floor.ts';
import { cpuMillis } from './process_usage.ts';
import { readAllContacts } from './sandbox_read.ts';

const RECORDS = 200_000;

/** Records per second from provider to verified webhook, beside a floor without durability, in one run. */
export async function benchRead(): Promise<BenchResult> {
  const sandbox = await startSandboxProcess(['--records', String(RECORDS)]);
  const floor = await measureFloor(sandbox.url);
  const platform = await startEmbeddedProcess();
  const receiver = await startReceiverProcess();
  const cpuBefore = cpuMillis(platform.pid);
  const { millis, stats } = await readAllContacts({
    ready: platform.ready,
    sandboxUrl: sandbox.url,
    receiverUrl: receiver.url,
    records: RECORDS,
  });
  const cpu = cpuMillis(platform.pid) - cpuBefore;
  await platform.stop();
  await receiver.stop();
  const floorAfter = await measureFloor(sandbox.url);
  await sandbox.stop();
  const ours = RECORDS / (millis / 1_000);
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
