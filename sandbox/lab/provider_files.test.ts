import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readMetadata } from '../../connectors/engine/fields/metadata.ts';
import { stringifyJson } from '../../lib/json/json.ts';
import { labTarget, readEverything } from './conformance/read_everything.ts';
import { type Lab, startLab } from './lab.ts';

const NAMES = ['hubspot', 'stripe', 'github', 'pipedrive', 'zendeskSupport', 'sandbox'];
/** Three pages of each object. Each level of children multiplies the calls, so more pages would take minutes. */
const [RECORDS, PAGE] = [9, 4];
let lab: Lab;
beforeAll(async () => {
  lab = await startLab({ providers: NAMES, records: RECORDS, usualPage: PAGE });
});
afterAll(() => lab.stop());

describe('the lab with provider files of the package', () => {
  it.each(NAMES)('delivers every record of every object of %s to the engine, unchanged', async (name) => {
    const objects = lab.objectsOf(name);
    expect(objects.length).toBeGreaterThan(0);
    for (const { module, name: objectName } of objects) {
      const { texts } = await readEverything(labTarget(lab, name, { objectName, module, pageSize: PAGE }), lab.send);
      const expected = lab.recordsOf(name, objectName, { module }).map((record) => stringifyJson(record));
      expect([objectName, texts]).toEqual([objectName, expected]);
      expect(texts.length).toBeGreaterThan(0);
    }
  });

  it('reads a narrowed HubSpot list through its search, filter and all', async () => {
    const narrowing = { since: '2025-12-15T00:00:00Z', filters: [{ fieldName: 'lifecyclestage', value: 'red' }] };
    const wish = { objectName: 'contacts', fields: ['email', 'lifecyclestage'], ...narrowing };
    const { texts } = await readEverything(labTarget(lab, 'hubspot', wish), lab.send);
    const expected = lab.recordsOf('hubspot', 'contacts', narrowing).map((record) => stringifyJson(record['id']));
    expect(texts.length).toBeGreaterThan(0);
    expect(texts.map((text) => /"id":("?\w+"?)/.exec(text)?.[1])).toEqual(expected);
    for (const text of texts)
      expect(Object.keys(JSON.parse(text).properties).sort()).toEqual(['email', 'lifecyclestage']);
  });

  it('gives the contacts of HubSpot the fields of real ones, so `name` is none of them', () => {
    const [contact] = lab.recordsOf('hubspot', 'contacts');
    expect(contact?.['properties']).toMatchObject({ firstname: expect.any(String), lastname: expect.any(String) });
    expect(contact?.['properties']).not.toHaveProperty('name');
  });

  it('describes fields as HubSpot, Pipedrive and Zendesk do, custom ones and choices too', async () => {
    for (const [name, objectName] of [
      ['hubspot', 'contacts'],
      ['pipedrive', 'deals'],
      ['zendeskSupport', 'users'],
    ] as const) {
      const { fields } = await readMetadata(labTarget(lab, name, { objectName }), lab.send, Date.now());
      const colour = Object.values(fields).find(({ fieldName }) => fieldName.includes('lab_colour'));
      expect([name, colour?.valueType]).toEqual([name, 'singleSelect']);
      expect(colour?.values?.map(({ value }) => value)).toEqual(['red', 'green', 'blue']);
    }
  });

  it('names custom fields that a ticket stores by number', async () => {
    const target = labTarget(lab, 'zendeskSupport', { objectName: 'tickets', fields: ['Lab colour'] });
    const { readPage } = await import('../../connectors/engine/read/read.ts');
    const page = await readPage(target, null, lab.send, { now: Date.now });
    expect(['red', 'green', 'blue']).toContain(page.records[0]?.fields['Lab colour']);
  });

  it('keeps numbers beyond a double exact', async () => {
    const { texts } = await readEverything(labTarget(lab, 'stripe', { objectName: 'customers' }), lab.send);
    expect(texts[0]).toContain('"big_number":12345678901234567890');
    expect(texts[0]).toContain('"precise_number":0.1000000000000000055');
  });

  it('serves the same records for the same seed, and others for another', async () => {
    const again = await startLab({ providers: ['stripe'], records: RECORDS });
    const other = await startLab({ providers: ['stripe'], records: RECORDS, seed: 2 });
    const texts = (one: Lab) => stringifyJson(one.recordsOf('stripe', 'customers'));
    const [same, others] = [texts(again), texts(other)];
    await Promise.all([again.stop(), other.stop()]);
    expect(same).toBe(texts(lab));
    expect(others).not.toBe(texts(lab));
  });
});
