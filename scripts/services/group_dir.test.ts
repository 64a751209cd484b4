import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { StartFault } from '../../lib/problem/start_fault.ts';
import { openGroupDir } from './group_dir.ts';

describe('the folder of a services form', () => {
  let dir: string;
  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), 'causeway-group-'));
  });
  afterEach(() => rmSync(dir, { recursive: true, force: true }));

  it('keeps its keys from one start to the next', () => {
    const { processKeys } = openGroupDir(dir);
    expect(openGroupDir(dir).processKeys).toEqual(processKeys);
  });

  it('S4: says which file of keys is damaged, whatever is wrong with it', () => {
    const { privateKeys, publicKeys } = openGroupDir(dir).processKeys;
    const { reads: _reads, ...tooFew } = privateKeys;
    const file = join(dir, 'process_keys.json');
    const whole = readFileSync(file, 'utf8');
    for (const damaged of [
      whole.slice(0, 40),
      'null',
      '{}',
      JSON.stringify({ privateKeys: tooFew, publicKeys }),
      JSON.stringify({ privateKeys: { ...privateKeys, reads: privateKeys.gateway }, publicKeys }),
      JSON.stringify({ privateKeys, publicKeys: publicKeys.replace(/,notifications.*/, '') }),
    ]) {
      writeFileSync(file, damaged);
      expect(() => openGroupDir(dir)).toThrow(StartFault);
      expect(() => openGroupDir(dir)).toThrow(/process_keys\.json is damaged/);
    }
    writeFileSync(file, whole);
    openGroupDir(dir);
  });
});
