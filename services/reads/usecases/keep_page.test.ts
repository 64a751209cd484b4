import { Buffer } from 'node:buffer';
import { describe, expect, it } from '@jest/globals';
import type { CallAuth } from '../domain/installation.ts';
import type { ReadRun } from '../domain/read_run.ts';
import type { KeptKeys } from './kept_keys.ts';
import { makeKeepPage } from './keep_page.ts';

const MIB = 1024 * 1024;

/** Seals to the size of the text. */
const box = {
  addressOf: (text: string) => `${text.length}`,
  seal: async (text: string) => Buffer.alloc(text.length),
  open: async () => '',
};
const keys: KeptKeys = { forWriting: async () => box, forReading: async () => box };
const run = { operation: { projectId: 'p', installationId: 'i', id: 'o' } } as unknown as ReadRun;
const auth = { headers: {}, query: {}, variables: {} } as unknown as CallAuth;

describe('what is kept of a page', () => {
  it('is bounded, however many calls it takes', async () => {
    const keeping = makeKeepPage({ keys })(run, auth, 0);
    let calls = 0;
    const send = keeping.listen(async () => ({ status: 200, headers: {}, text: 'x'.repeat(3 * MIB + ++calls) }));
    for (let i = 0; i < 20; i += 1) await send({ method: 'GET', url: `https://acme.example/${i}` });
    const { bodies } = await keeping.done({ ids: [], isFirst: true });
    expect(bodies.reduce((sum, { content }) => sum + content.length, 0)).toBeLessThanOrEqual(16 * MIB);
    expect(bodies).toHaveLength(5);
  });
});
