import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { stringify } from 'yaml';
import { succeeded } from '../support/builder.ts';
import { eventually } from '../support/eventually.ts';
import { type ScriptedProvider, startScriptedProvider } from '../support/scripted_provider.ts';
import { signInPage } from '../support/sign_in.ts';
import type { Page, Watched } from './chromium.ts';
import { type ConsoleStage, startConsoleStage } from './console_stage.ts';

/** Each would run `attack` in a page that takes text for markup, in one of the places where markup may stand. */
const FORMS = [
  '<script>attack(0)</script>',
  '<img src=x onerror=attack(1)>',
  '"><svg onload=attack(2)>',
  "' autofocus onfocus='attack(3)",
  '</script><script>attack(4)</script>',
  '</title></style></textarea><iframe srcdoc="<script>parent.attack(5)</script>">',
  '<a href="javascript:attack(6)">6</a>',
  '{{attack(7)}}<template><slot onslotchange=attack(7)></template><body onload=attack(7)>',
] as const;
const ALL = FORMS.join(' ');
const WAIT = { timeout: 60_000 };

/** Provider files of a provider that answers with the forms wherever it can name something. */
function hostileFiles(url: string): Record<string, object> {
  const object = (name: string) => ({ path: `/${name}`, records: 'data', id: 'id', paging: { kind: 'none' } });
  const common = {
    displayName: 'Hostile',
    baseURL: url,
    errorMessage: ['message'],
    metadata: {
      path: '/{object}/fields',
      fields: 'data',
      name: 'key',
      label: 'label',
      type: 'type',
      types: { text: 'string', choice: 'singleSelect' },
      choices: { list: 'choices' },
    },
    support: ['read'],
    objects: { things: object('things'), broken: object('broken') },
  };
  const oauth = {
    type: 'oauth2',
    grant: 'authorizationCode',
    authorizeURL: `${url}/authorize`,
    tokenURL: `${url}/token`,
    tokenMetadata: { workspaceRef: 'workspace' },
  };
  return {
    hostile: { ...common, auth: { type: 'apiKey', in: 'header', name: 'X-Key' }, healthCheck: { url: `${url}/me` } },
    hostileOAuth: { ...common, auth: oauth },
  };
}

/**
 * An attacker who is a provider, a customer, a receiver, or a page that a builder's person has open: in every text that
 * they choose, in messages between windows, and in frames.
 */
describe('an attacker in Chromium', () => {
  const providersDir = mkdtempSync(join(tmpdir(), 'causeway-providers-'));
  /** Where a form was seen as plain text: `place #number of the form`. */
  const seen = new Set<string>();
  let stage: ConsoleStage;
  let provider: ScriptedProvider;
  let foreign: Server;
  let foreignOrigin: string;
  let console_: Watched;

  beforeAll(async () => {
    provider = await startScriptedProvider();
    for (const [name, file] of Object.entries(hostileFiles(provider.url)))
      writeFileSync(join(providersDir, `${name}.yaml`), stringify({ name, ...file }));
    provider.answer(({ path, headers }) => {
      const { pathname } = new URL(path, provider.url);
      if (pathname === '/hook') return { status: 500, text: ALL };
      if (pathname === '/authorize') return { type: 'text/html', text: providersPage };
      if (pathname === '/token') return { text: JSON.stringify({ access_token: 'at', workspace: ALL }) };
      if (pathname === '/broken' || headers['x-key'] === 'wrong')
        return { status: pathname === '/broken' ? 400 : 401, text: JSON.stringify({ message: ALL }) };
      if (pathname.endsWith('/fields')) return { text: JSON.stringify({ data: FORMS.map(fieldOf) }) };
      return { text: JSON.stringify({ data: FORMS.map((form) => ({ id: form, name: form })) }) };
    });
    stage = await startConsoleStage(2, {
      CAUSEWAY_PROVIDERS_DIR: providersDir,
      CAUSEWAY_NOTIFICATIONS_ATTEMPT_GAPS_MS: `0${',300000'.repeat(3)}`,
    });
    foreign = createServer((request, response) => {
      const { searchParams } = new URL(request.url ?? '/', 'http://foreign');
      response.setHeader('content-type', 'text/html');
      response.end(foreignPage(searchParams, stage.platform.origin));
    });
    await new Promise<void>((resolve) => foreign.listen(0, '127.0.0.1', resolve));
    foreignOrigin = `http://127.0.0.1:${(foreign.address() as AddressInfo).port}`;
  });

  afterAll(async () => {
    foreign?.close();
    await stage?.stop();
    await provider?.stop();
    rmSync(providersDir, { recursive: true, force: true });
  });

  /** Nothing of the page is the attacker's markup, and the page has tried to run nothing: a policy's refusal says so. */
  async function expectText(place: string, { page, errors }: Watched, forms: readonly number[]): Promise<void> {
    let text = '';
    await eventually(async () => {
      text = String(await page.evaluate(SHOWN));
      for (const form of forms) expect([place, text]).toEqual([place, expect.stringContaining(FORMS[form] ?? '')]);
    });
    for (const [at, form] of FORMS.entries()) if (text.includes(form)) seen.add(`${place} #${at}`);
    expect([place, await page.evaluate(MARKUP), errors.filter(isOfAttack)]).toEqual([place, [], []]);
  }

  const everyForm = FORMS.map((_form, at) => at);
  /** Where long texts are cut. */
  const LONG_CUT = everyForm.slice(0, 5);

  describe('who chooses texts', () => {
    let integrationId: string;
    const installations: string[] = [];
    const connections: string[] = [];

    beforeAll(async () => {
      const { builder } = stage;
      await builder.addDestination('hook', { url: `${provider.url}/hook`, verifyWith: () => undefined });
      const object = {
        destination: 'hook',
        optionalFieldsAuto: 'all',
        backfill: { defaultPeriod: { fullHistory: true } },
      };
      integrationId = await builder.deploy({
        name: 'crm',
        provider: 'hostile',
        displayName: FORMS[1],
        read: { objects: ['things', 'broken'].map((objectName) => ({ objectName, ...object })) },
      });
      for (const [at, form] of FORMS.entries()) {
        const names = { groupName: form, consumerRef: form, consumerName: form };
        const fields = { provider: 'hostile', apiKey: 'right', providerMetadata: {}, ...names };
        connections.push((await builder.connect(provider, `group-${at}`, fields)).id);
        const objects = { things: { selectedFieldsAuto: 'all' }, broken: { selectedFieldsAuto: 'all' } };
        const also = { provider: 'hostile', query: '?skipSampling=true' };
        installations.push(await builder.installed(integrationId, `group-${at}`, objects, also));
      }
      console_ = await stage.signIn();
    });

    const go = (path: string) => console_.page.goto(`${stage.platform.origin}/console/demo/${path}`);

    it.each([
      ['installations', everyForm],
      ['connections', everyForm],
      ['audit-log', []],
      ['overview', []],
      ['operations', []],
      ['deliveries', []],
      ['integrations', []],
      ['destinations', []],
      ['routes', []],
      ['providers', []],
      ['provider-apps', []],
      ['keys', []],
      ['members', []],
      ['settings', []],
    ])('finds plain text in the view %s', async (view, forms) => {
      await go(view);
      await console_.page.getByRole('heading', { level: 1 }).first().waitFor(WAIT);
      await console_.page
        .getByText('Loading')
        .first()
        .waitFor({ state: 'detached', ...WAIT });
      await expectText(view, console_, forms);
    });

    it.each(everyForm)('finds plain text in what is shown of customer %s', async (at) => {
      await go(`installations/${integrationId}/${installations[at]}`);
      await expectText('installation', console_, [at]);
      await go(`connections/${connections[at]}`);
      await expectText('connection', console_, [at]);
      await console_.page.getByText('Accepted by the provider').waitFor(WAIT);
    });

    /** The id of the first row that fits, once there is one. */
    async function idOf<Row extends { id: string }>(path: string, fits: (row: Row) => unknown): Promise<string> {
      let found: Row | undefined;
      await eventually(async () => {
        found = (await stage.builder.get<{ results: Row[] }>(path)).results.find(fits);
        expect(found).toBeDefined();
      });
      return found?.id ?? '';
    }

    it('finds plain text in the log of a read that the provider refused', async () => {
      const path = `/integrations/${integrationId}/installations/${installations[0]}/operations`;
      const isFailed = ({ status }: { id: string; status: string }) => status === 'failure';
      await go(`operations/${await idOf(path, isFailed)}`);
      await expectText('operation', console_, LONG_CUT);
    });

    it('finds plain text in what a receiver answered', async () => {
      const isFailed = ({ error }: { id: string; error?: string }) => error;
      await go(`deliveries/${await idOf('/deliveries?destination=hook', isFailed)}`);
      await expectText('delivery', console_, everyForm);
      await go('destinations');
      await console_.page.getByRole('link', { name: 'hook' }).first().click();
      await expectText('destination', console_, []);
    });

    it('finds plain text on the connect page', async () => {
      for (const [at, form] of FORMS.entries()) {
        const names = { groupRef: `connect-${at}`, groupName: form, consumerRef: 'ada', consumerName: form };
        const { url } = succeeded<{ url: string }>(
          await stage.builder.call('POST', '/connect-sessions', { integration: 'crm', ...names }),
        );
        const opened = await stage.chromium.open(url);
        const press = (name: string) => opened.page.getByRole('button', { name }).first().click();
        await press('Continue');
        await expectText('connect: account', opened, [at]);
        await opened.page.getByLabel('API key', { exact: true }).fill('wrong');
        await press('Connect');
        await opened.page.getByRole('alert').first().waitFor(WAIT);
        await expectText('connect: refusal', opened, [at]);
        await opened.page.getByLabel('API key', { exact: true }).fill('right');
        await press('Connect');
        await opened.page.locator('summary').first().waitFor(WAIT);
        for (const folded of await opened.page.locator('summary').all()) await folded.click();
        await expectText('connect: fields', opened, everyForm);
        await opened.page.context().close();
      }
    });

    it('finds plain text on the pages around a sign-in', async () => {
      const client = { provider: 'hostileOAuth', clientId: 'id', clientSecret: 'secret' };
      const { id: providerAppId } = succeeded<{ id: string }>(
        await stage.builder.call('POST', '/provider-apps', client),
      );
      for (const [at, form] of FORMS.entries()) {
        const names = { groupName: form, consumerName: form, groupRef: `oauth-${at}` };
        const request = { provider: 'hostileOAuth', providerAppId, providerMetadata: {}, ...names };
        const address = await signInPage(stage.builder, { url: provider.url } as never, request);
        const opened = await stage.chromium.open(address.href);
        await expectText('sign-in', opened, [at]);
        const left = opened.page.waitForURL((url) => url.origin === provider.url);
        await opened.page.getByRole('button', { name: /^Continue/ }).click();
        await left;
        const state = new URL(opened.page.url()).searchParams.get('state') ?? '';
        const back = new URL(`${stage.platform.origin}/callbacks/v1/oauth`);
        const params = at % 2 ? { state, error: 'access_denied', error_description: form } : { state, code: form };
        for (const [name, value] of Object.entries(params)) back.searchParams.set(name, value);
        opened.errors.length = 0;
        await opened.page.goto(back.href);
        await expectText('callback', opened, []);
        await opened.page.context().close();
      }
      const all = await stage.builder.get<{ id: string; providerWorkspaceRef?: string }[]>('/connections');
      const signedIn = all.find(({ providerWorkspaceRef }) => providerWorkspaceRef);
      await go(`connections/${signedIn?.id}`);
      await expectText('workspace', console_, LONG_CUT);
    });

    it('was seen as text in this many places', () => {
      const places = new Set([...seen].map((one) => one.split(' #')[0]));
      console.log(`${seen.size} forms were seen as text in ${places.size} places: ${[...places].join(', ')}`);
      expect(seen.size).toBeGreaterThanOrEqual(90);
    });
  });

  describe('a page that a person has open', () => {
    const link = async (groupRef: string) => {
      const customer = { groupRef, groupName: groupRef, consumerRef: 'ada', consumerName: 'Ada' };
      const body = { provider: 'hostileOAuth', ...customer };
      return succeeded<{ id: string; url: string }>(await stage.builder.call('POST', '/connect-sessions', body));
    };
    const openForeign = (more: Record<string, string>) =>
      stage.chromium.open(`${foreignOrigin}/?${new URLSearchParams(more)}`);
    beforeAll(async () => {
      const project = { allowedOrigins: ['https://app.acme.example'] };
      succeeded(await stage.builder.call('PATCH', '', { updateMask: ['allowedOrigins'], project }));
    });

    const heard = (page: Page) => page.evaluate('globalThis.heard');

    it('makes no connection by messages to the connect page, and hears none of its own', async () => {
      const { id, url } = await link('forged');
      const { page } = await openForeign({ open: url });
      const [connect] = await Promise.all([page.waitForEvent('popup'), page.getByRole('button').click()]);
      await connect.getByRole('button', { name: 'Continue' }).click();
      const [window] = await Promise.all([
        connect.waitForEvent('popup'),
        connect
          .getByRole('button', { name: /sign in|connect/i })
          .first()
          .click(),
      ]);
      await window.getByRole('button', { name: /^Continue/ }).click();
      // The provider's page forges what our callback sends, and so does the page that opened the connect page.
      await window.getByText("The provider's page has sent").waitFor(WAIT);
      await page.evaluate('forge(opened)');
      expect(await page.evaluate('sent')).toBe(FORGED.length);
      await connect.getByRole('status').first().waitFor(WAIT);
      expect(await stage.builder.get('/connections?groupRef=forged')).toEqual([]);
      await window.close();
      await connect.getByRole('alert').first().waitFor(WAIT);
      await connect.getByRole('button', { name: 'Not now' }).click();
      await eventually(async () =>
        expect(await stage.builder.get(`/connect-sessions/${id}`)).toMatchObject({ status: 'cancelled' }),
      );
      expect(await heard(page)).toEqual([]);
    });

    it("is not taken for the connect page by a builder's app", async () => {
      const { page } = await openForeign({
        app: 'true',
        frame: `${foreignOrigin.replace('127.0.0.1', 'localhost')}/?forge=parent`,
      });
      await page.getByRole('button').click();
      const messages = () => page.evaluate('globalThis.heard.length');
      await eventually(async () => expect(await messages()).toBeGreaterThanOrEqual(FORGED.length));
      expect(await page.evaluate('globalThis.events')).toEqual([]);
    });

    it('frames none of our pages', async () => {
      const { origin } = stage.platform;
      const paths = ['console', 'console/demo/keys', 'console/sign-in', 'connect', 'connect/sign-in?session=x'];
      const others = ['docs', 'guides', 'problems', 'problems/unprocessable', '', 'callbacks/v1/oauth?state=x&code=y'];
      const addresses = [...paths, ...others].map((path) => `${origin}/${path}`);
      const { page, errors } = await openForeign({
        frames: JSON.stringify([...addresses, (await link('framed')).url]),
      });
      const refused = () => errors.filter((error) => /frame-ancestors|X-Frame-Options/i.test(error));
      await eventually(async () => expect(refused()).toHaveLength(addresses.length + 1));
      for (const frame of page.frames().slice(1)) expect(await frame.locator('main, #app').count()).toBe(0);
    });
  });
});

const SHOWN = `document.body.innerText + ' ' + [...document.querySelectorAll('input,textarea,option')].map((one) => one.value + ' ' + one.label).join(' ')`;
const MARKUP = `[...document.querySelectorAll('*')].flatMap((one) => [...one.attributes]
  .filter(({ name, value }) => name.startsWith('on') || name === 'srcdoc' || /^\\s*javascript:/i.test(value))
  .map(({ name, value }) => one.localName + ' ' + name + '=' + value))`;

/** Other errors are answers of 4xx that the test wants. */
const isOfAttack = (error: string) => /attack|Content Security Policy|CSP|Refused to/i.test(error);

function fieldOf(form: string, at: number): object {
  return {
    key: `field_${at}`,
    label: form,
    type: at === 3 ? 'choice' : 'text',
    choices: [{ value: form, label: form }],
  };
}

/** What our own pages send to the window that opened them, and what nobody sends. */
const FORGED = [
  { eventType: 'AUTHORIZATION_SUCCEEDED', data: { connection: '018f5b9e-0000-7000-8000-000000000000' } },
  { eventType: 'AUTHORIZATION_FAILED', message: ALL, data: { error: ALL } },
  { data: { connection: ALL } },
  { params: { code: ALL, state: ALL } },
  { source: 'causeway', params: {} },
  { type: 'causeway.connect', status: 'connected', sessionId: 'x', connectionId: 'x', installationId: 'x' },
  { type: 'causeway.connect', status: ALL },
  ALL,
  null,
];
const SCRIPT = `
  globalThis.sent = 0; globalThis.heard = []; globalThis.events = [];
  globalThis.forge = (window) => { for (const one of ${JSON.stringify(FORGED).replaceAll('<', '\\u003c')}) { window.postMessage(one, '*'); sent += 1; } };
  addEventListener('message', ({ data, origin }) => heard.push({ data, origin }));
`;

const providersPage = `<!doctype html><body><script>${SCRIPT} forge(opener); document.body.textContent = "The provider's page has sent";</script>`;

/** A page at another origin: it opens one of ours, frames some, or is an app with an attacker's frame in it. */
function foreignPage(given: URLSearchParams, gateway: string): string {
  const frames = JSON.parse(given.get('frames') ?? '[]') as string[];
  const [open, frame] = ['open', 'frame'].map((name) => JSON.stringify(given.get(name)));
  if (given.get('forge')) return `<!doctype html><script>${SCRIPT} setInterval(() => forge(parent), 100);</script>`;
  const click = given.get('app')
    ? `CausewayConnect.open(() => new Promise((done) => setTimeout(done, 500, { url: '${gateway}/connect' })), (event) => events.push(event)); document.body.append(Object.assign(document.createElement('iframe'), { src: ${frame} }))`
    : `globalThis.opened = window.open(${open}, 'popup', 'popup')`;
  const framed = frames.map((address) => `<iframe src="${address}"></iframe>`).join('');
  return `<!doctype html><title>Foreign</title><script src="${gateway}/connect.js"></script><script>${SCRIPT}</script><body><button>Go</button>${framed}<script>document.querySelector('button').onclick = () => { ${click} };</script>`;
}
