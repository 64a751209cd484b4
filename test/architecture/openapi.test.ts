import { beforeAll, describe, expect, it } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { ensureTools } from '../support/tools.ts';

/** Validates the public contract against the OpenAPI standard; the suites of test/e2e test its behavior. */
describe('gateway/openapi.yaml', () => {
  const text = readFileSync('gateway/openapi.yaml', 'utf8');
  let redocly: string;
  beforeAll(() => {
    redocly = join(ensureTools(), 'node_modules/.bin/redocly');
  }, 300_000);

  function lint(document: string): { status: number | null; output: string } {
    const folder = mkdtempSync(join(tmpdir(), 'causeway-openapi-'));
    writeFileSync(join(folder, 'openapi.yaml'), document);
    copyFileSync('redocly.yaml', join(folder, 'redocly.yaml'));
    const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
    const { status, stdout, stderr } = spawnSync(redocly, ['lint', 'openapi.yaml'], {
      cwd: folder,
      encoding: 'utf8',
      env,
    });
    rmSync(folder, { recursive: true, force: true });
    return { status, output: stdout + stderr };
  }

  it('is a valid OpenAPI 3.1 document', () => {
    const { status, output } = lint(text);
    expect(status === 0 ? '' : output).toBe('');
  });

  it('is invalid with a duplicate operationId', () => {
    expect(lint(text.replace('operationId: getProvider', 'operationId: listProviders')).status).not.toBe(0);
  });
});
