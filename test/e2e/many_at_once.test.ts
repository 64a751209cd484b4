import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Sandbox, startSandbox } from '../../sandbox/sandbox.ts';
import { deliveredRecordIds } from '../../testbed/delivered_records.ts';
import { aBuilder, type Builder } from '../support/builder.ts';
import { startTestPlatform, type TestPlatform } from '../support/platform.ts';
import { type Receiver, startReceiver } from '../support/webhook_receiver.ts';

const RECORDS = 1_500;
const GROUPS = Array.from({ length: 12 }, (_, n) => `group-${n}`);
const OBJECTS = ['contacts', 'companies', 'deals'];

type Body = { groupRef?: string; rawObjectName?: string; sequence?: number };

describe('many groups at once, with a provider and a webhook that sometimes fail', () => {
  let platform: TestPlatform;
  let builder: Builder;
  let sandbox: Sandbox;
  let receiver: Receiver;

  beforeAll(async () => {
    [sandbox, receiver, platform] = await Promise.all([
      startSandbox({ records: RECORDS }),
      startReceiver({ respond: (n) => [200, 200, 500, 200, 200, 503, 200][n % 7] ?? 200 }),
      startTestPlatform({
        CAUSEWAY_NOTIFICATIONS_ATTEMPT_GAPS_MS: Array(20).fill('100').join(',').replace('100', '0'),
      }),
    ]);
    builder = aBuilder(platform);
    await builder.addDestination('main', receiver);
  });

  afterAll(async () => {
    await platform.stop();
    await receiver.stop();
    await sandbox.stop();
  });

  it('get every record of every object, in messages numbered without a gap', async () => {
    const integrationId = await builder.deploy({
      name: 'crm',
      read: {
        objects: OBJECTS.map((objectName) => ({
          objectName,
          destination: 'main',
          requiredFields: [{ fieldName: 'id' }],
          backfill: { defaultPeriod: { fullHistory: true } },
        })),
      },
    });
    for (const kind of ['500', 'cut', '429', 'drop-connection', 'invalid-json', 'short-page'] as const)
      sandbox.control.addFault({ kind, times: 3, afterPage: 5 });
    const all = Object.fromEntries(OBJECTS.map((object) => [object, {}]));
    await Promise.all(GROUPS.map((group) => builder.connect(sandbox, group)));
    const installations = await Promise.all(GROUPS.map((group) => builder.installed(integrationId, group, all)));
    for (const installation of installations) {
      const operations = await builder.allFinished(integrationId, installation, OBJECTS.length, 60_000);
      const lines = await Promise.all(operations.map(({ id }) => warningsOf(id)));
      expect(
        operations.map(({ status, metadata }, at) => [status, metadata.progress.recordsProcessed, lines[at]]),
      ).toEqual(operations.map((_operation, at) => ['success', RECORDS, lines[at]]));
    }
    await receiver.waitFor(
      () => GROUPS.every((group) => OBJECTS.every((object) => seen(group, object).ids.size === RECORDS)),
      60_000,
    );
    for (const group of GROUPS) {
      for (const object of OBJECTS) {
        const numbers = [...seen(group, object).sequences].sort((a, b) => a - b);
        expect(numbers).toEqual(numbers.map((_, n) => (numbers[0] ?? 0) + n));
      }
    }
    receiver.checkSameIdSameBody();
    expect(receiver.rejected).toEqual([]);
  });

  /** The warnings of an operation's log, shown when its result is not the expected one. */
  async function warningsOf(operationId: string): Promise<string[]> {
    return (await builder.logs(operationId))
      .filter(({ severity }) => severity !== 'INFO')
      .map(({ message: { msg, error = '' } }) => `${msg} ${error}`);
  }

  /** The messages that the webhook accepted. Each body is parsed once. */
  const parsed: { group: string; object: string; ids: string[]; sequence: number }[] = [];
  let looked = 0;

  function seen(group: string, object: string): { ids: Set<string>; sequences: Set<number> } {
    for (; looked < receiver.messages.length; looked += 1) {
      const { status, body } = receiver.messages[looked] as { status: number; body: string };
      if (status !== 200) continue;
      const { groupRef = '', rawObjectName = '', sequence = 0 } = JSON.parse(body) as Body;
      parsed.push({ group: groupRef, object: rawObjectName, ids: deliveredRecordIds(body).ids, sequence });
    }
    const own = parsed.filter((one) => one.group === group && one.object === object);
    return { ids: new Set(own.flatMap(({ ids }) => ids)), sequences: new Set(own.map(({ sequence }) => sequence)) };
  }
});
