import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { eventually } from '../../test/support/eventually.ts';
import { lineBuffer } from './line_buffer.ts';
import { createLog } from './log.ts';

describe('a buffer of log lines', () => {
  const written: string[] = [];
  let buffer: ReturnType<typeof lineBuffer>;
  beforeEach(() => {
    written.length = 0;
    buffer = lineBuffer({ write: (text) => void written.push(text) });
  });
  afterEach(() => buffer.end());

  it('writes many held lines at once, a moment later', async () => {
    for (const line of ['a\n', 'b\n', 'c\n']) buffer.hold(line);
    expect(written).toEqual([]);
    await eventually(async () => expect(written).toEqual(['a\nb\nc\n']));
    buffer.end();
    expect(written).toHaveLength(1);
  });
  it('writes a line that must not be lost before it returns, behind what was held', () => {
    buffer.hold('a\n');
    buffer.write('b\n');
    expect(written).toEqual(['a\nb\n']);
    buffer.end();
    expect(written).toHaveLength(1);
  });
  it('holds no more than 16 kB', () => {
    for (let i = 0; i < 17; i += 1) buffer.hold(`${'x'.repeat(1_023)}\n`);
    expect(written.map((text) => text.length)).toEqual([16_384]);
  });
  it('writes the rest at the end', () => {
    buffer.hold('a\n');
    buffer.end();
    buffer.write('late\n');
    expect(written).toEqual(['a\n']);
  });
  it('is where the lines of a buffered log wait, until any other line of the log', () => {
    const log = createLog({ service: 'test', level: 'debug', sink: buffer }).child({ a: 1 });
    const lines = log.buffered();
    lines.debug('one', { n: 1 });
    lines.info('two', {});
    expect(written).toEqual([]);
    log.info('three');
    log.child({}).debug('four');
    expect(written.map((text) => text.match(/(?<="msg":")\w+/g))).toEqual([['one', 'two', 'three'], ['four']]);
  });
  it('is given the same line that the log itself writes', () => {
    const log = createLog({ service: 'test', level: 'debug', sink: buffer }).child({ a: '"' });
    const fields = { text: 'a"\n\u2028', number: 1.5, isSet: true, missing: undefined };
    log.info('one', fields);
    log.buffered().info('one', fields);
    buffer.end();
    const [first, second] = written.map((text) => ({ ...(JSON.parse(text) as object), time: '' }));
    expect(second).toEqual(first);
    expect(written.every((text) => /^\{"level":"info","time":"\d{4}-\d\d-\d\dT[\d:]{8}\.\d{3}Z",/.test(text))).toBe(
      true,
    );
  });
  it('is given nothing below the level of the log', () => {
    createLog({ service: 'test', level: 'info', sink: buffer }).buffered().debug('one', {});
    buffer.end();
    expect(written).toEqual([]);
  });
});
