import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { freePort } from '../../lib/process/free_port.ts';
import { LAB } from '../../sandbox/lab/sign_in/credentials.ts';
import { eventually } from '../support/eventually.ts';
import { callbackUrl, openCallback, pressContinue } from '../support/sign_in.ts';
import { readPage, sections, startWalk, type Walk } from './page_walk.ts';
import { printedKey } from './printed_key.ts';
import { recordsHeard } from './records_heard.ts';

const LONG_MS = 400_000;

describe('the tutorial of the lab, followed word by word', () => {
  let walk: Walk;
  beforeAll(async () => {
    const [platform, lab, listener] = [await freePort(), await freePort(), await freePort()];
    walk = startWalk(
      [
        ['npm run lab', `npm run lab -- --port ${lab}`],
        ['8080', String(platform)],
        ['4030', String(lab)],
        ['4001', String(listener)],
        ['<the API key that npm start printed>', () => printedKey(walk.outputOf('platform'))],
      ],
      { PORT: String(platform), CAUSEWAY_URL: `http://localhost:${platform}` },
    );
  });
  afterAll(() => walk.stop());

  const hasHeard = (count: number) =>
    eventually(async () => {
      const { records, refused } = recordsHeard(walk.outputOf('listener'));
      expect(records).toBeGreaterThanOrEqual(count);
      expect(refused).toBe(0);
    });

  it(
    'connects with a key and with OAuth, and ends with the records and the changes at the webhook',
    () =>
      walk.run(sections(readPage('docs/lab.md'), 'In five minutes'), [
        {
          has: 'npm run lab',
          serves: { name: 'lab', until: /Ctrl-C stops it/ },
          expects: (output) => expect(output).toContain(LAB.apiKey),
        },
        {
          has: 'npm start',
          serves: { name: 'platform', until: /Press Ctrl-C to stop/ },
          expects: (output) => expect(output).toContain(`API key ${LAB.apiKey}`),
        },
        { has: 'listen', serves: { name: 'listener', until: /Listening at .* local/ } },
        { has: 'base=' },
        { has: 'lab-key', expects: (output) => expect(output).toContain('"provider":"stripe"') },
        { has: 'oauth-connect', expects: openInBrowser },
        { has: 'deploy lab.yaml', expects: () => hasHeard(100) },
        { has: '/control/records/', expects: () => hasHeard(203) },
      ]),
    LONG_MS,
  );
});

async function openInBrowser(output: string): Promise<void> {
  const [url = ''] = /https?:\S+$/.exec(output.trim()) ?? [];
  const page = await openCallback(await callbackUrl(await pressContinue(new URL(url))));
  expect(page.message).toMatchObject({ eventType: 'AUTHORIZATION_SUCCEEDED' });
}
