import { Buffer } from 'node:buffer';
import { PassThrough, Readable, Writable } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { passOn } from './pass_on.ts';

function kept() {
  const chunks: Buffer[] = [];
  const to = new Writable({
    write(chunk: Buffer, _encoding, done) {
      chunks.push(chunk);
      done();
    },
  });
  return { to, text: () => Buffer.concat(chunks).toString() };
}

describe('passing a body on', () => {
  it('ends when everything has arrived', async () => {
    const { to, text } = kept();
    await passOn(Readable.from([Buffer.from('a'), Buffer.from('b')]), to);
    expect([text(), to.writableFinished]).toEqual(['ab', true]);
  });

  it('ends with an empty body', async () => {
    const { to, text } = kept();
    await passOn(Readable.from([]), to);
    expect([text(), to.writableFinished]).toEqual(['', true]);
  });

  it.each([false, true])(
    'fails with a source that breaks, and destroys the receiver; broken before: %p',
    async (isBroken) => {
      const from = new PassThrough();
      from.on('error', () => undefined);
      const { to } = kept();
      from.write('part');
      if (isBroken) {
        from.destroy(new Error('cut'));
        await turn();
      }
      const passed = passOn(from, to);
      from.destroy(new Error('cut'));
      await expect(passed).rejects.toThrow('cut');
      expect([to.destroyed, to.writableFinished]).toEqual([true, false]);
    },
  );

  it('fails with a source that closes before its end', async () => {
    const from = new PassThrough();
    const { to } = kept();
    from.write('part');
    const passed = passOn(from, to);
    from.destroy();
    await expect(passed).rejects.toThrow('The source closed before its end.');
    expect(to.destroyed).toBe(true);
  });

  it('fails with a receiver that leaves, and destroys the source', async () => {
    const from = new PassThrough();
    const to = new PassThrough({ highWaterMark: 1 });
    from.write('more than it takes');
    const passed = passOn(from, to);
    await turn();
    to.destroy();
    await expect(passed).rejects.toThrow('The receiver closed before the end.');
    expect(from.destroyed).toBe(true);
  });

  it('fails when the source has closed already', async () => {
    const from = new PassThrough();
    from.destroy();
    await turn();
    const { to } = kept();
    await expect(passOn(from, to)).rejects.toThrow('The source closed before its end.');
  });

  it('fails when the receiver has left already, and destroys the source', async () => {
    const from = new PassThrough();
    from.write('part');
    const { to } = kept();
    to.destroy();
    await turn();
    await expect(passOn(from, to)).rejects.toThrow('The receiver closed before the end.');
    expect(from.destroyed).toBe(true);
  });
});
