import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { freePort } from '../../lib/process/free_port.ts';
import { eventually } from '../support/eventually.ts';
import { type Receiver, startReceiver } from '../support/webhook_receiver.ts';
import { readPage, sections, startWalk, type Walk } from './page_walk.ts';
import { printedKey } from './printed_key.ts';
import { recordsHeard } from './records_heard.ts';

type ReadResult = { resultInfo: { numRecords: number } };

const LONG_MS = 400_000;
const steps = sections(readPage('docs/guides/first_integration.md'), 'Steps');

describe('the guide to a first integration, followed word by word', () => {
  let walk: Walk;
  let receiver: Receiver;
  let sandboxPort = 0;
  beforeAll(async () => {
    receiver = await startReceiver();
    const [platform, sandbox, listener] = [await freePort(), await freePort(), await freePort()];
    sandboxPort = sandbox;
    walk = startWalk(
      [
        ['8080', String(platform)],
        ['4020', String(sandbox)],
        ['4000', String(listener)],
        ['5000', new URL(receiver.url).port],
        ['<the API key that npm start printed>', () => printedKey(walk.outputOf('platform'))],
      ],
      { PORT: String(platform), CAUSEWAY_URL: `http://localhost:${platform}` },
    );
  });
  afterAll(async () => {
    await walk.stop();
    await receiver.stop();
  });

  const receivedRecords = () =>
    receiver.messages.reduce((sum, { body }) => sum + (JSON.parse(body) as ReadResult).resultInfo.numRecords, 0);
  const heard = () => recordsHeard(walk.outputOf('listener'));
  const hasHeard = (count: number) =>
    eventually(async () => {
      expect(heard().records).toBeGreaterThanOrEqual(count);
      expect(heard().refused).toBe(0);
    });

  it(
    'ends with records at the webhook, verified',
    () =>
      walk.run(steps, [
        { has: 'npm start', serves: { name: 'platform', until: /Press Ctrl-C to stop/ } },
        { has: 'dist/sandbox/main.js', serves: { name: 'sandbox', until: /"url"/ } },
        { has: 'listen --port', serves: { name: 'listener', until: /Listening at .*my-webhook/ } },
        { has: 'deploy manifest.yaml', expects: (output) => expect(output).toMatch(/^crm {2}/m) },
        { has: '/installations', expects: () => hasHeard(1_000) },
        {
          has: '/read/v1/',
          async expects(output) {
            expect(output).toMatch(/ID +STATUS +TYPE +GROUP +OBJECT/);
            expect(output.match(/ person /g)?.length).toBeGreaterThanOrEqual(2);
            await hasHeard(2_000);
            expect(walk.outputOf('listener')).toMatch(/verified {2}backfill {2}person/);
            expect(walk.outputOf('listener')).toMatch(/verified {2}triggered {2}person/);
          },
        },
        {
          has: 'records write',
          async expects(output) {
            expect(output).toMatch(/^updated {2}contacts-0000001\n.*"notes":"Called on Monday"/m);
            expect(output).toMatch(/ success +write +\w+ +contacts +1 /);
            const answer = await fetch(`http://127.0.0.1:${sandboxPort}/api/v1/contacts/contacts-0000001`, {
              headers: { 'x-sandbox-key': 'sandbox-key' },
            });
            expect(await answer.json()).toMatchObject({ notes: 'Called on Monday' });
          },
        },
        { has: '/destinations', expects: (output) => expect(output).toContain('"webhookSigningKey":"whsec_') },
        { has: 'config-content', expects: () => receiver.waitFor(() => receivedRecords() >= 1_000, 120_000) },
      ]),
    LONG_MS,
  );

  it(
    'fails when a command of the page is broken',
    async () => {
      const [, , , deploy = '', connect = '', trigger = ''] = steps.match(/^```sh\n[\s\S]*?^```$/gm) ?? [];
      expect([connect, trigger].join()).toContain('/integrations/crm/');
      const broken = (block: string, from: string, to: string, has: string) =>
        walkOnce(block.replace(from, to), has).then(
          () => 'arrived',
          (error: Error) => error.message,
        );
      expect(await broken(connect, '/integrations/crm/', '/integrations/$INTEGRATION/', 'curl')).toContain('unbound');
      expect(await broken(trigger, '/integrations/crm/', '/integrations/crn/', 'curl')).toContain(
        'no such integration',
      );
      expect(await broken(trigger, '/read/v1/', '/v1/', 'curl')).toContain('Call POST /read/v1/');
      expect(await broken(deploy, 'deploy manifest.yaml', 'deploy manifest.yml', 'deploy')).toContain("can't be read");
      expect(await broken(deploy, 'deploy', 'deploy', 'another block')).toContain('not the one that the walk declares');
    },
    LONG_MS,
  );

  /** In a shell of its own, because a failure ends it. */
  async function walkOnce(block: string, has: string): Promise<void> {
    const key = printedKey(walk.outputOf('platform'));
    const origin = /Main API +(\S+)\/v1$/m.exec(walk.outputOf('platform'))?.[1] ?? '';
    const one = startWalk(
      [
        ['http://localhost:8080', origin],
        ['<the API key that npm start printed>', key],
      ],
      { CAUSEWAY_URL: origin, CAUSEWAY_API_KEY: key, base: `${origin}/v1/projects/demo` },
    );
    try {
      await one.run(block, [{ has }]);
    } finally {
      await one.stop();
    }
  }
});
