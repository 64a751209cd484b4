import { closeSync, openSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { descriptorWriter, lineWriter } from './line_writer.ts';
import { createLog } from './log.ts';

function failing(code: string): never {
  throw Object.assign(new Error(code), { code });
}

/** A file on a disk with `room` bytes left. */
function disk(room: number) {
  const state = { room, text: '' };
  const writer = lineWriter((bytes, from) => {
    if (state.room === 0) failing('ENOSPC');
    const part = bytes.subarray(from, from + state.room);
    state.room -= part.length;
    state.text += new TextDecoder().decode(part);
    return part.length;
  });
  return { state, writer };
}

describe('a log on a full disk', () => {
  it('F1: drops lines without an error, and says how many when there is space again', () => {
    const { state, writer } = disk(4);
    for (const line of ['one\n', 'two\n', 'three\n']) writer.write(line);
    state.room = 1_000;
    writer.write('four\n');
    const [first, notice, last] = state.text.trim().split('\n');
    expect([first, last]).toEqual(['one', 'four']);
    expect(JSON.parse(notice ?? '')).toMatchObject({
      level: 'warn',
      msg: 'log lines lost',
      lost: 2,
      reason: 'ENOSPC',
      time: expect.any(String),
    });
  });

  it('F1: ends a line that was written in part before the next one', () => {
    const { state, writer } = disk(2);
    writer.write('{"a":1}\n');
    state.room = 1_000;
    writer.write('{"b":2}\n');
    const lines = state.text.split('\n');
    expect([lines[0], lines[2]]).toEqual(['{"', '{"b":2}']);
    expect(JSON.parse(lines[1] ?? '')).toMatchObject({ lost: 1 });
  });

  it('F1: does not throw into the code that logs', () => {
    const full = openSync('/dev/full', 'w');
    try {
      const log = createLog({ service: 'test', sink: descriptorWriter(full) });
      expect(() => log.warn('round failed', { err: new Error('ENOSPC') })).not.toThrow();
    } finally {
      closeSync(full);
    }
  });

  it('waits for a pipe whose reader is slow', () => {
    const state = { refusals: 3, text: '' };
    const writer = lineWriter((bytes, from) => {
      if (state.refusals-- > 0) failing('EAGAIN');
      state.text += new TextDecoder().decode(bytes.subarray(from));
      return bytes.length - from;
    });
    writer.write('one\n');
    expect(state.text).toBe('one\n');
  });
});

describe('a line that cannot be written as JSON', () => {
  it('F1: is written without its fields', () => {
    const lines: string[] = [];
    const log = createLog({ service: 'test', sink: { write: (line) => void lines.push(line) } });
    const hostile = {
      get value(): string {
        throw new Error('no');
      },
    };
    expect(() => log.error('round failed', hostile)).not.toThrow();
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ level: 'error', msg: 'round failed' }]);
  });
});
