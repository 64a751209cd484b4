import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startSandbox, type Sandbox } from '../../sandbox/sandbox.ts';
import { aBuilder, type Builder } from '../support/builder.ts';
import { recordIdsOf } from '../support/envelopes.ts';
import { eventually } from '../support/eventually.ts';
import { startTestPlatform, type TestPlatform } from '../support/platform.ts';
import { startReceiver, type Receiver } from '../support/webhook_receiver.ts';

const RECORDS = 1_200;

type PageDetails = { page: number; fetched: number; mapped: number; bytes: number };

describe('the ledger of an operation, as a builder sees it', () => {
  let platform: TestPlatform;
  let builder: Builder;
  let sandbox: Sandbox;
  let receiver: Receiver;
  let integrationId: string;

  beforeAll(async () => {
    [sandbox, receiver, platform] = await Promise.all([
      startSandbox({ records: RECORDS }),
      startReceiver(),
      startTestPlatform(),
    ]);
    builder = aBuilder(platform);
    await builder.addDestination('main', receiver);
    const fields = { requiredFields: [{ fieldName: 'id' }, { fieldName: 'stage' }] };
    integrationId = await builder.deploy({
      name: 'ledger',
      read: {
        objects: [
          { objectName: 'contacts', destination: 'main', ...fields },
          { objectName: 'companies', destination: 'nowhere', ...fields },
        ],
      },
    });
    await builder.connect(sandbox, 'acme');
    await builder.installed(integrationId, 'acme', {
      contacts: { fieldFilters: [{ fieldName: 'stage', operator: 'eq', value: 'lead' }] },
      companies: {},
    });
  }, 60_000);

  afterAll(async () => {
    await platform.stop();
    await receiver.stop();
    await sandbox.stop();
  });

  async function progressOf(id: string) {
    const operation = await builder.finished(id);
    return (operation as unknown as { metadata: { progress: Record<string, unknown> } }).metadata.progress;
  }

  it('says what was fetched, left out and why, and delivered', async () => {
    const id = await builder.trigger(integrationId, 'contacts', 'acme');
    await builder.finished(id);
    await eventually(async () => expect(await progressOf(id)).toMatchObject({ recordsPending: 0 }));
    const mapped = new Set(recordIdsOf(receiver, id)).size;
    expect(mapped).toBeGreaterThan(100);
    expect(await progressOf(id)).toMatchObject({
      pages: 3,
      recordsProcessed: mapped,
      recordsFetched: RECORDS,
      recordsSkipped: { filteredOut: RECORDS - mapped },
      recordsDelivered: mapped,
      recordsUndelivered: 0,
    });
    const details = (await builder.logs(id)).map(({ message }) => (message as { details?: PageDetails }).details ?? {});
    const pages = details.filter((one): one is PageDetails => 'page' in one);
    expect(pages.map(({ fetched }) => fetched)).toEqual([500, 500, 200]);
    expect(pages.reduce((sum, page) => sum + page.mapped, 0)).toBe(mapped);
    expect(details.at(-1)).toMatchObject({
      fetched: RECORDS,
      mapped,
      skipped: { filteredOut: RECORDS - mapped },
      delivered: mapped,
      undelivered: 0,
      pending: 0,
      bytes: pages.reduce((sum, page) => sum + page.bytes, 0),
    });
  });

  it('says what reached nobody', async () => {
    const id = await builder.trigger(integrationId, 'companies', 'acme');
    await builder.finished(id);
    await eventually(async () =>
      expect(await progressOf(id)).toMatchObject({
        recordsProcessed: RECORDS,
        recordsFetched: RECORDS,
        recordsSkipped: {},
        recordsDelivered: 0,
        recordsUndelivered: RECORDS,
        recordsPending: 0,
      }),
    );
  });
});
