import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { freePort } from '../../lib/process/free_port.ts';
import { readPage, sections, startWalk, type Walk } from './page_walk.ts';
import { printedKey } from './printed_key.ts';

const LONG_MS = 400_000;
const steps = sections(readPage('docs/command_line.md'), 'From nothing to a deploy');

describe('the way from nothing to a deploy, followed word by word', () => {
  let walk: Walk;
  beforeAll(async () => {
    const platform = await freePort();
    walk = startWalk(
      [
        // The page is for those who have installed the package too.
        [/^causeway /gm, 'npm run -s causeway -- '],
        ['<the API key that npm start printed>', () => printedKey(walk.outputOf('platform'))],
      ],
      { PORT: String(platform), CAUSEWAY_URL: `http://localhost:${platform}` },
    );
  });
  afterAll(() => walk.stop());

  it(
    'ends with a manifest that is deployed, and nothing is wrong',
    async () => {
      await walk.run(steps, [
        { has: 'npm start', serves: { name: 'platform', until: /Press Ctrl-C to stop/ } },
        {
          has: 'destinations create',
          expects(output) {
            expect(output).toContain('causeway.yaml was written.');
            expect(output).toContain('causeway.yaml: nothing wrong on this machine, 0 warnings.');
            expect(output).toContain('+ hubspot-in: created\nNothing was changed: this was a dry run.\n');
            expect(output).toMatch(/^hubspot-in {2}\S+ {2}revision \S+$/m);
          },
        },
      ]);
      expect(await walk.type('npm run -s causeway -- deploy causeway.yaml --detailed-exitcode')).toMatch(
        /^hubspot-in /m,
      );
      expect(await walk.type('npm run -s causeway -- destinations list')).toContain('crm-webhook');
    },
    LONG_MS,
  );

  it('W9: a fault that the platform finds is shown at its place in the file', async () => {
    const said = await walk.type(
      'sed s/crm-webhook/crm-webhok/ causeway.yaml > faulty.yaml\nif npm run -s causeway -- deploy faulty.yaml 2>&1; then exit 3; fi',
    );
    expect(said).toMatch(/^faulty\.yaml:\d+:\d+: error: \$\.integrations\[0\]\S+: .*Did you mean crm-webhook\?/m);
  });
});
