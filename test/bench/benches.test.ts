import { Buffer } from 'node:buffer';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { afterAll, describe, expect, it } from '@jest/globals';
import { benches } from '../../bench/benches.ts';
import { MAX_WAIT_MS, runProgram } from './run_program.ts';

const MAIN = 'dist/bench/main.js';

/** The figures that each bench prints besides `ratio` and `failures`. */
const FIGURES: Record<string, string[]> = {
  console: ['installations', 'allowedMs', 'ms', 'firstLoadBytes', 'allBundleBytes'],
  fairness: ['idleMs', 'floodedMs', 'idle95', 'flooded95', 'starts', 'flood', 'floodPagesMeanwhile'],
  gateway: ['gatewayPerSecond', 'floorPerSecond', 'rounds'],
  json: ['worst', 'allowed', 'timesOfJsonParse', 'writing'],
  limits: ['allowed', 'refused', 'bans', 'seconds'],
  memory: ['idleMb', 'peakMb', 'growthMb', 'limitMb', 'recordsPerSecond'],
  operations: ['operations', 'firstMb', 'middleMb', 'endMb', 'secondHalfGrowthMb', 'limitMb', 'operationsPerSecond'],
  proxy: [
    'proxiedPerSecond',
    'floorPerSecond',
    'p50Ms',
    'p99Ms',
    'cpuMicrosPerRequest',
    'floorP99Ms',
    'floorCpuMicrosPerRequest',
    'neighbours.get.times',
    'neighbours.read.times',
    'neighbours.write.times',
    'inProgress',
  ],
  read: [
    'recordsPerSecond',
    'cpuMicrosPerRecord',
    'floorRecordsPerSecond',
    'floors',
    'records',
    'messages',
    'verified',
  ],
  retention: ['operations', 'readsPerSecond', 'purgedRows', 'purgedRowsPerSecond', 'cost'],
  schedule: ['allowed', 'bufferPool', 'mariadb', 'sqlite'],
  stall: ['worst', 'rows'],
  start: ['providersListTimesOfBareNode', 'readyTimesOfBareNode', 'bareNodeMs', 'providersListMs', 'readyMs'],
  write: ['createTopicPerSecond', 'floorPerSecond', 'ratios'],
  'write-records': [
    'writesPerSecond',
    'floorPerSecond',
    'cpuMicrosPerWrite',
    'floorCpuMicrosPerWrite',
    'ratios',
    'elsewhere.times',
    'sameHost.times',
  ],
};

const tiny = { CAUSEWAY_BENCH_SIZE: 'tiny' };
const folder = mkdtempSync(join(tmpdir(), 'causeway-benches-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the benches', () => {
  it('are all in this suite', () => {
    expect(Object.keys(FIGURES)).toEqual(Object.keys(benches));
  });

  it.each(Object.entries(FIGURES))(
    '%s runs to its end',
    async (name, figures) => {
      const { code, stdout, stderr } = await runProgram([MAIN, name, '--json'], tiny);
      expect([code, code === 0 ? '' : stderr]).toEqual([0, '']);
      const result = JSON.parse(stdout) as { ratio: number; failures: string[] };
      expect(result.ratio).toBeGreaterThan(0);
      expect(result.failures).toEqual([]);
      for (const figure of figures) expect(result).toHaveProperty(figure);
    },
    MAX_WAIT_MS + 10_000,
  );
});

describe('a bench whose work fails', () => {
  it('write: ends with 1 and says why, when a platform refuses every topic', async () => {
    const root = platformThatRefuses();
    const { code, stderr } = await runProgram([MAIN, 'write', '--json'], { ...tiny, CAUSEWAY_BENCH_ROOT: root });
    expect(code).toBe(1);
    expect(stderr).toMatch(/bench write failed: \d+ requests to createTopic failed; the first: 422 too many topics/);
    expect(stderr).toContain('bench write failed: The figure ratio is 0.');
  });

  it('memory: ends with 1 when there is no platform', async () => {
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ scripts: { start: 'exit 3' } }));
    const { code, stderr } = await runProgram([MAIN, 'memory'], { ...tiny, CAUSEWAY_BENCH_ROOT: folder });
    expect(code).toBe(1);
    expect(stderr).toContain('The platform exited with 3 before it was ready.');
  });

  it.each([500, 301])('the load generator ends with 1 against a port that answers %d', async (status) => {
    const server = createServer((_request, response) => response.writeHead(status).end('no'));
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
    const request = Buffer.from('GET / HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n').toString('base64');
    const { port } = server.address() as AddressInfo;
    const { code, stdout } = await runProgram(['dist/bench/load/load.js', String(port), '2', '50', request]);
    server.closeAllConnections();
    server.close();
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({ ok: 0, firstFailure: expect.stringMatching(`^HTTP/1.1 ${status} `) });
  });
});

/** A package whose `npm start` is ready, and then answers 422 to everything. */
function platformThatRefuses(): string {
  const root = mkdtempSync(join(folder, 'refuses-'));
  writeFileSync(join(root, 'package.json'), JSON.stringify({ scripts: { start: `exec '${process.execPath}' p.cjs` } }));
  writeFileSync(
    join(root, 'p.cjs'),
    `const server = require('http').createServer((_, response) => response.writeHead(422).end('too many topics'));
    server.listen(0, '127.0.0.1', () => {
      const baseUrl = 'http://127.0.0.1:' + server.address().port;
      const ready = JSON.stringify({ baseUrl, project: { id: 'p' }, apiKey: 'k' });
      require('fs').writeFileSync(process.env.CAUSEWAY_READY_JSON + '.part', ready);
      require('fs').renameSync(process.env.CAUSEWAY_READY_JSON + '.part', process.env.CAUSEWAY_READY_JSON);
    });`,
  );
  return root;
}
