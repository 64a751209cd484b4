import process from 'node:process';
import { startReceiverProcess, startSandboxProcess } from '../testbed/ready_process.ts';
import { startEmbeddedProcess } from './measure/platform_process.ts';
import { residentMb } from './measure/process_usage.ts';
import { sizeOf } from './measure/size_of.ts';
import { whileRunning } from './measure/while_running.ts';
import type { BenchResult } from './result.ts';
import { arrived, installSmallReads } from './work/small_reads.ts';

const OPERATIONS = Number(process.env['CAUSEWAY_BENCH_OPERATIONS'] ?? sizeOf(50_000, 16));
const SAMPLES = 100;
/** The allowed growth in the second half: allocator noise, and less than a kilobyte per operation. */
const LIMIT_MB = 16;

/**
 * Resident size of the platform over 50,000 triggered reads of one record each, one after the other in each of eight
 * installations, with every record delivered. The size must not grow in the second half: the median of the last tenth
 * is compared with the median of the tenth after the middle. `ratio` is the allowed growth over the measured growth.
 */
export async function benchOperations(): Promise<BenchResult> {
  return whileRunning(async (keep) => {
    const sandbox = keep(await startSandboxProcess(['--records', '1']));
    const receiver = keep(await startReceiverProcess());
    const platform = keep(await startEmbeddedProcess({ CAUSEWAY_GATEWAY_RATE_LIMITS: 'false' }));
    const triggers = await installSmallReads(platform.ready, { sandboxUrl: sandbox.url, receiverUrl: receiver.url });
    const samples: number[] = [];
    const startTime = Date.now();
    let done = 0;
    const runner = async (trigger: () => Promise<void>) => {
      while (done < OPERATIONS) {
        done += 1;
        await trigger();
        if (done % Math.ceil(OPERATIONS / SAMPLES) === 0) samples.push(residentMb(platform.pid));
      }
    };
    await Promise.all(triggers.map(runner));
    await arrived(receiver.url, OPERATIONS);
    return figures(samples, Date.now() - startTime);
  });
}

function figures(samples: readonly number[], ms: number): BenchResult {
  const part = (from: number, to: number) =>
    samples.slice(Math.floor(samples.length * from), Math.ceil(samples.length * to)).sort((a, b) => a - b);
  const median = (sorted: readonly number[]) => sorted[Math.floor(sorted.length / 2)] ?? 0;
  const [middle, end] = [median(part(0.5, 0.6)), median(part(0.9, 1))];
  const growth = end - middle;
  return {
    ratio: round(LIMIT_MB / Math.max(growth, 1)),
    failures: [], // A trigger that is refused, and a record that does not arrive, throw.
    operations: OPERATIONS,
    firstMb: round(samples[0] ?? 0),
    middleMb: round(middle),
    endMb: round(end),
    secondHalfGrowthMb: round(growth),
    limitMb: LIMIT_MB,
    operationsPerSecond: round((OPERATIONS * 1_000) / ms),
  };
}

function round(number: number): number {
  return Number(number.toFixed(2));
}
