import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { addApiKey } from '../support/credentials.ts';
import { startUiStage, type UiStage } from './ui_stage.ts';

type App = Awaited<ReturnType<UiStage['open']>>;
type Content = { read: { objects: Record<string, object> }; write?: { objects: Record<string, object> } };

const INTEGRATION = {
  name: 'large',
  read: {
    objects: [
      {
        objectName: 'contacts',
        destination: 'main',
        requiredFields: [{ fieldName: 'id' }, { mapToName: 'mail', mapToDisplayName: 'Mail', prompt: 'Which one?' }],
        optionalFields: [{ mapToName: 'town', mapToDisplayName: 'Town' }],
        optionalFieldsAuto: 'all',
      },
      {
        objectName: 'companies',
        mapToName: 'firm',
        mapToDisplayName: 'Firm',
        destination: 'main',
        requiredFields: [{ fieldName: 'id' }],
        optionalFields: [{ fieldName: 'name' }],
      },
    ],
  },
  write: { objects: [{ objectName: 'deals' }] },
};

/** Successive changes of one customer, in the order that the library allows. */
describe('an installation that the public UI library changes step by step', () => {
  let stage: UiStage;
  let app: App;

  beforeAll(async () => {
    stage = await startUiStage(10);
    await stage.builder.deploy(INTEGRATION);
    const customer = { groupRef: 'hooli', consumerRef: 'dee' };
    app = await stage.open('large', customer, await addApiKey(stage.platform, ['frontend']));
    await app.customer.connect('sandbox-key', stage.sandbox.url);
  });
  afterAll(() => stage?.stop());

  const contents = async () =>
    (await stage.builder.get<{ config: { content: Content } }[]>('/installations?groupRef=hooli')).map(
      ({ config }) => config.content,
    );

  const connections = () => stage.builder.get<{ id: string }[]>('/connections?groupRef=hooli');

  it('waits for the required mappings', async () => {
    await app.customer.press('Install');
    await app.customer.reads('* required');
    expect(await contents()).toEqual([]);
  });

  it('begins with the first object', async () => {
    await app.customer.map(1, 'Email');
    await app.customer.map(2, 'City');
    await app.customer.press('Install');
    await app.customer.told('installed');
    const [content] = await contents();
    expect(content?.read.objects).toEqual({
      contacts: expect.objectContaining({ selectedFieldMappings: { mail: 'email', town: 'city' } }),
    });
  });

  it('adds the next object and keeps the first', async () => {
    await app.customer.reads('is mapped to');
    await app.customer.choose('name');
    await app.customer.press('Save');
    await app.customer.told('updated');
    const [content] = await contents();
    expect(content?.read.objects).toEqual({
      contacts: expect.objectContaining({ selectedFieldMappings: { mail: 'email', town: 'city' } }),
      companies: expect.objectContaining({ selectedFields: { name: true } }),
    });
  });

  it('adds writing', async () => {
    await app.customer.openTab('Write');
    await app.customer.choose('deals');
    await app.customer.press('Save');
    await app.customer.told('updated', 2);
    expect((await contents())[0]?.write?.objects).toEqual({ deals: expect.objectContaining({ objectName: 'deals' }) });
  });

  it('stops reading an object, and reads it again', async () => {
    const contacts = async () => (await contents())[0]?.read.objects['contacts'];
    await app.customer.openTab('Contacts');
    await app.customer.press('Stop reading from Contacts');
    await app.customer.press('Stop reading');
    await app.customer.sees('Re-enable reading from Contacts');
    expect(await contacts()).toMatchObject({ disabled: true, selectedFieldMappings: { mail: 'email', town: 'city' } });
    await app.customer.press('Re-enable reading from Contacts');
    await app.customer.sees('Stop reading from Contacts');
    expect(await contacts()).toMatchObject({ disabled: false });
  });

  it('accepts a new key for the account', async () => {
    await app.customer.openTab('Manage');
    await app.customer.connect('sandbox-key');
    await app.customer.reads('Connection updated successfully');
  });

  it('is deleted with its account, and both can be created again', async () => {
    const [deleted] = await connections();
    await app.customer.press('Yes, uninstall');
    await app.customer.told('uninstalled');
    expect([await contents(), await connections()]).toEqual([[], []]);
    await app.customer.press('Reinstall Integration');
    await app.customer.connect('sandbox-key', stage.sandbox.url);
    await app.customer.sees('Install');
    // The library may still ask about the connection that it has just deleted: 404 is the right answer.
    const askedTooLate = new RegExp(`^404 GET .*${deleted!.id}`);
    expect(app.refusals.filter((refusal) => !askedTooLate.test(refusal))).toEqual([]);
  });
});
