import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { ensureTools } from '../support/tools.ts';

describe('the command line, under Deno', () => {
  const deno = join(ensureTools(), 'node_modules/.bin/deno');

  it('checks our provider files', () => {
    const args = ['task', 'causeway', 'providers', 'check', 'connectors/providers'];
    const { status, stdout } = spawnSync(deno, args, { encoding: 'utf8' });
    expect([status, stdout]).toEqual([0, expect.stringContaining('nothing wrong')]);
  });
});
