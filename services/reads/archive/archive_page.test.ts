import { Buffer } from 'node:buffer';
import { describe, expect, it } from '@jest/globals';
import type { CallAuth } from '../installation.ts';
import type { ArchiveKeys } from './archive_keys.ts';
import { makeArchivePage } from './archive_page.ts';

const MIB = 1024 * 1024;

/** A cipher whose output is as long as the text. */
const cipher = {
  addressOf: async (utf8: Uint8Array) => `${utf8.length}`,
  seal: async (utf8: Uint8Array) => Buffer.alloc(utf8.length),
  open: async () => '',
};
const keys: ArchiveKeys = { forWriting: async () => cipher, forReading: async () => cipher };
const operation = { projectId: 'p', installationId: 'i', objectName: 'contacts', id: 'o' };
const auth = { headers: {}, query: {}, variables: {} } as unknown as CallAuth;

describe('the archive of a page', () => {
  it('is bounded, however many calls the page takes', async () => {
    const keeping = makeArchivePage({ keys })(operation, auth, 0);
    let calls = 0;
    const send = keeping.listen(async () => ({ status: 200, headers: {}, text: 'x'.repeat(3 * MIB + ++calls) }));
    for (let i = 0; i < 20; i += 1) await send({ method: 'GET', url: `https://acme.example/${i}` });
    const { bodies } = await keeping.done({ ids: [], isFirst: true });
    expect(bodies.reduce((sum, { content }) => sum + content.length, 0)).toBeLessThanOrEqual(16 * MIB);
    expect(bodies).toHaveLength(5);
  });
});
