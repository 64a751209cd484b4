import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { addApiKey } from '../support/credentials.ts';
import { eventually } from '../support/eventually.ts';
import { continueIn } from './customer_at_work.ts';
import { startUiStage, type UiStage } from './ui_stage.ts';

const RECORDS = 40;
/**
 * Hosts that the library's own style sheet and footer request. They do not resolve in Chromium here, and the page works
 * without them.
 */
const DECORATION = ['https://fonts.googleapis.com', 'https://res.cloudinary.com'];

type App = Awaited<ReturnType<UiStage['open']>>;
type Installation = {
  id: string;
  createdBy: string;
  connection: { consumer: { id: string } };
  healthStatus: string;
  config: { content: { read: { objects: Record<string, { selectedFields: Record<string, boolean> }> } } };
};

/** The public UI library from npm, in a real browser, in an app with another origin than the gateway's. */
describe('the public UI library in Chromium', () => {
  let stage: UiStage;
  beforeAll(async () => {
    stage = await startUiStage(RECORDS);
  });
  afterAll(() => stage?.stop());

  const connections = (groupRef: string) => stage.builder.get(`/connections?groupRef=${groupRef}`);
  const installations = (integrationId: string, groupRef: string) =>
    stage.builder.get<Installation[]>(`/integrations/${integrationId}/installations?groupRef=${groupRef}`);
  const fieldsOf = (installation: Installation | undefined) =>
    installation?.config.content.read.objects['contacts']?.selectedFields;

  /** The fields of each delivered record of a group. */
  function recordsOf(groupRef: string): string[] {
    return stage.receiver.messages
      .map(({ body }) => JSON.parse(body) as { groupRef?: string; result?: { fields: object }[] })
      .filter((message) => message.groupRef === groupRef)
      .flatMap(({ result = [] }) => result.map(({ fields }) => Object.keys(fields).sort().join()));
  }

  /**
   * Checks that the app sent requests only to its own origin, the gateway, these others and the hosts above, and that
   * no request and no script failed.
   */
  function expectNothingElse(app: App, others: string[] = []): void {
    const asked = app.origins().filter((origin) => !DECORATION.includes(origin));
    expect(asked).toEqual([stage.appOrigin, stage.platform.origin, ...others].sort());
    expect(app.refusals).toEqual([]);
    expect(app.errors.filter((text) => !text.includes('ERR_NAME_NOT_RESOLVED'))).toEqual([]);
  }

  describe.each([
    { credential: 'an API key that may do no more than the library needs', groupRef: 'acme', consumerRef: 'ann' },
    { credential: "tokens of the customer's own", groupRef: 'globex', consumerRef: 'bob' },
  ])('with $credential', ({ credential, groupRef, consumerRef }) => {
    let app: App;
    beforeAll(async () => {
      const key = credential.startsWith('an API key') ? await addApiKey(stage.platform, ['frontend']) : undefined;
      app = await stage.open('crm', { groupRef, consumerRef }, key);
    });

    it('connects an account', async () => {
      await app.customer.connect('sandbox-key', stage.sandbox.url);
      await app.customer.sees('Install');
      // The page may show its button before the request for the account's fields has finished; until then it does
      // nothing.
      await eventually(async () =>
        expect(await connections(groupRef)).toEqual([
          expect.objectContaining({
            provider: 'sandbox',
            status: 'working',
            consumer: expect.objectContaining({ consumerRef }),
          }),
        ]),
      );
    });

    it('installs with the fields that the customer chose, and their records arrive', async () => {
      await app.customer.choose('email');
      await app.customer.press('Install');
      const id = await app.customer.told('installed');
      const [installed] = await installations(stage.integrationIds.crm, groupRef);
      const consumerId = installed?.connection.consumer.id;
      expect(installed).toMatchObject({ id, createdBy: `consumer:${consumerId}`, healthStatus: 'healthy' });
      expect(fieldsOf(installed)).toMatchObject({ email: true });
      await stage.receiver.waitFor(() => recordsOf(groupRef).length === RECORDS, 20_000);
      expect(new Set(recordsOf(groupRef))).toEqual(new Set(['email,id']));
    });

    it('saves another choice of fields', async () => {
      await app.customer.choose('name');
      await app.customer.press('Save');
      await app.customer.told('updated');
      const [installed] = await installations(stage.integrationIds.crm, groupRef);
      expect(fieldsOf(installed)).toMatchObject({ email: true, name: true });
    });

    it('uninstalls', async () => {
      await app.customer.openTab('Manage');
      await app.customer.sees('Yes, uninstall');
      // The page may still ask for the fields of the account; after the uninstallation there is no account to ask about.
      await app.answered();
      await app.customer.press('Yes, uninstall');
      await app.customer.told('uninstalled');
      expect(await installations(stage.integrationIds.crm, groupRef)).toEqual([]);
    });

    it('sent requests only to the gateway and its own server, and all succeeded', () => expectNothingElse(app));
  });

  it('connects in a sign-in window that closes by itself, and installs', async () => {
    const customer = { groupRef: 'initech', consumerRef: 'cleo' };
    const app = await stage.open('crmOAuth', customer, await addApiKey(stage.platform, ['frontend']));
    const window = app.page.waitForEvent('popup');
    await app.customer.signIn(stage.sandbox.url);
    await continueIn(await window);
    await app.customer.sees('Install');
    await app.customer.press('Install');
    const id = await app.customer.told('installed');
    expect(await installations(stage.integrationIds.crmOAuth, customer.groupRef)).toMatchObject([{ id }]);
    expectNothingElse(app, [stage.sandbox.url]);
  });
});
