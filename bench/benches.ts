import type { BenchResult } from './result.ts';

/** Each is loaded when it runs: a bench that is measured need not share its memory with the code of the others. */
export const benches: Readonly<Record<string, () => Promise<BenchResult>>> = {
  console: async () => (await import('./console.ts')).benchConsole(),
  fairness: async () => (await import('./fairness.ts')).benchFairness(),
  gateway: async () => (await import('./gateway.ts')).benchGateway(),
  json: async () => (await import('./json.ts')).benchJson(),
  limits: async () => (await import('./limits.ts')).benchLimits(),
  memory: async () => (await import('./memory.ts')).benchMemory(),
  operations: async () => (await import('./operations.ts')).benchOperations(),
  proxy: async () => (await import('./proxy.ts')).benchProxy(),
  read: async () => (await import('./read.ts')).benchRead(),
  retention: async () => (await import('./retention.ts')).benchRetention(),
  schedule: async () => (await import('./schedule.ts')).benchSchedule(),
  stall: async () => (await import('./stall.ts')).benchStall(),
  start: async () => (await import('./start.ts')).benchStart(),
  write: async () => (await import('./write.ts')).benchWrite(),
  'write-records': async () => (await import('./write_records.ts')).benchWriteRecords(),
};
