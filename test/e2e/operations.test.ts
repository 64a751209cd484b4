import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Builder, succeeded } from '../support/builder.ts';
import { runCommand } from '../support/command_line.ts';
import { recordIdsOf } from '../support/envelopes.ts';
import { eventually } from '../support/eventually.ts';
import { request } from '../support/platform.ts';
import { addProject } from '../support/second_project.ts';
import { type Stage, startStage } from '../support/stage.ts';
import { type Receiver, startReceiver } from '../support/webhook_receiver.ts';

const RECORDS = 1_200;

type PageDetails = { page: number; fetched: number; mapped: number; bytes: number };

describe('operations, as a builder sees them', () => {
  let stage: Stage;
  let builder: Builder;
  let receiver: Receiver;

  beforeAll(async () => {
    stage = await startStage({ records: RECORDS });
    ({ builder, receiver } = stage);
    await builder.connect(stage.sandbox, 'acme');
  });
  afterAll(() => stage.stop());

  describe('their ledger', () => {
    let integrationId: string;
    let refusing: Receiver;
    beforeAll(async () => {
      refusing = await startReceiver({ respond: () => 410 });
      await builder.addDestination('refusing', refusing);
      const fields = { requiredFields: [{ fieldName: 'id' }, { fieldName: 'stage' }] };
      integrationId = await builder.deploy({
        name: 'ledger',
        read: {
          objects: [
            { objectName: 'contacts', destination: 'main', ...fields },
            { objectName: 'companies', destination: 'refusing', ...fields },
          ],
        },
      });
      await builder.installed(integrationId, 'acme', {
        contacts: { fieldFilters: [{ fieldName: 'stage', operator: 'eq', value: 'lead' }] },
        companies: {},
      });
    });

    afterAll(() => refusing.stop());

    async function progressOf(id: string) {
      const operation = await builder.finished(id);
      return (operation as unknown as { metadata: { progress: Record<string, unknown> } }).metadata.progress;
    }

    it('reports the fetched, skipped and delivered records, with reasons', async () => {
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
      const details = (await builder.logs(id)).map(
        ({ message }) => (message as { details?: PageDetails }).details ?? {},
      );
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

    it('F3: reports held records', async () => {
      const id = await builder.trigger(integrationId, 'companies', 'acme');
      await builder.finished(id);
      await eventually(async () =>
        expect(await progressOf(id)).toMatchObject({
          recordsProcessed: RECORDS,
          recordsFetched: RECORDS,
          recordsSkipped: {},
          recordsDelivered: 0,
          recordsUndelivered: 0,
          recordsHeld: RECORDS,
          recordsPending: 0,
        }),
      );
    });
  });

  /** An operation runs, its provider goes down for good, and everything after that uses the archive. */
  describe('replayed from the command line', () => {
    let integrationId: string;
    let installationId: string;
    let original: string;
    beforeAll(async () => {
      const contacts = {
        objectName: 'contacts',
        mapToName: 'person',
        destination: 'main',
        requiredFields: [{ fieldName: 'id' }],
        optionalFields: [{ fieldName: 'email' }, { fieldName: 'city' }],
      };
      integrationId = await builder.deploy({ name: 'contacts-in', read: { objects: [contacts] } });
      installationId = await builder.installed(integrationId, 'acme', {
        contacts: { selectedFields: { email: true, city: true } },
      });
      original = await builder.trigger(integrationId, 'contacts', 'acme');
      expect(await builder.finished(original)).toMatchObject({ status: 'success' });
      await eventually(async () => expect(recordIdsOf(receiver, original)).toHaveLength(RECORDS));
      await stage.sandbox.stop();
    });

    function causeway(...args: string[]) {
      const { apiKey } = stage.platform.ready;
      return runCommand('operations', ...args, '--url', stage.platform.origin, '--api-key', apiKey);
    }

    it('give the same result while the provider is unavailable', async () => {
      const { code, out, err } = await causeway('replay', original);
      expect({ code, err }).toEqual({ code: 0, err: '' });
      expect(out).toContain(`Replayed: ${RECORDS} same`);
    });

    it('show the result of the current config', async () => {
      const patch = {
        updateMask: ['config.content.read.objects.contacts.selectedFields'],
        installation: { config: { content: { read: { objects: { contacts: { selectedFields: { email: true } } } } } } },
      };
      const path = `/integrations/${integrationId}/installations/${installationId}`;
      succeeded(await builder.call('PATCH', path, patch));
      const { code, out } = await causeway('replay', original, '--config', 'current');
      expect(code).toBe(1);
      expect(out).toContain(`${RECORDS} changed`);
      expect(out).toMatch(/^~ \S+ {2}fields\.city$/m);
      expect(out).toContain(`… and ${RECORDS - 100} more`);
      const { code: again, out: json } = await causeway('replay', original, '--config', 'current', '--json');
      expect(again).toBe(1);
      expect(JSON.parse(json)).toMatchObject({
        status: 'success',
        metadata: {
          replay: { operationId: original, delivers: false, config: 'current', records: { changed: RECORDS } },
        },
      });
    });

    it('are delivered again, as messages of a separate operation', async () => {
      const before = recordIdsOf(receiver, original);
      const { code, out } = await causeway('replay', original, '--deliver', '--json');
      expect(code).toBe(0);
      const { id } = JSON.parse(out) as { id: string };
      await eventually(async () => expect(recordIdsOf(receiver, id).toSorted()).toEqual(before.toSorted()));
      const listed = await builder.listOperations(integrationId, installationId);
      expect(listed.find((one) => one.id === id)?.metadata).toMatchObject({
        replay: { operationId: original, delivers: true },
      });
    });

    it('are listed, shown and logged', async () => {
      const { code, out } = await causeway('list', '--integration', integrationId, '--installation', installationId);
      expect(code).toBe(0);
      expect(out).toContain(`${original}  success`);
      expect(JSON.parse((await causeway('show', original)).out)).toMatchObject({ id: original, status: 'success' });
      expect((await causeway('logs', original)).out).toContain('Finished: [person]');
    });

    it('of other tenants or without an id cannot be replayed', async () => {
      const other = await addProject(stage.platform, 'other');
      const asked = await request(stage.platform.origin, 'POST', `/v1/projects/other/operations/${original}:replay`, {
        headers: { 'x-api-key': other.ready.apiKey, 'content-type': 'application/json' },
        body: '{}',
      });
      expect(asked.status).toBe(404);
      const { code, err } = await causeway('replay', '01900000-0000-7000-8000-000000000000');
      expect(code).toBe(1);
      expect(err).toContain('404: There is no such operation.');
      expect((await causeway('replay')).code).toBe(2);
      expect((await causeway('replay', original, '--config', 'newest')).code).toBe(2);
    });

    it('must have ended', async () => {
      const underWay = await builder.trigger(integrationId, 'contacts', 'acme');
      const { status, body } = await builder.call('POST', `/operations/${underWay}:replay`, {});
      expect([status, body['detail']]).toEqual([409, 'The operation is still running.']);
    });

    it('cannot be replayed after their installation is deleted', async () => {
      succeeded(await builder.call('DELETE', `/integrations/${integrationId}/installations/${installationId}`));
      await eventually(async () => {
        const { code, err } = await causeway('replay', original);
        expect({ code, err }).toMatchObject({ code: 1, err: expect.stringContaining('422: ') });
      });
      expect((await builder.call('POST', `/operations/${original}:replay`, {})).status).toBe(422);
    });
  });
});
